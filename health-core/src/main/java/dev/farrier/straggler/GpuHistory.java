package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Sums of one GPU's effects on jobs, by class of application, and on its tests. */
final class GpuHistory {
    /** An effect that a repair would be noticed by. */
    private static final double SLOW = Math.log(1.03);

    /**
     * Places in cohorts are kept for about 64 jobs: one place says little, and none says it long.
     */
    private static final float KEEP_PLACE = 1 - 1 / 64f;

    private final float[] weighted = new float[ApplicationClass.COUNT];
    private final float[] precision = new float[ApplicationClass.COUNT];
    private final float[] fisher = new float[ApplicationClass.COUNT];
    private final float[] fisherJobs = new float[ApplicationClass.COUNT];

    /** Jobs of each class, and those on which it was slow. */
    private final int[] allJobs = new int[ApplicationClass.COUNT];

    private final int[] jobs = new int[ApplicationClass.COUNT];
    private float testWeighted;
    private float testPrecision;

    /** Jobs with tests, and those in which a test was low. */
    int tests;

    int lowTests;

    void fade(double forget) {
        for (int i = 0; i < ApplicationClass.COUNT; i++) {
            weighted[i] *= (float) forget;
            precision[i] *= (float) forget;
        }
        testWeighted *= (float) forget;
        testPrecision *= (float) forget;
    }

    /**
     * @param rankShare share of the cohort that was faster, 0 to below 1
     */
    void addJob(
            ApplicationClass kind,
            double effect,
            double variance,
            double weight,
            double rankShare) {
        int i = kind.place();
        weighted[i] += (float) (weight * effect / variance);
        precision[i] += (float) (weight / variance);
        fisher[i] = KEEP_PLACE * fisher[i] + (float) (-2 * Math.log1p(-rankShare));
        fisherJobs[i] = KEEP_PLACE * fisherJobs[i] + 1;
        jobs[i] += effect > SLOW ? 1 : 0;
        allJobs[i]++;
    }

    void addTest(double loss, double variance) {
        testWeighted += (float) (loss / variance);
        testPrecision += (float) (1 / variance);
        lowTests += loss > SLOW ? 1 : 0;
        tests++;
    }

    double mean(ApplicationClass kind, double prior) {
        return weighted[kind.place()] / (prior + precision[kind.place()]);
    }

    double deviation(ApplicationClass kind, double prior) {
        return 1 / Math.sqrt(prior + precision[kind.place()]);
    }

    /** Chance to have had such places in its cohorts. */
    double chanceOfPlaces(ApplicationClass kind) {
        return Chance.fisher(fisher[kind.place()], Math.round(fisherJobs[kind.place()]));
    }

    int jobs(ApplicationClass kind) {
        return allJobs[kind.place()];
    }

    int slowJobs(ApplicationClass kind) {
        return jobs[kind.place()];
    }

    double testMean(double prior) {
        return testWeighted / (prior + testPrecision);
    }

    double testDeviation(double prior) {
        return 1 / Math.sqrt(prior + testPrecision);
    }

    boolean isSlow() {
        if (testPrecision > 0 && testWeighted / testPrecision > SLOW) {
            return true;
        }
        for (int i = 0; i < ApplicationClass.COUNT; i++) {
            if (precision[i] > 0 && weighted[i] / precision[i] > SLOW) {
                return true;
            }
        }
        return false;
    }

    void save(DataOutput out) throws IOException {
        for (int i = 0; i < ApplicationClass.COUNT; i++) {
            out.writeFloat(weighted[i]);
            out.writeFloat(precision[i]);
            out.writeFloat(fisher[i]);
            out.writeFloat(fisherJobs[i]);
            out.writeInt(allJobs[i]);
            out.writeInt(jobs[i]);
        }
        out.writeFloat(testWeighted);
        out.writeFloat(testPrecision);
        out.writeInt(tests);
        out.writeInt(lowTests);
    }

    void restore(DataInput in) throws IOException {
        for (int i = 0; i < ApplicationClass.COUNT; i++) {
            weighted[i] = in.readFloat();
            precision[i] = in.readFloat();
            fisher[i] = in.readFloat();
            fisherJobs[i] = in.readFloat();
            allJobs[i] = in.readInt();
            jobs[i] = in.readInt();
        }
        testWeighted = in.readFloat();
        testPrecision = in.readFloat();
        tests = in.readInt();
        lowTests = in.readInt();
    }
}
