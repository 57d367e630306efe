package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * All nodes' samples of about the same time, before they are judged together. Counters stand here
 * as increases a second.
 */
final class Tick {
    private static final int BRAKE_BIT = 0x80;
    private static final int HOT_BITS = 0x60;
    private static final int SLOWDOWN_BIT = 0x08;
    private static final int CAP_BIT = 0x04;

    final float[] logOwn;
    final float[] logClock;
    final float[] temperature;
    final float[] logPower;
    final float[] bits;
    final float[] logActive;
    final float[] generation;
    final float[] width;
    final float[] memoryErrors;
    final float[] replays;
    final float[] nvlinkErrors;
    final float[] networkErrors;
    final float[] cpu;
    final boolean[] reported;

    /**
     * When each node took its sample by its own clock, and by how much that differs from the job's.
     */
    final double[] times;

    final float[] delay;

    /**
     * GPU of each node whose links have nearly all of the node's new errors, −1 where they are
     * spread.
     */
    final int[] worstNvlink;

    final int[] worstPort;

    private final float[][] columns;

    int index = -1;
    int nodesReported;
    double time;
    double stepMillis;

    Tick(int ranks, int nodes) {
        logOwn = new float[ranks];
        logClock = new float[ranks];
        temperature = new float[ranks];
        logPower = new float[ranks];
        bits = new float[ranks];
        logActive = new float[ranks];
        generation = new float[ranks];
        width = new float[ranks];
        memoryErrors = new float[ranks];
        replays = new float[ranks];
        nvlinkErrors = new float[nodes];
        networkErrors = new float[nodes];
        cpu = new float[nodes];
        reported = new boolean[nodes];
        times = new double[nodes];
        delay = new float[nodes];
        worstNvlink = new int[nodes];
        worstPort = new int[nodes];
        columns =
                new float[][] {
                    logOwn,
                    logClock,
                    temperature,
                    logPower,
                    bits,
                    logActive,
                    generation,
                    width,
                    memoryErrors,
                    replays,
                    nvlinkErrors,
                    networkErrors,
                    cpu,
                    delay
                };
    }

    void open(int index) {
        this.index = index;
        nodesReported = 0;
        time = Double.NEGATIVE_INFINITY;
        stepMillis = Double.NaN;
        for (float[] column : columns) {
            Arrays.fill(column, Float.NaN);
        }
        Arrays.fill(reported, false);
    }

    /** The newest time of those nodes whose clocks agree with the others'. */
    void setTime(float usualDelay, double tolerance) {
        for (int node = 0; node < times.length; node++) {
            if (reported[node] && Math.abs(delay[node] - usualDelay) <= tolerance) {
                time = Math.max(time, times[node]);
            }
        }
    }

    float brake(int rank) {
        return bit(rank, BRAKE_BIT);
    }

    float hot(int rank) {
        return bit(rank, HOT_BITS);
    }

    float slowdown(int rank) {
        return bit(rank, SLOWDOWN_BIT);
    }

    float cap(int rank) {
        return bit(rank, CAP_BIT);
    }

    /** 1 when any bit of the mask is set, 0 when none is, NaN when the reasons are not known. */
    private float bit(int rank, int mask) {
        float value = bits[rank];
        return Float.isNaN(value) ? Float.NaN : ((int) value & mask) == 0 ? 0 : 1;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(index);
        out.writeInt(nodesReported);
        out.writeDouble(time);
        out.writeDouble(stepMillis);
        for (float[] column : columns) {
            for (float value : column) {
                out.writeFloat(value);
            }
        }
        for (int node = 0; node < reported.length; node++) {
            out.writeBoolean(reported[node]);
            out.writeDouble(times[node]);
            out.writeInt(worstNvlink[node]);
            out.writeInt(worstPort[node]);
        }
    }

    void restore(DataInput in) throws IOException {
        index = in.readInt();
        nodesReported = in.readInt();
        time = in.readDouble();
        stepMillis = in.readDouble();
        for (float[] column : columns) {
            for (int i = 0; i < column.length; i++) {
                column[i] = in.readFloat();
            }
        }
        for (int i = 0; i < reported.length; i++) {
            reported[i] = in.readBoolean();
            times[i] = in.readDouble();
            worstNvlink[i] = in.readInt();
            worstPort[i] = in.readInt();
        }
    }
}
