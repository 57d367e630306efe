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

    private static final int CLOCK_MEMORY = 14;

    private final float[] weighted = new float[ApplicationClass.COUNT];
    private final float[] precision = new float[ApplicationClass.COUNT];
    private final float[] fisher = new float[ApplicationClass.COUNT];
    private final float[] fisherJobs = new float[ApplicationClass.COUNT];

    /** Jobs of each class, and those on which it was slow. */
    private final int[] allJobs = new int[ApplicationClass.COUNT];

    private final int[] slowJobs = new int[ApplicationClass.COUNT];
    private float testWeighted;
    private float testPrecision;
    private float clockMean;
    private int clocks;

    /** Jobs with tests, and those in which a test was low. */
    int tests;

    int lowTests;

    /**
     * Jobs in which it was slow, of all, and how many in a row it was half as slow as usual or
     * better.
     */
    private int slow;

    private int seen;
    private int goodRun;

    /**
     * @return whether it has been so much better for so long that what is known of it no longer
     *     holds
     */
    boolean isRepairedAfter(ApplicationClass kind, double effect, double testLoss) {
        boolean byJob = Double.isNaN(testLoss);
        double value = byJob ? effect : testLoss;
        if (Double.isNaN(value)) {
            return false;
        }
        seen++;
        slow += value > SLOW ? 1 : 0;
        double usual = byJob ? usual(kind) : testPrecision == 0 ? 0 : testWeighted / testPrecision;
        if (usual <= SLOW) {
            return false;
        }
        goodRun = value < usual / 2 ? goodRun + 1 : 0;
        return Repair.isLikely(slow, seen - goodRun, goodRun);
    }

    /** Mean effect on jobs of this class: one of another class says nothing of a repair. */
    private double usual(ApplicationClass kind) {
        int i = kind.place();
        return precision[i] == 0 ? 0 : weighted[i] / precision[i];
    }

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
        slowJobs[i] += effect > SLOW ? 1 : 0;
        allJobs[i]++;
    }

    void addTest(double loss, double variance) {
        testWeighted += (float) (loss / variance);
        testPrecision += (float) (1 / variance);
        lowTests += loss > SLOW ? 1 : 0;
        tests++;
    }

    /** Loss of the clock in a job with a test; NaN where it is not known. */
    void addClock(double loss) {
        if (!Double.isNaN(loss)) {
            clocks++;
            clockMean += (float) ((loss - clockMean) / Math.min(clocks, CLOCK_MEMORY));
        }
    }

    /** Share of what it loses in tests that its clock shows; 1 where the clock is not known. */
    double clockShare() {
        double test = testPrecision == 0 ? 0 : testWeighted / testPrecision;
        return clocks == 0 || test <= 0 ? 1 : clockMean / test;
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
        return slowJobs[kind.place()];
    }

    double testMean(double prior) {
        return testWeighted / (prior + testPrecision);
    }

    double testDeviation(double prior) {
        return 1 / Math.sqrt(prior + testPrecision);
    }

    void save(DataOutput out) throws IOException {
        for (int i = 0; i < ApplicationClass.COUNT; i++) {
            out.writeFloat(weighted[i]);
            out.writeFloat(precision[i]);
            out.writeFloat(fisher[i]);
            out.writeFloat(fisherJobs[i]);
            out.writeInt(allJobs[i]);
            out.writeInt(slowJobs[i]);
        }
        out.writeFloat(testWeighted);
        out.writeFloat(testPrecision);
        out.writeFloat(clockMean);
        out.writeInt(clocks);
        out.writeInt(tests);
        out.writeInt(lowTests);
        out.writeInt(slow);
        out.writeInt(seen);
        out.writeInt(goodRun);
    }

    void restore(DataInput in) throws IOException {
        for (int i = 0; i < ApplicationClass.COUNT; i++) {
            weighted[i] = in.readFloat();
            precision[i] = in.readFloat();
            fisher[i] = in.readFloat();
            fisherJobs[i] = in.readFloat();
            allJobs[i] = in.readInt();
            slowJobs[i] = in.readInt();
        }
        testWeighted = in.readFloat();
        testPrecision = in.readFloat();
        clockMean = in.readFloat();
        clocks = in.readInt();
        tests = in.readInt();
        lowTests = in.readInt();
        slow = in.readInt();
        seen = in.readInt();
        goodRun = in.readInt();
    }
}
