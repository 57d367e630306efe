package dev.farrier.explain;

import dev.farrier.explain.StepSeriesJudge.Slow;
import dev.farrier.strag.EvidenceText;
import dev.farrier.straggler.Detection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * CSV with a line a step and rank: who holds the others back. The context may have {@code
 * min_steps} and {@code min_consecutive}.
 */
final class StragglerExplainer implements Explainer {
    private static final String NONE = "none";
    private static final int FEWEST_STEPS = 20;
    private static final int FEWEST_IN_A_ROW = 10;

    @Override
    public String kind() {
        return "straggler";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        return inputs.stream().filter(StragglerExplainer::isSeries).toList();
    }

    private static boolean isSeries(Input input) {
        return !input.isBinary()
                && List.of(input.firstLine().split(",", -1)).containsAll(StepSeries.NEEDED);
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            Map<String, Object> told = told(input, context, lines);
            members.put(input.fileName(), told);
            if (inputs.size() == 1) {
                members.putAll(told);
            }
        }
        return new Explanation(members, lines);
    }

    private static Map<String, Object> told(Input input, Context context, List<String> lines) {
        StepSeries series = input.read(StepSeries::parse);
        long fewest = context.number("min_steps").orElse(FEWEST_STEPS);
        long inARow = context.number("min_consecutive").orElse(FEWEST_IN_A_ROW);
        List<Object> stragglers = new ArrayList<>();
        List<Object> suspects = new ArrayList<>();
        List<String> words = new ArrayList<>();
        boolean enough = series.steps().size() >= fewest;
        boolean judged = true;
        if (enough) {
            for (StepSeries group : series.groups().values()) {
                StepSeriesJudge judge = new StepSeriesJudge(group);
                StepSeriesJudge.Judgement judgement = judge.judge();
                judged &= judgement.any();
                for (Slow slow : judgement.slow()) {
                    boolean sure =
                            slow.straggler().confidence() == Detection.Confidence.ALARM
                                    && slow.stepsInARow() >= inARow;
                    (sure ? stragglers : suspects).add(members(slow, judge.gpu(slow)));
                    words.add((sure ? "straggler: " : "suspect: ") + words(slow, judge.gpu(slow)));
                }
            }
        }
        String verdict = "no straggler";
        if (!enough) {
            verdict = "not enough samples";
        } else if (!stragglers.isEmpty()) {
            verdict = "straggler";
        } else if (!suspects.isEmpty()) {
            verdict = "suspect";
        } else if (!judged) {
            verdict = "cannot tell";
        }
        lines.add(input.fileName() + ": " + verdict + ", " + series.steps().size() + " steps seen");
        lines.addAll(words);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("verdict", verdict);
        told.put("stragglers", stragglers);
        told.put("others", suspects.isEmpty() ? NONE : suspects);
        told.put("action", action(!stragglers.isEmpty(), !suspects.isEmpty()));
        told.put("steps", series.steps().size());
        return told;
    }

    private static String action(boolean stragglers, boolean suspects) {
        return stragglers ? "report, drain-after-job" : suspects ? "report" : NONE;
    }

    private static Map<String, Object> members(Slow slow, int gpu) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("rank", slow.rank());
        members.put("node", slow.straggler().node());
        members.put("gpu", gpu);
        members.put("from_step", slow.fromStep());
        members.put("steps_in_a_row", slow.stepsInARow());
        members.put("cause", cause(slow));
        members.put("slowdown", Math.rint(slow.slowdown() * 1000) / 1000);
        return members;
    }

    private static String cause(Slow slow) {
        return slow.straggler().cause().word().replace('_', '-');
    }

    private static String words(Slow slow, int gpu) {
        String where =
                gpu == Detection.WHOLE_NODE ? "" : " GPU " + gpu + " (rank " + slow.rank() + ")";
        return String.format(
                Locale.ROOT,
                "%s%s, %s, from step %d on %.2f times as slow as the others: %s",
                slow.straggler().node(),
                where,
                cause(slow),
                slow.fromStep(),
                slow.slowdown(),
                EvidenceText.of(slow.evidence()));
    }
}
