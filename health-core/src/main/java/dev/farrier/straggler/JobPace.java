package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How long the job's steps take: the step, its slowest rank's own time, and what is left for
 * communication. Logs, NaN where unknown.
 *
 * <p>A rank that is slow at times makes steps uneven and leaves their communication as it was, so
 * where own times are known it is the communication that is judged.
 */
final class JobPace {
    static final int WINDOW = 6;

    /**
     * Steps that the time before a sign is the median of: few, since what was long before is
     * another phase.
     */
    static final int BEFORE = 4;

    private static final int FEWEST = 3;
    private static final double LEAST_NOISE = 0.005;

    /** The newest sample before a sign is seen may already hold some of it. */
    private static final int SKIP = 1;

    private PaceHistory.Usual usual;
    private final Series all = new Series();

    /** Without the steps that are known to be too long. */
    private final Series well = new Series();

    private final NoiseScale stepNoise = new NoiseScale();
    private final NoiseScale communicationNoise = new NoiseScale();
    private final float[] scratch = new float[Ring.CAPACITY];
    private double stepNoiseBefore;
    private double communicationNoiseBefore;
    private float logStep = Float.NaN;
    private float logSlowest = Float.NaN;
    private float logCommunication = Float.NaN;
    private boolean tooLong;
    private double communicationShare;
    private int shareTicks;
    private double cpu;
    private int cpuTicks;

    JobPace(PaceHistory.Usual usual) {
        this.usual = usual;
    }

    private final class Series {
        final Ring step = new Ring();
        final Ring slowest = new Ring();
        final Ring communication = new Ring();

        void add(float logStep, float logSlowest, float logCommunication) {
            addKnown(step, logStep);
            addKnown(slowest, logSlowest);
            addKnown(communication, logCommunication);
        }

        private void addKnown(Ring ring, float value) {
            if (!Float.isNaN(value)) {
                ring.add(value);
            }
        }

        void median(int skip, int count, Level into) {
            into.set(
                    step.median(skip, count, scratch),
                    slowest.median(skip, count, scratch),
                    communication.median(skip, count, scratch));
        }

        void save(DataOutput out) throws IOException {
            step.save(out);
            slowest.save(out);
            communication.save(out);
        }

        void restore(DataInput in) throws IOException {
            step.restore(in);
            slowest.restore(in);
            communication.restore(in);
        }
    }

    /**
     * A new tick; NaN where it does not say. A step that is known to be too long is compared with
     * others like it only.
     */
    void add(float logStep, float logSlowest, float cpuPercent, boolean tooLong) {
        this.tooLong = tooLong;
        this.logStep = logStep;
        this.logSlowest = logSlowest;
        logCommunication = logOfRest(logStep, logSlowest);
        stepNoiseBefore = stepNoise.scale(LEAST_NOISE);
        communicationNoiseBefore = communicationNoise.scale(LEAST_NOISE);
        learnNoise(stepNoise, all.step, logStep);
        learnNoise(communicationNoise, all.communication, logCommunication);
        all.add(logStep, logSlowest, logCommunication);
        if (!tooLong) {
            well.add(logStep, logSlowest, logCommunication);
        }
        if (!Float.isNaN(logStep - logSlowest)) {
            shareTicks++;
            communicationShare +=
                    (1 - Math.exp(logSlowest - logStep) - communicationShare) / shareTicks;
        }
        if (!Float.isNaN(cpuPercent)) {
            cpuTicks++;
            cpu += (cpuPercent - cpu) / cpuTicks;
        }
    }

    private static float logOfRest(float logStep, float logSlowest) {
        double rest = Math.exp(logStep) - Math.exp(logSlowest);
        return rest > 0 ? (float) Math.log(rest) : Float.NaN;
    }

    private void learnNoise(NoiseScale noise, Ring ring, float value) {
        if (ring.size() >= FEWEST) {
            noise.add(Math.abs(value - ring.median(WINDOW, scratch)), WINDOW);
        }
    }

    float logStep() {
        return logStep;
    }

    float logCommunication() {
        return logCommunication;
    }

    /** Medians of what was before this tick; unknown while too little was. */
    void before(Level into) {
        Series series = tooLong ? all : well;
        int newest = tooLong || !Float.isNaN(logStep) ? 1 : 0;
        if (series.step.size() - SKIP - newest < FEWEST) {
            into.forget();
        } else {
            series.median(SKIP + newest, tooLong ? FEWEST : BEFORE, into);
        }
    }

    /** Medians of the newest ticks, at most this many. */
    void newest(int most, Level into) {
        all.median(0, Math.min(WINDOW, most), into);
    }

    /**
     * Standard deviation of one tick around those before it, before this tick: of the communication
     * where it is known, else of the step.
     */
    double noiseBefore() {
        return !Float.isNaN(logCommunication) ? communicationNoiseBefore : stepNoiseBefore;
    }

    /** What other jobs of the application take. */
    PaceHistory.Usual usual() {
        return usual;
    }

    /** Log of the newest steps to their slowest rank's own time; NaN where one is unknown. */
    double logRatio() {
        return all.step.median(WINDOW, scratch) - all.slowest.median(WINDOW, scratch);
    }

    /** What the job mostly waits for, by all samples so far. */
    ApplicationClass applicationClass() {
        return ApplicationClass.of(shareTicks == 0 ? Double.NaN : communicationShare, cpu);
    }

    void save(DataOutput out) throws IOException {
        out.writeDouble(usual.logRatio());
        out.writeDouble(usual.spread());
        all.save(out);
        well.save(out);
        stepNoise.save(out);
        communicationNoise.save(out);
        out.writeDouble(stepNoiseBefore);
        out.writeDouble(communicationNoiseBefore);
        out.writeFloat(logStep);
        out.writeFloat(logSlowest);
        out.writeBoolean(tooLong);
        out.writeDouble(communicationShare);
        out.writeInt(shareTicks);
        out.writeDouble(cpu);
        out.writeInt(cpuTicks);
    }

    void restore(DataInput in) throws IOException {
        usual = new PaceHistory.Usual(in.readDouble(), in.readDouble());
        all.restore(in);
        well.restore(in);
        stepNoise.restore(in);
        communicationNoise.restore(in);
        stepNoiseBefore = in.readDouble();
        communicationNoiseBefore = in.readDouble();
        logStep = in.readFloat();
        logSlowest = in.readFloat();
        logCommunication = logOfRest(logStep, logSlowest);
        tooLong = in.readBoolean();
        communicationShare = in.readDouble();
        shareTicks = in.readInt();
        cpu = in.readDouble();
        cpuTicks = in.readInt();
    }
}
