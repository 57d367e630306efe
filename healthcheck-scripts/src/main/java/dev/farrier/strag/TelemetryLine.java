package dev.farrier.strag;

import dev.farrier.json.Json;
import dev.farrier.straggler.GpuModel;
import dev.farrier.straggler.JobShape;
import dev.farrier.straggler.Metric;
import dev.farrier.straggler.NodePlace;
import dev.farrier.straggler.NodeSample;
import dev.farrier.straggler.ShortTest;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of a file of format strag-1. What a sample does not hold, or holds as nonsense, is NaN;
 * what a job cannot do without is an error.
 */
final class TelemetryLine {
    /** Python's json writes NaN and Infinity, which are no JSON. */
    private static final Pattern NO_NUMBER =
            Pattern.compile("(?<=[\\[,:\\s])-?(?:NaN|Infinity)(?=[\\],}\\s])");

    private static final Map<String, Metric> METRICS =
            Map.ofEntries(
                    Map.entry("st", Metric.OWN_TIME),
                    Map.entry("sm", Metric.SM_CLOCK),
                    Map.entry("tmp", Metric.TEMPERATURE),
                    Map.entry("pw", Metric.POWER),
                    Map.entry("thr", Metric.THROTTLE_REASONS),
                    Map.entry("sma", Metric.SM_ACTIVE),
                    Map.entry("pg", Metric.PCIE_GENERATION),
                    Map.entry("pl", Metric.PCIE_WIDTH),
                    Map.entry("ecc", Metric.CORRECTED_ERRORS),
                    Map.entry("prc", Metric.PCIE_REPLAYS),
                    Map.entry("nve", Metric.NVLINK_ERRORS),
                    Map.entry("ibe", Metric.IB_SYMBOL_ERRORS),
                    Map.entry("ibd", Metric.IB_LINK_DOWNS));

    private final Map<String, Object> members;
    private final Fields fields;

    private TelemetryLine(Map<String, Object> members) {
        this.members = members;
        fields = new Fields(members, "");
    }

    /**
     * @throws IllegalArgumentException when it is no JSON object
     */
    static TelemetryLine parse(String line) {
        boolean odd = line.contains("NaN") || line.contains("Infinity");
        try {
            return new TelemetryLine(
                    Json.object(odd ? NO_NUMBER.matcher(line).replaceAll("null") : line));
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage()).replaceFirst("^line 1, ", "");
            throw new IllegalArgumentException("must be one JSON object: " + why, e);
        }
    }

    String type() {
        return fields.text("type");
    }

    String scenario() {
        return fields.text("scenario");
    }

    double interval() {
        double interval = fields.number("interval_s");
        if (!(interval > 0)) {
            throw fields.wrong("interval_s", interval, "above 0");
        }
        return interval;
    }

    int gpusPerNode() {
        int gpus = fields.integer("gpus_per_node", 8);
        if (gpus < 1 || gpus > 256) {
            throw fields.wrong("gpus_per_node", gpus, "1 to 256");
        }
        return gpus;
    }

    String job() {
        return fields.text("job");
    }

    double time() {
        return fields.number("t");
    }

    GpuModel model() {
        Object reference = members.get("ref");
        Map<?, ?> values = reference instanceof Map<?, ?> map ? map : Map.of();
        return new GpuModel(
                fields.text("sku"),
                number(members.get("sm_max")),
                number(members.get("tdp")),
                number(members.get("t_slow")),
                fields.integer("pcie_gen", 0),
                fields.integer("pcie_w", 0),
                new GpuModel.Reference(
                        number(values.get("gemm")),
                        number(values.get("hbm")),
                        number(values.get("h2d")),
                        number(values.get("nvl"))));
    }

    NodePlace place() {
        return new NodePlace(fields.text("node"), fields.text("sku"), fields.text("rack", ""));
    }

    JobShape shape(int gpusPerNode, double interval) {
        return new JobShape(
                job(),
                time(),
                fields.text("user", ""),
                fields.text("app", ""),
                fields.texts("nodes"),
                gpusPerNode,
                fields.integer("pp", 1),
                interval);
    }

    ShortTest test(String job) {
        String phase = fields.text("phase");
        if (!phase.equals("prolog") && !phase.equals("epilog")) {
            throw fields.wrong("phase", phase, "prolog or epilog");
        }
        return new ShortTest(
                time(),
                job,
                fields.text("node"),
                phase.equals("prolog") ? ShortTest.Phase.PROLOG : ShortTest.Phase.EPILOG,
                numbers("gemm"),
                numbers("hbm"),
                numbers("h2d"),
                numbers("nvl"),
                number(members.get("lat")));
    }

    /** Puts the sample that this line is into {@code sample}. */
    NodeSample sample(String job, NodeSample sample) {
        sample.clear(job, fields.text("node"), time())
                .cpuPercent(number(members.get("cpu")))
                .stepMillis(number(members.get("T")));
        for (Map.Entry<String, Metric> metric : METRICS.entrySet()) {
            if (members.get(metric.getKey()) instanceof List<?> values) {
                for (int gpu = 0; gpu < values.size(); gpu++) {
                    sample.set(metric.getValue(), gpu, number(values.get(gpu)));
                }
            }
        }
        return sample;
    }

    private List<Double> numbers(String name) {
        return members.get(name) instanceof List<?> values
                ? values.stream().map(TelemetryLine::number).toList()
                : List.of();
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
