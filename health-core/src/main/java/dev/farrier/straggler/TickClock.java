package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Puts the samples of a job's nodes that were taken at about the same time into the same tick,
 * whatever their clocks say.
 *
 * <p>Each node keeps its own cadence from its first sample on, which the clock places where it
 * agrees with the other nodes' to an interval, and the order of arrival where it does not. A clock
 * that jumps is believed when most nodes jump with it; else the node is placed anew once it has
 * been off by as much three times.
 */
final class TickClock {
    static final int LOST = -1;

    /** Ticks that may be missing of the whole job before it counts as a jump. */
    private static final int MOST_AHEAD = 3;

    private static final int SURE = 3;

    /**
     * Seconds since 1970 have 10 digits until the year 2286; more are milliseconds, or nonsense.
     */
    private static final double LATEST = 1e10;

    /** Share of a residual by which the cadence follows a clock that drifts. */
    private static final double FOLLOW = 0.1;

    private final double interval;

    /** Time of tick 0 by the clock of each node; NaN until it is placed. */
    private final double[] phase;

    private final double[] lastTime;

    /**
     * Samples in a row that were out of place by about the same number of ticks, and by how many.
     */
    private final int[] offRun;

    private final long[] off;
    private double jobPhase = Double.NaN;

    /** Samples in a row, of any nodes, that were out of place. */
    private int astray;

    TickClock(int nodes, double interval) {
        this.interval = interval;
        phase = new double[nodes];
        lastTime = new double[nodes];
        offRun = new int[nodes];
        off = new long[nodes];
        Arrays.fill(phase, Double.NaN);
        Arrays.fill(lastTime, Double.NaN);
    }

    /**
     * @param closed the newest tick that takes no more samples
     * @param newest the newest tick that has any; −1 before the first
     * @param taken whether it has one of this node
     * @return the sample's tick, above {@code closed}, or {@link #LOST}
     */
    int place(int node, double time, int closed, int newest, boolean taken) {
        if (!(Math.abs(time) < LATEST)) {
            return LOST;
        }
        if (Double.isNaN(jobPhase)) {
            jobPhase = time - (newest + 1) * interval;
        }
        if (Double.isNaN(phase[node])) {
            return join(node, time, closed, newest, taken);
        }
        double exact = (time - phase[node]) / interval;
        long tick = Math.round(exact);
        if (tick <= closed || tick > newest + MOST_AHEAD) {
            return stray(node, time, tick, closed, newest, taken);
        }
        phase[node] += FOLLOW * (exact - tick) * interval;
        return accept(node, time, (int) tick);
    }

    private int join(int node, double time, int closed, int newest, boolean taken) {
        long byClock = Math.round((time - jobPhase) / interval);
        boolean agrees = byClock > closed && Math.abs(byClock - newest) <= 1;
        int tick = agrees ? (int) byClock : taken || newest < 0 ? newest + 1 : newest;
        phase[node] = time - tick * interval;
        return accept(node, time, tick);
    }

    private int accept(int node, double time, int tick) {
        astray = 0;
        offRun[node] = 0;
        lastTime[node] = time;
        return tick;
    }

    private int stray(int node, double time, long tick, int closed, int newest, boolean taken) {
        long offset = tick - newest;
        boolean same = offRun[node] > 0 && Math.abs(offset - off[node]) <= 1;
        offRun[node] = same ? offRun[node] + 1 : 1;
        off[node] = same ? off[node] : offset;
        boolean toldAgain = time <= lastTime[node];
        astray += toldAgain ? 0 : 1;
        if (astray > Math.max(1, phase.length / 2)) {
            Arrays.fill(phase, Double.NaN);
            jobPhase = time - (newest + 1) * interval;
        } else if (offRun[node] >= SURE) {
            phase[node] = Double.NaN;
        }
        return Double.isNaN(phase[node]) ? join(node, time, closed, newest, taken) : LOST;
    }

    /**
     * By how many seconds a time differs from what the job's first clock would say at this tick.
     */
    double after(double time, int tick) {
        return time - jobPhase - tick * interval;
    }

    /** Takes over the cadence of a node that has stayed in the job. */
    void inherit(TickClock before, int was, int node) {
        if (before.interval == interval) {
            jobPhase = before.jobPhase;
            phase[node] = before.phase[was];
            lastTime[node] = before.lastTime[was];
        }
    }

    void save(DataOutput out) throws IOException {
        for (int node = 0; node < phase.length; node++) {
            out.writeDouble(phase[node]);
            out.writeDouble(lastTime[node]);
            out.writeInt(offRun[node]);
            out.writeLong(off[node]);
        }
        out.writeDouble(jobPhase);
        out.writeInt(astray);
    }

    void restore(DataInput in) throws IOException {
        for (int node = 0; node < phase.length; node++) {
            phase[node] = in.readDouble();
            lastTime[node] = in.readDouble();
            offRun[node] = in.readInt();
            off[node] = in.readLong();
        }
        jobPhase = in.readDouble();
        astray = in.readInt();
    }
}
