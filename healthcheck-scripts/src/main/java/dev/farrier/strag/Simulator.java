package dev.farrier.strag;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Makes the telemetry of a scenario, by section 2 of the benchmark's description. */
final class Simulator {
    /** In every node. */
    static final int GPUS = 8;

    private Simulator() {}

    /** Hands over the scenario's lines, in the order in which a file has them. */
    static void run(Scenario scenario, Consumer<Map<String, Object>> out) {
        out.accept(meta(scenario));
        scenario.nodes().stream().distinct().map(Sku::line).forEach(out);
        List<Node> cluster = Node.cluster(scenario);
        for (Node node : cluster) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("type", "node");
            line.put("node", node.name());
            line.put("sku", node.sku.name());
            line.put("rack", Scenario.rackName(node.number));
            out.accept(line);
        }
        for (JobPlan job : scenario.jobs()) {
            out.accept(begin(job));
            new JobRun(scenario, job, cluster).run(out);
            Map<String, Object> end = new LinkedHashMap<>();
            end.put("type", "end");
            end.put("job", job.id());
            end.put("t", job.end(scenario.interval()));
            out.accept(end);
        }
    }

    private static Map<String, Object> meta(Scenario scenario) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", "meta");
        line.put("scenario", scenario.name());
        line.put("format", "strag-1");
        line.put("interval_s", scenario.interval());
        line.put("gpus_per_node", GPUS);
        line.put("t_start", 0);
        line.put("t_end", scenario.end());
        return line;
    }

    private static Map<String, Object> begin(JobPlan job) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", "job");
        line.put("job", job.id());
        line.put("t", job.start());
        line.put("user", job.user());
        line.put("app", job.app());
        line.put("nodes", job.nodes().stream().map(Scenario::nodeName).toList());
        line.put("pp", job.pipeline());
        line.put("tp", job.tensor());
        line.put("dp", job.ranks() / (job.pipeline() * job.tensor()));
        return line;
    }
}
