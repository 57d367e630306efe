package dev.farrier.explain;

import dev.farrier.check.Finding;
import dev.farrier.check.os.MemoryErrorsCheck;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.MemoryErrors;
import dev.farrier.telemetry.linux.MemoryErrorsSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The counters of memory controllers. Of a tree alone the age of its counters is mostly not known:
 * they are then judged as if they were of the last hour.
 */
final class MemoryErrorsExplainer implements Explainer {
    private static final String FOLDER = "/devices/system/edac";
    private static final double HOUR = 3600;
    private static final int USUAL_LIMIT = 1000;

    @Override
    public String kind() {
        return "sysfs-edac";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        return SysTrees.below(inputs, FOLDER);
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        SysTrees trees = SysTrees.of(inputs, context);
        MemoryErrors errors = trees.observe(MemoryErrorsSource::read);
        MemoryErrorsCheck check =
                new MemoryErrorsCheck(
                        (int) context.number("ce_limit").orElse(USUAL_LIMIT), Optional.empty());
        long corrected = 0;
        long uncorrected = 0;
        List<Object> parts = new ArrayList<>();
        Map<String, Object> verdicts = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (MemoryErrors.Controller controller : errors.controllers()) {
            corrected += controller.corrected();
            uncorrected += controller.uncorrected();
            for (MemoryErrors.Part part : controller.parts()) {
                if (part.corrected().total() + part.uncorrected().total() > 0) {
                    parts.add(members(controller, part));
                }
            }
            List<Finding> findings =
                    check.judge(trees.later().isEmpty() ? aged(controller) : controller);
            String verdict =
                    controller.parts().isEmpty() ? Verdicts.UNKNOWN : Verdicts.of(findings);
            verdicts.put(controller.name(), verdict);
            List<String> words = new ArrayList<>();
            findings.forEach(finding -> words.add(finding.message()));
            lines.add(Verdicts.line(controller.name(), verdict, words));
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("total_ce", corrected);
        members.put("total_ue", uncorrected);
        members.put("parts", parts);
        members.put("verdicts", verdicts);
        return new Explanation(members, lines);
    }

    private static Map<String, Object> members(
            MemoryErrors.Controller controller, MemoryErrors.Part part) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("mc", Long.parseLong(controller.name().substring("mc".length())));
        members.put("part", part.name());
        members.put("ce", part.corrected().total());
        members.put("ue", part.uncorrected().total());
        part.corrected().increase().ifPresent(grown -> members.put("ce_increase", grown.by()));
        part.uncorrected().increase().ifPresent(grown -> members.put("ue_increase", grown.by()));
        return members;
    }

    private static MemoryErrors.Controller aged(MemoryErrors.Controller controller) {
        List<MemoryErrors.Part> parts = new ArrayList<>();
        for (MemoryErrors.Part part : controller.parts()) {
            MemoryErrors.Count known = part.corrected();
            Increase increase = known.increase().orElse(new Increase(known.total(), false, HOUR));
            parts.add(
                    new MemoryErrors.Part(
                            part.name(),
                            new MemoryErrors.Count(known.total(), Optional.of(increase)),
                            part.uncorrected()));
        }
        return new MemoryErrors.Controller(
                controller.name(), controller.modules(), parts, controller.unreadable());
    }
}
