package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What is remembered of one sign of a node and of the job's step while it lasts. */
final class StepState {
    private static final float MEMORY = 12;

    /** Its values while nothing came of them, and since it became active. */
    final Moments past = new Moments();

    final Moments unsaid = new Moments();
    boolean active;

    /** It has been there since the job's first sample. */
    boolean fromTheStart;

    int hot;
    int coldRun;

    /** The job's pace before the sign came; unknown when it was there from the start. */
    final Level before = new Level();

    /** Noise of the job's pace before. */
    float noise;

    /** Mean log of the step and of its communication while it lasts. */
    float stepMean;

    float communicationMean;
    int samples;
    int communicationSamples;
    boolean reported;

    /** GPU whose port has nearly all of the errors, −1 where they are spread. */
    int port = -1;

    void add(JobPace job) {
        if (!Float.isNaN(job.logStep())) {
            samples++;
            stepMean += (job.logStep() - stepMean) / Math.min(samples, MEMORY);
        }
        if (!Float.isNaN(job.logCommunication())) {
            communicationSamples++;
            communicationMean +=
                    (job.logCommunication() - communicationMean)
                            / Math.min(communicationSamples, MEMORY);
        }
    }

    /** Means while it lasts, with this slowest rank. */
    void mean(float slowest, Level into) {
        into.set(
                samples == 0 ? Float.NaN : stepMean,
                slowest,
                communicationSamples == 0 ? Float.NaN : communicationMean);
    }

    void restart() {
        unsaid.clear();
        stepMean = 0;
        communicationMean = 0;
        samples = 0;
        communicationSamples = 0;
        hot = 0;
        coldRun = 0;
    }

    void save(DataOutput out) throws IOException {
        past.save(out);
        unsaid.save(out);
        before.save(out);
        for (float value : new float[] {noise, stepMean, communicationMean}) {
            out.writeFloat(value);
        }
        for (int value : new int[] {hot, coldRun, samples, communicationSamples, port}) {
            out.writeInt(value);
        }
        for (boolean value : new boolean[] {active, fromTheStart, reported}) {
            out.writeBoolean(value);
        }
    }

    void restore(DataInput in) throws IOException {
        past.restore(in);
        unsaid.restore(in);
        before.restore(in);
        noise = in.readFloat();
        stepMean = in.readFloat();
        communicationMean = in.readFloat();
        hot = in.readInt();
        coldRun = in.readInt();
        samples = in.readInt();
        communicationSamples = in.readInt();
        port = in.readInt();
        active = in.readBoolean();
        fromTheStart = in.readBoolean();
        reported = in.readBoolean();
    }
}
