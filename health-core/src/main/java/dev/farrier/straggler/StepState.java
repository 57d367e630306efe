package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What is remembered of one sign of a node and of the job's step while it lasts. */
final class StepState {
    private static final float MEMORY = 12;

    /** Value while all is quiet, and on how many samples that rests. */
    float past;

    int pastSamples;
    boolean active;

    /** It has been there since the job's first sample. */
    boolean fromTheStart;

    int coldRun;

    /** Log of the job's step, and of its slowest rank, before the sign came; NaN where unknown. */
    float stepBefore = Float.NaN;

    float slowestBefore = Float.NaN;

    /** The same while it lasts. */
    float stepMean;

    float slowestMean;
    int samples;
    int slowestSamples;
    boolean reported;

    /** GPU whose port has nearly all of the errors, −1 where they are spread. */
    int port = -1;

    void learn(float value, float memory) {
        pastSamples++;
        past += (value - past) / Math.min(pastSamples, memory);
    }

    void add(JobPace job) {
        if (!Float.isNaN(job.logStep())) {
            samples++;
            stepMean += (job.logStep() - stepMean) / Math.min(samples, MEMORY);
        }
        if (!Float.isNaN(job.logSlowest())) {
            slowestSamples++;
            slowestMean += (job.logSlowest() - slowestMean) / Math.min(slowestSamples, MEMORY);
        }
    }

    void restart() {
        stepMean = 0;
        slowestMean = 0;
        samples = 0;
        slowestSamples = 0;
    }

    void save(DataOutput out) throws IOException {
        for (float value : new float[] {past, stepBefore, slowestBefore, stepMean, slowestMean}) {
            out.writeFloat(value);
        }
        for (int value : new int[] {pastSamples, coldRun, samples, slowestSamples, port}) {
            out.writeInt(value);
        }
        for (boolean value : new boolean[] {active, fromTheStart, reported}) {
            out.writeBoolean(value);
        }
    }

    void restore(DataInput in) throws IOException {
        past = in.readFloat();
        stepBefore = in.readFloat();
        slowestBefore = in.readFloat();
        stepMean = in.readFloat();
        slowestMean = in.readFloat();
        pastSamples = in.readInt();
        coldRun = in.readInt();
        samples = in.readInt();
        slowestSamples = in.readInt();
        port = in.readInt();
        active = in.readBoolean();
        fromTheStart = in.readBoolean();
        reported = in.readBoolean();
    }
}
