package dev.farrier.strag;

import dev.farrier.strag.Detections.Alarm;
import dev.farrier.strag.Detections.JobNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a detector got right and wrong in one scenario. On lemons and on nodes with a fault too weak
 * or too short to count, an alarm is neither.
 *
 * @param delays in samples from the onset to the first right alarm, shortest first
 */
public record ScenarioScore(
        String scenario,
        Counts alarms,
        Counts lemons,
        int gpuRight,
        int kindRight,
        int familyRight,
        List<Double> delays) {
    /** A node whose alarms name so many GPUs is meant as a whole. */
    private static final int MOST_GPUS = 6;

    /** Found and true, found and not true, not found. */
    public record Counts(int right, int wrong, int missed) {
        static final Counts NONE = new Counts(0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(right + other.right, wrong + other.wrong, missed + other.missed);
        }

        double precision() {
            if (right + wrong == 0) {
                return missed == 0 ? 1 : 0;
            }
            return (double) right / (right + wrong);
        }

        double recall() {
            return right + missed == 0 ? 1 : (double) right / (right + missed);
        }

        double f1() {
            double precision = precision();
            double recall = recall();
            double sum = precision + recall;
            return sum == 0 ? 0 : 2 * precision * recall / sum;
        }
    }

    public ScenarioScore {
        delays = List.copyOf(delays);
    }

    static ScenarioScore of(Truth truth, Detections detections) {
        Map<JobNode, Truth.Positive> positives = new HashMap<>();
        for (Truth.Positive positive : truth.positives()) {
            positives.put(new JobNode(positive.job(), positive.node()), positive);
        }
        Set<String> neutral = new HashSet<>(truth.lemons());
        truth.faults().forEach(fault -> neutral.add(Scenario.nodeName(fault.node())));
        int right = 0;
        int wrong = 0;
        int gpuRight = 0;
        int kindRight = 0;
        int familyRight = 0;
        List<Double> delays = new ArrayList<>();
        for (Map.Entry<JobNode, List<Alarm>> each :
                detections.alarms(truth.scenario()).entrySet()) {
            Truth.Positive positive = positives.get(each.getKey());
            if (positive == null) {
                wrong += neutral.contains(each.getKey().node()) ? 0 : 1;
                continue;
            }
            double earliest = positive.onset() - truth.interval();
            List<Alarm> inTime =
                    each.getValue().stream()
                            .filter(alarm -> alarm.time() >= earliest)
                            .sorted(Comparator.comparingDouble(Alarm::time))
                            .toList();
            wrong += inTime.size() < each.getValue().size() ? 1 : 0;
            if (inTime.isEmpty()) {
                continue;
            }
            right++;
            delays.add(Math.max(0, (inTime.get(0).time() - positive.onset()) / truth.interval()));
            gpuRight += namesGpu(inTime, positive.gpu()) ? 1 : 0;
            Optional<String> kind = inTime.get(inTime.size() - 1).kind();
            kindRight += kind.equals(Optional.of(positive.kind().word())) ? 1 : 0;
            familyRight += kind.map(ScenarioScore::family).equals(family(positive)) ? 1 : 0;
        }
        delays.sort(Comparator.naturalOrder());
        return new ScenarioScore(
                truth.scenario(),
                new Counts(right, wrong, positives.size() - right),
                lemons(truth, detections.lemons(truth.scenario())),
                gpuRight,
                kindRight,
                familyRight,
                delays);
    }

    private static boolean namesGpu(List<Alarm> alarms, int gpu) {
        Set<Integer> named = new HashSet<>();
        alarms.forEach(alarm -> named.add(alarm.gpu()));
        return named.contains(gpu) || gpu < 0 && named.size() >= MOST_GPUS;
    }

    private static Optional<String> family(Truth.Positive positive) {
        return Optional.of(positive.kind().family());
    }

    /** A word that is none of ours may be that of a class. */
    private static String family(String kind) {
        return FaultKind.of(kind).map(FaultKind::family).orElse(kind);
    }

    private static Counts lemons(Truth truth, Set<String> found) {
        Set<String> lemons = new HashSet<>(truth.lemons());
        Set<String> both = new HashSet<>(lemons);
        both.retainAll(found);
        return new Counts(both.size(), found.size() - both.size(), lemons.size() - both.size());
    }

    /** The middle one of the delays. */
    public Optional<Double> medianDelay() {
        return delays.isEmpty() ? Optional.empty() : Optional.of(delays.get(delays.size() / 2));
    }
}
