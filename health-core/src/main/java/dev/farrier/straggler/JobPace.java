package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Log of the job's step time and of its slowest rank's own time: now, and in the median of the
 * samples before.
 */
final class JobPace {
    private static final int WINDOW = 6;
    private static final int FEWEST = 4;

    /** The newest samples before errors are seen may already hold some of them. */
    private static final int SKIP = 1;

    private final Ring step = new Ring();
    private final Ring slowest = new Ring();
    private final Ring usualStep = new Ring();
    private final Ring usualSlowest = new Ring();
    private final float[] scratch = new float[Ring.CAPACITY];
    private float logStep = Float.NaN;
    private float logSlowest = Float.NaN;
    private float stepBefore = Float.NaN;
    private float slowestBefore = Float.NaN;
    private double communication;
    private int shareTicks;
    private double cpu;
    private int cpuTicks;

    /**
     * A new tick; NaN where it does not say. A step that is known to be too long is compared with
     * others like it only.
     */
    void add(float logStep, float logSlowest, float cpuPercent, boolean tooLong) {
        if (!Float.isNaN(logStep - logSlowest)) {
            shareTicks++;
            communication += (1 - Math.exp(logSlowest - logStep) - communication) / shareTicks;
        }
        if (!Float.isNaN(cpuPercent)) {
            cpuTicks++;
            cpu += (cpuPercent - cpu) / cpuTicks;
        }
        stepBefore = before(tooLong ? step : usualStep);
        slowestBefore = before(tooLong ? slowest : usualSlowest);
        this.logStep = logStep;
        this.logSlowest = logSlowest;
        if (!Float.isNaN(logStep)) {
            step.add(logStep);
        }
        if (!Float.isNaN(logSlowest)) {
            slowest.add(logSlowest);
        }
        if (!tooLong && !Float.isNaN(logStep)) {
            usualStep.add(logStep);
            usualSlowest.add(logSlowest);
        }
    }

    private float before(Ring ring) {
        return ring.size() - SKIP < FEWEST ? Float.NaN : ring.median(SKIP, WINDOW, scratch);
    }

    float logStep() {
        return logStep;
    }

    float logSlowest() {
        return logSlowest;
    }

    float stepBefore() {
        return stepBefore;
    }

    float slowestBefore() {
        return slowestBefore;
    }

    /** Medians of the newest samples, at most this many. */
    float stepNow(int most) {
        return step.median(Math.min(WINDOW, most), scratch);
    }

    float slowestNow(int most) {
        return slowest.median(Math.min(WINDOW, most), scratch);
    }

    /** What the job mostly waits for, by all samples so far. */
    ApplicationClass applicationClass() {
        return ApplicationClass.of(shareTicks == 0 ? Double.NaN : communication, cpu);
    }

    void save(DataOutput out) throws IOException {
        step.save(out);
        slowest.save(out);
        usualStep.save(out);
        usualSlowest.save(out);
        for (float value : new float[] {logStep, logSlowest, stepBefore, slowestBefore}) {
            out.writeFloat(value);
        }
        out.writeDouble(communication);
        out.writeInt(shareTicks);
        out.writeDouble(cpu);
        out.writeInt(cpuTicks);
    }

    void restore(DataInput in) throws IOException {
        step.restore(in);
        slowest.restore(in);
        usualStep.restore(in);
        usualSlowest.restore(in);
        logStep = in.readFloat();
        logSlowest = in.readFloat();
        stepBefore = in.readFloat();
        slowestBefore = in.readFloat();
        communication = in.readDouble();
        shareTicks = in.readInt();
        cpu = in.readDouble();
        cpuTicks = in.readInt();
    }
}
