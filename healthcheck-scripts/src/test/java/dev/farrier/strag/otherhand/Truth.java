package dev.farrier.strag.otherhand;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what a scenario's faults really did. */
final class Truth {
    private Truth() {}

    static String of(Scenario scenario, List<Episode> episodes) {
        Map<String, Episode> worst = new LinkedHashMap<>();
        for (Episode episode : episodes) {
            if (episode.positive()) {
                String pair = episode.job().id() + ' ' + episode.fault().node();
                worst.merge(
                        pair,
                        episode,
                        (one, other) -> one.effect() >= other.effect() ? one : other);
            }
        }
        double nodeSeconds = 0;
        int jobNodes = 0;
        for (Job job : scenario.jobs()) {
            nodeSeconds += (double) job.nodes().size() * job.samples() * scenario.interval();
            jobNodes += job.nodes().size();
        }
        return new Line()
                .text("scenario", scenario.name())
                .text("note", scenario.note())
                .number("node_days", nodeSeconds / 86_400)
                .number("interval_s", scenario.interval())
                .objects(
                        "faults",
                        scenario.faults().stream().map(f -> f.truth(effect(f, episodes))).toList())
                .objects("positives", worst.values().stream().map(Episode::truth).toList())
                .texts("lemons", scenario.lemons().stream().map(Node::name).toList())
                .number("job_nodes", jobNodes)
                .number("gpus", scenario.nodes() * scenario.gpusPerNode())
                .toString();
    }

    private static double effect(Fault fault, List<Episode> episodes) {
        double most = 0;
        for (Episode episode : episodes) {
            if (episode.fault().equals(fault)) {
                most = Math.max(most, episode.effect());
            }
        }
        return Math.rint(most * 1000) / 1000;
    }
}
