package dev.farrier.explain;

import dev.farrier.explain.StepSeries.Row;
import dev.farrier.straggler.Detection;
import dev.farrier.straggler.JobShape;
import dev.farrier.straggler.JobVerdict;
import dev.farrier.straggler.Metric;
import dev.farrier.straggler.NodeSample;
import dev.farrier.straggler.StragglerDetector;
import dev.farrier.straggler.StragglerSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Runs the straggler detector over the ranks of one group, each step a sample. */
final class StepSeriesJudge {
    /** Nobody says when a step was; the detector only needs them evenly apart. */
    private static final double INTERVAL_SECONDS = 10;

    private static final String JOB = "series";

    private final StepSeries series;

    /** Ranks by node and place in it: the job as the detector sees it. */
    private final Map<String, List<Integer>> ranksOfNode = new LinkedHashMap<>();

    private final Map<Integer, Row> firstOfRank = new TreeMap<>();
    private final List<Long> steps;
    private final List<Detection> detections = new ArrayList<>();

    /**
     * A rank, or a node with all its ranks, that holds the others back.
     *
     * @param rank of a node the first
     * @param fromStep where it began
     * @param stepsInARow from there on in which it was slow
     * @param slowdown its compute time to the others' median, the median over those steps; where
     *     there are no others, by the detector's effect
     */
    record Slow(
            int rank,
            JobVerdict.Straggler straggler,
            Map<String, Double> evidence,
            long fromStep,
            int stepsInARow,
            double slowdown) {}

    /**
     * Who was slow, alarms and suspects, each once.
     *
     * @param any whether there was enough to judge
     */
    record Judgement(boolean any, List<Slow> slow) {}

    StepSeriesJudge(StepSeries series) {
        this.series = series;
        steps = List.copyOf(series.steps().keySet());
        series.steps().values().forEach(ranks -> ranks.forEach(firstOfRank::putIfAbsent));
        firstOfRank.forEach(
                (rank, row) ->
                        ranksOfNode
                                .computeIfAbsent(row.node(), node -> new ArrayList<>())
                                .add(rank));
    }

    Judgement judge() {
        int gpus = ranksOfNode.values().stream().mapToInt(List::size).max().orElse(1);
        StragglerDetector detector =
                new StragglerDetector(StragglerSettings.defaults(), detections::add);
        detector.begin(
                new JobShape(
                        JOB,
                        0,
                        "",
                        "",
                        List.copyOf(ranksOfNode.keySet()),
                        gpus,
                        1,
                        INTERVAL_SECONDS));
        NodeSample sample = new NodeSample(gpus);
        for (int i = 0; i < steps.size(); i++) {
            NavigableMap<Integer, Row> rows = rows(i);
            for (Map.Entry<String, List<Integer>> node : ranksOfNode.entrySet()) {
                sample.clear(JOB, node.getKey(), i * INTERVAL_SECONDS);
                fill(sample, node.getValue(), rows);
                detector.sample(sample);
            }
        }
        JobVerdict verdict = detector.end(JOB, steps.size() * INTERVAL_SECONDS).orElseThrow();
        return new Judgement(
                verdict.outcome() != JobVerdict.Outcome.CANNOT_TELL,
                verdict.stragglers().stream().map(this::slow).toList());
    }

    private NavigableMap<Integer, Row> rows(int index) {
        return series.steps().getOrDefault(steps.get(index), new TreeMap<>());
    }

    private static void fill(NodeSample sample, List<Integer> ranks, Map<Integer, Row> rows) {
        for (int place = 0; place < ranks.size(); place++) {
            Row row = rows.get(ranks.get(place));
            if (row != null) {
                sample.stepMillis(row.stepMillis())
                        .set(Metric.OWN_TIME, place, row.computeMillis())
                        .set(Metric.SM_CLOCK, place, row.smMhz())
                        .set(Metric.POWER, place, row.powerWatts())
                        .set(Metric.TEMPERATURE, place, row.temperatureCelsius())
                        .set(Metric.THROTTLE_REASONS, place, row.reasons());
            }
        }
    }

    private Slow slow(JobVerdict.Straggler straggler) {
        List<Integer> ofNode = ranksOfNode.getOrDefault(straggler.node(), List.of());
        boolean whole = straggler.gpu() == Detection.WHOLE_NODE;
        List<Integer> members = whole ? ofNode : List.of(ofNode.get(straggler.gpu()));
        double[] ratio = new double[steps.size()];
        for (int i = 0; i < ratio.length; i++) {
            ratio[i] = ratio(rows(i), members);
        }
        double slow = 1 + Math.expm1(straggler.effect()) / 2;
        int found =
                (int) Math.min(ratio.length - 1, Math.round(straggler.since() / INTERVAL_SECONDS));
        int from = found;
        while (from > 0 && ratio[from - 1] >= slow) {
            from--;
        }
        int after = found + 1;
        while (after < ratio.length && ratio[after] >= slow) {
            after++;
        }
        Map<String, Double> evidence =
                detections.stream()
                        .filter(each -> each.node().equals(straggler.node()))
                        .filter(each -> each.gpu() == straggler.gpu())
                        .reduce((before, last) -> last)
                        .map(Detection::evidence)
                        .orElse(Map.of());
        double slowdown = median(Arrays.copyOfRange(ratio, from, after));
        return new Slow(
                members.get(0),
                straggler,
                evidence,
                steps.get(from),
                after - from,
                Double.isNaN(slowdown) ? Math.exp(straggler.effect()) : slowdown);
    }

    private static double ratio(Map<Integer, Row> rows, List<Integer> members) {
        return median(times(rows, members, true)) / median(times(rows, members, false));
    }

    private static double[] times(
            Map<Integer, Row> rows, List<Integer> members, boolean ofMembers) {
        return rows.values().stream()
                .filter(row -> members.contains(row.rank()) == ofMembers)
                .mapToDouble(Row::computeMillis)
                .filter(millis -> millis > 0 && millis < Double.POSITIVE_INFINITY)
                .toArray();
    }

    /** NaN of nothing. */
    private static double median(double[] values) {
        Arrays.sort(values);
        int half = values.length / 2;
        if (values.length == 0) {
            return Double.NaN;
        }
        return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    }

    /** The number of the GPU in its node, as the series has it. */
    int gpu(Slow slow) {
        Row row = firstOfRank.get(slow.rank());
        return row == null || slow.straggler().gpu() == Detection.WHOLE_NODE
                ? Detection.WHOLE_NODE
                : row.gpu();
    }
}
