package dev.farrier.cluster.straggler;

import dev.farrier.straggler.Detection;
import dev.farrier.straggler.GpuModel;
import dev.farrier.straggler.JobShape;
import dev.farrier.straggler.Metric;
import dev.farrier.straggler.NodePlace;
import dev.farrier.straggler.NodeSample;
import dev.farrier.straggler.ShortTest;
import dev.farrier.straggler.StragglerDetector;
import dev.farrier.straggler.StragglerSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Feeds a detector one job whose GPUs differ as good GPUs do, with ten metrics of each.
 *
 * <p>All values are drawn beforehand, so that a tick costs the detector and what any caller pays to
 * fill its samples.
 */
public final class HealthyJob {
    private static final int GPUS_A_NODE = 8;
    private static final double SECONDS = 10;

    /** Ticks that are drawn; then they come again. */
    private static final int TICKS = 32;

    private static final double BETWEEN_GPUS = 0.015;
    private static final double NOISE = 0.01;

    private static final Metric[] METRICS = {
        Metric.OWN_TIME,
        Metric.SM_CLOCK,
        Metric.TEMPERATURE,
        Metric.POWER,
        Metric.THROTTLE_REASONS,
        Metric.SM_ACTIVE,
        Metric.CORRECTED_ERRORS,
        Metric.PCIE_REPLAYS,
        Metric.NVLINK_ERRORS,
        Metric.IB_SYMBOL_ERRORS
    };

    private final List<String> nodes = new ArrayList<>();
    private final NodeSample sample = new NodeSample(GPUS_A_NODE);
    private final List<Detection> found = new ArrayList<>();
    private StragglerDetector detector = fresh();

    /** By tick, then rank and metric; counters hold what one tick adds. */
    private final float[][] values;

    private final double[] counted;
    private long ticks;

    HealthyJob(int gpus) {
        for (int node = 0; node < gpus / GPUS_A_NODE; node++) {
            nodes.add("n%04d".formatted(node));
        }
        values = new float[TICKS][gpus * METRICS.length];
        counted = new double[gpus * METRICS.length];
        draw(gpus);
        detector.model(new GpuModel("H100", 1980, 700, 87, 5, 16, GpuModel.Reference.UNKNOWN));
        nodes.forEach(node -> detector.node(new NodePlace(node, "H100", "r0")));
        detector.begin(new JobShape("job", 0, "user", "app", nodes, GPUS_A_NODE, 1, SECONDS));
        nodes.forEach(node -> detector.test(tested(node)));
    }

    private static ShortTest tested(String node) {
        return new ShortTest(
                0,
                "job",
                node,
                ShortTest.Phase.PROLOG,
                Collections.nCopies(GPUS_A_NODE, 650.0),
                Collections.nCopies(GPUS_A_NODE, 3000.0),
                Collections.nCopies(GPUS_A_NODE, 55.0),
                Collections.nCopies(GPUS_A_NODE, 370.0),
                0.006);
    }

    private void draw(int gpus) {
        Random random = new Random(800_000L + gpus);
        double[] effect = random.doubles(gpus, -1, 1).map(x -> 1.7 * BETWEEN_GPUS * x).toArray();
        for (float[] tick : values) {
            for (int gpu = 0; gpu < gpus; gpu++) {
                double slow = Math.exp(effect[gpu] + NOISE * random.nextGaussian());
                int at = gpu * METRICS.length;
                tick[at] = (float) (800 * slow);
                tick[at + 1] = 15 * Math.round(1755 / slow / 15);
                tick[at + 2] = Math.round(60 + 4 * random.nextGaussian());
                tick[at + 3] = (float) (640 + 8 * random.nextGaussian());
                tick[at + 4] = random.nextInt(10) == 0 ? 4 : 0;
                tick[at + 5] = (float) (88 + random.nextGaussian());
                for (int counter = 6; counter < METRICS.length; counter++) {
                    tick[at + counter] = random.nextInt(200) == 0 ? 1 : 0;
                }
            }
        }
    }

    /** One sample of each node. */
    void tick() {
        float[] now = values[(int) (ticks % TICKS)];
        double time = SECONDS * ++ticks;
        for (int node = 0; node < nodes.size(); node++) {
            sample.clear("job", nodes.get(node), time).cpuPercent(20).stepMillis(1000);
            for (int gpu = 0; gpu < GPUS_A_NODE; gpu++) {
                int at = (node * GPUS_A_NODE + gpu) * METRICS.length;
                for (int m = 0; m < METRICS.length; m++) {
                    counted[at + m] = m < 6 ? now[at + m] : counted[at + m] + now[at + m];
                    sample.set(METRICS[m], gpu, counted[at + m]);
                }
            }
            detector.sample(sample);
        }
    }

    /** Lets go of all that the detector keeps. */
    void forget() {
        detector = fresh();
    }

    private StragglerDetector fresh() {
        return new StragglerDetector(StragglerSettings.defaults(), found::add);
    }

    /** A benchmark of detections would be another one. */
    void requireQuiet() {
        if (!found.isEmpty()) {
            throw new IllegalStateException("the job is healthy, and yet: " + found.get(0));
        }
    }
}
