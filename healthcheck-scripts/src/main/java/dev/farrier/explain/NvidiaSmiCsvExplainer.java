package dev.farrier.explain;

import dev.farrier.check.Finding;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import dev.farrier.telemetry.nvidia.Gpu;
import dev.farrier.telemetry.nvidia.GpuListing;
import dev.farrier.telemetry.nvidia.SmiField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code nvidia-smi --query-gpu=index,… --format=csv} prints, and beside it maybe how it
 * ended: a JSON object with {@code rc}.
 */
final class NvidiaSmiCsvExplainer implements Explainer {
    private static final int LINES_BEFORE_HEADER = 64; // messages of the driver

    /** Columns that tell of a GPU's condition and that nothing here judges. */
    private static final List<String> NOT_JUDGED =
            List.of("pcie.link.", "clocks_event_reasons", "clocks_throttle_reasons");

    @Override
    public String kind() {
        return "nvsmi-csv";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (isList(input)) {
                picked.add(input);
            }
        }
        if (!picked.isEmpty()) {
            for (Input input : inputs) {
                if (isEnd(input)) {
                    picked.add(input);
                }
            }
        }
        return picked;
    }

    private static boolean isList(Input input) {
        return !input.isBinary()
                && input.text()
                        .lines()
                        .limit(LINES_BEFORE_HEADER)
                        .anyMatch(line -> line.startsWith("index, "));
    }

    private static boolean isEnd(Input input) {
        return input.json() instanceof Map<?, ?> end && end.get("rc") instanceof Number;
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        int expected = (int) context.number("expected_gpus").orElse(0);
        CommandResult end = end(inputs);
        Map<String, Object> gpus = new LinkedHashMap<>();
        List<Object> indices = new ArrayList<>();
        List<Object> lost = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        String verdict = "healthy";
        int rows = 0;
        for (Input input : inputs) {
            if (isEnd(input)) {
                continue;
            }
            NvidiaSmiLook look =
                    input.read(
                            text ->
                                    NvidiaSmiLook.of(
                                            new CommandResult(
                                                    end.argv(),
                                                    end.end(),
                                                    end.exitCode(),
                                                    text,
                                                    end.stderr()),
                                            expected));
            GpuListing listing = look.listing().orElse(null);
            if (listing == null) {
                throw input.wrong(look.why());
            }
            for (Gpu gpu : listing.gpus()) {
                rows++;
                indices.add(gpu.index());
                String id = gpu.pciId().isEmpty() ? String.valueOf(gpu.index()) : gpu.pciId();
                Map<String, Object> told = told(gpu, look);
                gpus.put(id, told);
                lines.add("GPU " + id + ": " + told.get("verdict") + findings(told));
            }
            for (GpuListing.LostGpu gpu : listing.lost()) {
                lost.add(gpu.pciId());
                lines.add("GPU " + gpu.pciId() + ": unhealthy: " + gpu.message());
            }
            String health = look.verdict().health().word();
            verdict = verdict.equals("healthy") ? health : verdict;
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("gpus", gpus);
        members.put("rows", rows);
        members.put("indices_seen", indices);
        members.put("lost", lost);
        members.put("verdict", verdict);
        lines.add("the node: " + verdict);
        return new Explanation(members, lines);
    }

    private static CommandResult end(List<Input> inputs) {
        for (Input input : inputs) {
            if (input.json() instanceof Map<?, ?> end && isEnd(input)) {
                return CapturedCommand.of(end, "nvidia-smi");
            }
        }
        return new CommandResult(List.of("nvidia-smi"), End.EXITED, 0, "", "");
    }

    private static String findings(Map<String, Object> told) {
        return told.get("findings") instanceof List<?> list && !list.isEmpty()
                ? ": " + String.join(", ", list.stream().map(String::valueOf).toList())
                : "";
    }

    /** What is not judged here leaves the verdict of a GPU that seems healthy open. */
    private static Map<String, Object> told(Gpu gpu, NvidiaSmiLook look) {
        List<String> notJudged = new ArrayList<>();
        for (String column : gpu.fields().keySet()) {
            if (NOT_JUDGED.stream().anyMatch(column::startsWith)) {
                notJudged.add(column);
            }
        }
        List<String> findings = new ArrayList<>();
        String action = null;
        String worst = notJudged.isEmpty() ? "healthy" : "unknown";
        for (Finding finding : look.findings()) {
            if (finding.component().id().equals(gpu.id())) {
                findings.add(finding.code() + " " + finding.value());
                action = action == null ? finding.fault().remedy().word() : action;
                worst = verdict(finding, worst);
            }
        }
        List<String> errors = gpu.columns(SmiField.Kind.ERROR);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("verdict", worst);
        told.put("findings", findings);
        told.put("action", action);
        told.put("not_available", gpu.columns(SmiField.Kind.NOT_AVAILABLE));
        told.put("no_permission", gpu.columns(SmiField.Kind.NOT_PERMITTED));
        told.put("errors", errors.size() + gpu.columns(SmiField.Kind.LOST).size());
        told.put("field_errors", errors);
        told.put("not_judged", notJudged);
        return told;
    }

    private static String verdict(Finding finding, String before) {
        return switch (finding.severity()) {
            case FATAL -> "unhealthy";
            case DEGRADED, WARNING -> before.equals("unhealthy") ? before : "degraded";
            case INFO -> before.equals("healthy") ? "unknown" : before; // a field without answer
        };
    }
}
