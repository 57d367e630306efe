package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What is remembered of one GPU during a job. */
final class RankState {
    private static final float EPISODE_KEEP = 1 - 1 / 16f;
    private static final float QUIET_KEEP = 1 - 1 / 64f;

    /** Deviations of the last samples. */
    final Ring recent = new Ring();

    /** Clock losses of the last samples. */
    final Ring clocks = new Ring();

    /** Signals while it is slower than it should be, and the {@link Signal#BEFORE} before that. */
    final Means episode = new Means(EPISODE_KEEP, Signal.COUNT);

    final Means quiet = new Means(QUIET_KEEP, Signal.BEFORE);

    /** Median of the newest deviations, of as many as are judged together; NaN of none. */
    float median = Float.NaN;

    /**
     * Sums of the three comparisons: with the peers, with its own past, with what its own test lets
     * expect.
     */
    float level;

    float change;
    float rest;

    /** Deviation that its own test before the job lets expect; NaN without a test. */
    float expected = Float.NaN;

    /** Samples since a sum left zero. */
    int episodeLength;

    /** Samples in a row in which the hardware says that it slows down and the clock shows it. */
    int declaredRun;

    int holds;

    /** Samples in which it was slow and nothing explained it, and the mean effect over them. */
    int unexplained;

    float unexplainedEffect;
    boolean unexplainedBegan;

    /** Set while it is alarmed. */
    @Nullable Cause alarm;

    /** The cause that newer evidence speaks for, and for how many looks in a row. */
    @Nullable Cause otherCause;

    int otherCauseRun;
    int calmRun;
    float alarmEffect;
    int alarmTick;

    /** Samples judged since the first alarm began. */
    int alarmedSamples;

    /** Mean deviation over the job, single samples clipped. */
    float jobMean;

    int jobSamples;

    float highestSum() {
        return Math.max(level, Math.max(change, rest));
    }

    /** Begins anew where the rank has got other peers; what it has been alarmed for stays. */
    void rebase() {
        recent.clear();
        clocks.clear();
        episode.clear();
        quiet.clear();
        median = Float.NaN;
        level = 0;
        change = 0;
        rest = 0;
        expected = Float.NaN;
        episodeLength = 0;
        declaredRun = 0;
    }

    void save(DataOutput out) throws IOException {
        recent.save(out);
        clocks.save(out);
        episode.save(out);
        quiet.save(out);
        for (float value :
                new float[] {
                    median, level, change, rest, expected, unexplainedEffect, alarmEffect, jobMean
                }) {
            out.writeFloat(value);
        }
        for (int value :
                new int[] {
                    episodeLength,
                    declaredRun,
                    holds,
                    unexplained,
                    otherCauseRun,
                    calmRun,
                    alarmTick,
                    alarmedSamples,
                    jobSamples
                }) {
            out.writeInt(value);
        }
        out.writeBoolean(unexplainedBegan);
        Saved.write(out, alarm);
        Saved.write(out, otherCause);
    }

    void restore(DataInput in) throws IOException {
        recent.restore(in);
        clocks.restore(in);
        episode.restore(in);
        quiet.restore(in);
        median = in.readFloat();
        level = in.readFloat();
        change = in.readFloat();
        rest = in.readFloat();
        expected = in.readFloat();
        unexplainedEffect = in.readFloat();
        alarmEffect = in.readFloat();
        jobMean = in.readFloat();
        episodeLength = in.readInt();
        declaredRun = in.readInt();
        holds = in.readInt();
        unexplained = in.readInt();
        otherCauseRun = in.readInt();
        calmRun = in.readInt();
        alarmTick = in.readInt();
        alarmedSamples = in.readInt();
        jobSamples = in.readInt();
        unexplainedBegan = in.readBoolean();
        alarm = Saved.cause(in);
        otherCause = Saved.cause(in);
    }
}
