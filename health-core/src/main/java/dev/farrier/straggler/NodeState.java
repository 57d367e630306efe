package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one node during a job: its counters, whether its telemetry stands still,
 * and its links.
 */
final class NodeState {
    private static final Metric[] COUNTERS = {
        Metric.CORRECTED_ERRORS,
        Metric.PCIE_REPLAYS,
        Metric.NVLINK_ERRORS,
        Metric.IB_SYMBOL_ERRORS,
        Metric.IB_LINK_DOWNS
    };
    private static final Metric[] ALIVE = {Metric.SM_CLOCK, Metric.TEMPERATURE, Metric.POWER};

    /** So many equal looks in a row, and an exporter is taken to repeat itself. */
    private static final int FROZEN = 2;

    /** One link that went down weighs as much as that many symbol errors. */
    private static final double LINK_DOWN_WEIGHT = 10;

    private static final double NEARLY_ALL = 0.7;

    final StepState nvlink = new StepState();
    final StepState network = new StepState();
    final StepState host = new StepState();

    /** By counter and GPU. */
    private final double[] counters;

    /** When each counter was read last. */
    private final double[] counted;

    /** By metric and GPU. */
    private final double[] last;

    private final double[] lastOwn;
    private int frozenRun;

    /** What the node as a whole was alarmed for. */
    @Nullable Cause wholeNode;

    NodeState(int gpus) {
        counters = new double[COUNTERS.length * gpus];
        counted = new double[COUNTERS.length * gpus];
        last = new double[ALIVE.length * gpus];
        lastOwn = new double[gpus];
        for (double[] each : new double[][] {counters, counted, last, lastOwn}) {
            Arrays.fill(each, Double.NaN);
        }
    }

    /** Puts what the sample says into the tick. */
    void fill(Tick tick, int node, NodeSample sample) {
        int gpus = lastOwn.length;
        boolean frozen = isFrozen(sample);
        boolean ownFrozen = frozen && repeatsOwnTimes(sample);
        for (int gpu = 0; gpu < gpus; gpu++) {
            int rank = node * gpus + gpu;
            tick.logOwn[rank] = ownFrozen ? Float.NaN : log(sample.get(Metric.OWN_TIME, gpu));
            if (!frozen) {
                tick.logClock[rank] = log(within(sample.get(Metric.SM_CLOCK, gpu), 1, 20_000));
                tick.temperature[rank] = within(sample.get(Metric.TEMPERATURE, gpu), 1, 150);
                tick.logPower[rank] = log(within(sample.get(Metric.POWER, gpu), 1, 20_000));
                tick.bits[rank] = within(sample.get(Metric.THROTTLE_REASONS, gpu), 0, 1 << 20);
                double active = sample.get(Metric.SM_ACTIVE, gpu);
                tick.logActive[rank] = active <= 100 ? log(active) : Float.NaN;
                tick.generation[rank] = within(sample.get(Metric.PCIE_GENERATION, gpu), 1, 9);
                tick.width[rank] = within(sample.get(Metric.PCIE_WIDTH, gpu), 1, 32);
            }
        }
        tick.cpu[node] = frozen ? Float.NaN : within(sample.cpuPercent(), 0, 100);
        count(tick, node, sample, frozen);
        remember(sample);
    }

    private void count(Tick tick, int node, NodeSample sample, boolean frozen) {
        int gpus = lastOwn.length;
        double nvlinkErrors = Double.NaN;
        double networkErrors = Double.NaN;
        double mostNvlink = 0;
        double mostNetwork = 0;
        for (int gpu = 0; gpu < gpus; gpu++) {
            int rank = node * gpus + gpu;
            tick.memoryErrors[rank] = (float) rate(sample, 0, gpu, frozen);
            tick.replays[rank] = (float) rate(sample, 1, gpu, frozen);
            double nvlink = rate(sample, 2, gpu, frozen);
            double network =
                    plus(
                            rate(sample, 3, gpu, frozen),
                            LINK_DOWN_WEIGHT * rate(sample, 4, gpu, frozen));
            nvlinkErrors = plus(nvlinkErrors, nvlink);
            networkErrors = plus(networkErrors, network);
            if (nvlink > mostNvlink) {
                mostNvlink = nvlink;
                tick.worstNvlink[node] = gpu;
            }
            if (network > mostNetwork) {
                mostNetwork = network;
                tick.worstPort[node] = gpu;
            }
        }
        tick.nvlinkErrors[node] = (float) nvlinkErrors;
        tick.networkErrors[node] = (float) networkErrors;
        tick.worstNvlink[node] =
                mostNvlink > NEARLY_ALL * nvlinkErrors ? tick.worstNvlink[node] : -1;
        tick.worstPort[node] = mostNetwork > NEARLY_ALL * networkErrors ? tick.worstPort[node] : -1;
    }

    /**
     * Increase a second of this counter since it was read last; NaN where it cannot be known. One
     * that stands still with all the rest was not read anew.
     */
    private double rate(NodeSample sample, int counter, int gpu, boolean frozen) {
        double now = sample.get(COUNTERS[counter], gpu);
        int place = counter * lastOwn.length + gpu;
        double before = counters[place];
        if (!(now >= 0) || frozen && now == before) {
            return Double.NaN;
        }
        double seconds = sample.time() - counted[place];
        counters[place] = now;
        counted[place] = sample.time();
        return seconds > 0 ? CounterIncrease.between(before, now) / seconds : Double.NaN;
    }

    private static double plus(double a, double b) {
        return Double.isNaN(a) ? b : Double.isNaN(b) ? a : a + b;
    }

    private boolean isFrozen(NodeSample sample) {
        boolean same = true;
        boolean any = false;
        for (int m = 0; m < ALIVE.length; m++) {
            for (int gpu = 0; gpu < lastOwn.length; gpu++) {
                double now = sample.get(ALIVE[m], gpu);
                any |= !Double.isNaN(now);
                same = same && Double.compare(now, last[m * lastOwn.length + gpu]) == 0;
            }
        }
        frozenRun = same && any ? frozenRun + 1 : 0;
        return frozenRun >= FROZEN;
    }

    private boolean repeatsOwnTimes(NodeSample sample) {
        for (int gpu = 0; gpu < lastOwn.length; gpu++) {
            if (Double.compare(sample.get(Metric.OWN_TIME, gpu), lastOwn[gpu]) != 0) {
                return false;
            }
        }
        return true;
    }

    private void remember(NodeSample sample) {
        for (int gpu = 0; gpu < lastOwn.length; gpu++) {
            for (int m = 0; m < ALIVE.length; m++) {
                last[m * lastOwn.length + gpu] = sample.get(ALIVE[m], gpu);
            }
            lastOwn[gpu] = sample.get(Metric.OWN_TIME, gpu);
        }
    }

    private static float log(double value) {
        return value > 0 && value < 1e12 ? (float) Math.log(value) : Float.NaN;
    }

    private static float within(double value, double least, double most) {
        return value >= least && value <= most ? (float) value : Float.NaN;
    }

    void save(DataOutput out) throws IOException {
        nvlink.save(out);
        network.save(out);
        host.save(out);
        for (double[] each : new double[][] {counters, counted, last, lastOwn}) {
            for (double value : each) {
                out.writeDouble(value);
            }
        }
        out.writeInt(frozenRun);
        Saved.write(out, wholeNode);
    }

    void restore(DataInput in) throws IOException {
        nvlink.restore(in);
        network.restore(in);
        host.restore(in);
        for (double[] each : new double[][] {counters, counted, last, lastOwn}) {
            for (int i = 0; i < each.length; i++) {
                each[i] = in.readDouble();
            }
        }
        frozenRun = in.readInt();
        wholeNode = Saved.cause(in);
    }
}
