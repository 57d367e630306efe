package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Two training jobs of ByteDance, see {@code straggler/bytedance-whatif/README.md}.
 *
 * <p>The traces hold times of operations and nothing of the hardware. So the worker that was made
 * slow on purpose, 2.4 times its peers, can be no more than a suspect: the same times would come
 * from more work.
 */
class TrainingTraceTest {
    private static final double SECONDS_BETWEEN_SAMPLES = 30;

    private final List<Detection> found = new ArrayList<>();

    @Test
    void suspectsTheSlowWorkerAndNoOther() {
        JobVerdict verdict = replay("AR", 4, 4);

        assertThat(verdict.outcome()).isEqualTo(JobVerdict.Outcome.SUSPECT);
        assertThat(verdict.stragglers())
                .singleElement()
                .satisfies(
                        worker -> {
                            assertThat(worker.node()).isEqualTo(worker(0, 0));
                            assertThat(Math.exp(worker.effect())).isBetween(2.2, 2.6);
                        });
        assertThat(found)
                .allSatisfy(
                        each -> {
                            assertThat(each.cause()).isEqualTo(Cause.UNEVEN_WORK);
                            assertThat(each.confidence()).isEqualTo(Detection.Confidence.SUSPECT);
                        });
    }

    @Test
    void suspectsItWithinHalfOfTheEighteenSteps() {
        replay("AR", 4, 4);

        assertThat(found.get(0).time()).isLessThan(9 * SECONDS_BETWEEN_SAMPLES);
    }

    /** Two workers a stage are no peers, and the last stage has twice the work by design. */
    @Test
    void cannotTellWhereAStageHasTwoWorkers() {
        JobVerdict verdict = replay("ST", 2, 4);

        assertThat(verdict.outcome()).isEqualTo(JobVerdict.Outcome.CANNOT_TELL);
        assertThat(verdict.stragglers()).isEmpty();
        assertThat(found).isEmpty();
    }

    /** One node a worker, with one GPU; ordered by stage. */
    private JobVerdict replay(String trace, int parallel, int stages) {
        List<String> nodes = new ArrayList<>();
        for (int stage = 0; stage < stages; stage++) {
            for (int dp = 0; dp < parallel; dp++) {
                nodes.add(worker(dp, stage));
            }
        }
        StragglerDetector detector =
                new StragglerDetector(StragglerSettings.defaults(), found::add);
        detector.begin(
                new JobShape(
                        trace, 0, "user", "training", nodes, 1, stages, SECONDS_BETWEEN_SAMPLES));
        NodeSample sample = new NodeSample(1);
        double time = 0;
        for (Map<String, Double> step : computeSeconds(trace).values()) {
            for (var worker : step.entrySet()) {
                sample.clear(trace, worker.getKey(), time)
                        .set(Metric.OWN_TIME, 0, 1000 * worker.getValue());
                detector.sample(sample);
            }
            time += SECONDS_BETWEEN_SAMPLES;
        }
        return detector.end(trace, time).orElseThrow();
    }

    /** Forward and backward compute of each worker, by step. */
    private static Map<Integer, Map<String, Double>> computeSeconds(String trace) {
        Recorded operations = Recorded.csv("bytedance-whatif/trace-" + trace + ".csv.gz");
        Map<Integer, Map<String, Double>> steps = new TreeMap<>();
        for (String[] row : operations.rows()) {
            if (operations.text(row, "optype").endsWith("-compute")) {
                String worker =
                        worker(
                                (int) operations.number(row, "dp_rank"),
                                (int) operations.number(row, "stage"));
                steps.computeIfAbsent((int) operations.number(row, "step"), step -> new TreeMap<>())
                        .merge(worker, operations.number(row, "duration"), Double::sum);
            }
        }
        return steps;
    }

    private static String worker(int dp, int stage) {
        return "dp" + dp + "-stage" + stage;
    }
}
