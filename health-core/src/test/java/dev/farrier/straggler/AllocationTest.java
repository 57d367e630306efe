package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The detector allocates nothing, not a byte, while a healthy job runs. */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int GPUS = 8;
    private static final int FIRST_TICKS = 300;
    private static final int TICKS = 3000;
    private static final Set<Metric> ALL = EnumSet.allOf(Metric.class);

    private final List<Detection> found = new ArrayList<>();
    private final StragglerDetector detector =
            new StragglerDetector(StragglerSettings.defaults(), found::add);
    private final Random random = new Random(820_001);
    private final NodeSample sample = new NodeSample(GPUS);
    private int tick;

    @Test
    void allocatesNothingForAJobWithTests() {
        List<String> nodes = begin(8, 4);
        nodes.forEach(node -> detector.test(tested(node)));

        assertThat(allocated(nodes, ALL)).isZero();
    }

    @Test
    void allocatesNothingForAJobWithoutTests() {
        List<String> nodes = begin(8, 1);

        assertThat(allocated(nodes, ALL)).isZero();
    }

    @Test
    void allocatesNothingForTestsThatNothingCanBeComparedWith() {
        List<String> nodes = begin(1, 1);
        nodes.forEach(node -> detector.test(tested(node)));

        assertThat(allocated(nodes, ALL)).isZero();
    }

    @Test
    void allocatesNothingForAJobThatDoesNotTellItsStepTimes() {
        List<String> nodes = begin(8, 1);

        assertThat(allocated(nodes, EnumSet.complementOf(EnumSet.of(Metric.OWN_TIME)))).isZero();
    }

    private List<String> begin(int count, int stages) {
        List<String> nodes = IntStream.range(0, count).mapToObj(n -> "n" + n).toList();
        detector.begin(new JobShape("job", 0, "user", "app", nodes, GPUS, stages, 10));
        return nodes;
    }

    private static ShortTest tested(String node) {
        List<Double> results = Collections.nCopies(GPUS, 100.0);
        return new ShortTest(
                0, "job", node, ShortTest.Phase.PROLOG, results, results, results, results, 0.006);
    }

    private long allocated(List<String> nodes, Set<Metric> metrics) {
        Metric[] told = metrics.toArray(Metric[]::new);
        run(nodes, told, FIRST_TICKS);
        assertThat(THREADS.getCurrentThreadAllocatedBytes()).isPositive();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        run(nodes, told, TICKS);
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(found).isEmpty();
        return bytes;
    }

    private void run(List<String> nodes, Metric[] told, int ticks) {
        for (int end = tick + ticks; tick < end; tick++) {
            for (int node = 0; node < nodes.size(); node++) {
                sample.clear("job", nodes.get(node), 10 * tick).cpuPercent(20).stepMillis(1000);
                for (Metric metric : told) {
                    for (int gpu = 0; gpu < GPUS; gpu++) {
                        sample.set(metric, gpu, value(metric));
                    }
                }
                detector.sample(sample);
            }
        }
    }

    private double value(Metric metric) {
        double noise = 1 + 0.01 * (random.nextDouble() - 0.5);
        return switch (metric) {
            case OWN_TIME -> 800 * noise;
            case SM_CLOCK -> 1755 * noise;
            case TEMPERATURE -> 60 * noise;
            case POWER -> 640 * noise;
            case THROTTLE_REASONS -> 4;
            case SM_ACTIVE -> 88 * noise;
            case PCIE_GENERATION -> 5;
            case PCIE_WIDTH -> 16;
            default -> Math.rint(tick / 500.0);
        };
    }
}
