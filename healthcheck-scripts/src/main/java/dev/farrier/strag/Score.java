package dev.farrier.strag;

import dev.farrier.strag.ScenarioScore.Counts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a detector over all scenarios of a benchmark.
 *
 * @param delays in samples, of all right alarms, shortest first
 */
public record Score(
        List<ScenarioScore> scenarios,
        Counts alarms,
        Counts lemons,
        int gpuRight,
        int kindRight,
        int familyRight,
        List<Double> delays,
        int jobNodes,
        double nodeDays) {
    public Score {
        scenarios = List.copyOf(scenarios);
        delays = List.copyOf(delays);
    }

    /** Scenarios that the truth does not know count for nothing. */
    public static Score of(List<Truth> truths, Detections detections) {
        List<ScenarioScore> scenarios = new ArrayList<>();
        Counts alarms = Counts.NONE;
        Counts lemons = Counts.NONE;
        int gpuRight = 0;
        int kindRight = 0;
        int familyRight = 0;
        List<Double> delays = new ArrayList<>();
        int jobNodes = 0;
        double nodeDays = 0;
        for (Truth truth : truths) {
            ScenarioScore scenario = ScenarioScore.of(truth, detections);
            scenarios.add(scenario);
            alarms = alarms.plus(scenario.alarms());
            lemons = lemons.plus(scenario.lemons());
            gpuRight += scenario.gpuRight();
            kindRight += scenario.kindRight();
            familyRight += scenario.familyRight();
            delays.addAll(scenario.delays());
            jobNodes += truth.jobNodes();
            nodeDays += truth.nodeDays();
        }
        delays.sort(Comparator.naturalOrder());
        return new Score(
                scenarios,
                alarms,
                lemons,
                gpuRight,
                kindRight,
                familyRight,
                delays,
                jobNodes,
                nodeDays);
    }

    /** With the keys and the rounding of the benchmark's own scorer. */
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("method", "");
        json.put("precision", rounded(alarms.precision(), 3));
        json.put("recall", rounded(alarms.recall(), 3));
        json.put("f1", rounded(alarms.f1(), 3));
        json.put("tp", alarms.right());
        json.put("fp", alarms.wrong());
        json.put("fn", alarms.missed());
        json.put("ttd_p50", delay(delays.size() / 2));
        json.put("ttd_p90", delay((int) (delays.size() * 0.9)));
        json.put("fp_per_1000_job_nodes", ratio(1000.0 * alarms.wrong(), jobNodes, 2));
        json.put("fp_per_1000_node_days", ratio(1000.0 * alarms.wrong(), nodeDays, 1));
        json.put("gpu_right", ratio(gpuRight, alarms.right(), 3));
        json.put("kind_right", ratio(kindRight, alarms.right(), 3));
        json.put("class_right", ratio(familyRight, alarms.right(), 3));
        Map<String, @Nullable Object> ofLemons = new LinkedHashMap<>();
        ofLemons.put("precision", rounded(lemons.precision(), 3));
        ofLemons.put("recall", rounded(lemons.recall(), 3));
        ofLemons.put("f1", rounded(lemons.f1(), 3));
        ofLemons.put("tp", lemons.right());
        ofLemons.put("fp", lemons.wrong());
        ofLemons.put("fn", lemons.missed());
        json.put("lemon", ofLemons);
        return json;
    }

    private @Nullable Double delay(int index) {
        return delays.isEmpty() ? null : rounded(delays.get(index), 1);
    }

    private static @Nullable Double ratio(double part, double whole, int digits) {
        return whole == 0 ? null : rounded(part / whole, digits);
    }

    /** As Python rounds: the exact value of the double, half to even. */
    private static double rounded(double value, int digits) {
        return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).doubleValue();
    }
}
