package dev.farrier.cluster.scale;

import dev.farrier.config.HealthConfig;
import dev.farrier.config.Mode;
import dev.farrier.policy.Rules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Nodes that break within one second and stay broken.
 *
 * @param failing percent of them
 * @param latched whether one look is enough
 * @param alike one fault on all; else each has a fault of its own, so that nothing but the drain
 *     budget holds them back
 * @param interval between two looks of a node; all nodes look within the same second
 * @param spread as it is configured; the other numbers of the policy are the defaults
 */
record Scenario(
        String name,
        int nodes,
        int failing,
        boolean alike,
        boolean latched,
        Duration interval,
        Duration spread) {

    private Rules rules() {
        Rules rules = Rules.of(HealthConfig.defaults("defaults"));
        return new Rules(
                Mode.ACT,
                rules.failCount(),
                rules.failWindow(),
                rules.passCount(),
                rules.passHold(),
                rules.bootGrace(),
                rules.budget(),
                spread,
                rules.commonCauseHold(),
                Duration.ofMillis(interval.toMillis() * 3 / 2));
    }

    /**
     * @param folder empty, for the files of all nodes
     */
    Result run(
            SimulatedTime time,
            Scheduler scheduler,
            Instant start,
            Path folder,
            Duration callTimeout,
            Duration length)
            throws IOException, InterruptedException {
        Tally tally = new Tally();
        SimulatedNode.World world =
                new SimulatedNode.World(
                        time, start, scheduler, rules(), interval, callTimeout, tally);
        double begin = time.now() + 1;
        double end = begin + length.toSeconds();
        List<SimulatedTime.Task> tasks = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            String node = String.format(Locale.ROOT, "n%04d", i + 1);
            boolean broken = i * failing / 100 != (i + 1) * failing / 100;
            double first = begin + (double) i / nodes;
            SimulatedNode simulated =
                    new SimulatedNode(
                            node,
                            folder.resolve(node),
                            alike ? "gpu.lost" : "gpu.lost-" + node,
                            latched,
                            world);
            tasks.add(() -> simulated.live(first, end, broken));
        }
        time.run(tasks);
        return new Result(this, tally, begin, end);
    }

    /** How many nodes may be drained at once, but for those that cannot see each other yet. */
    int allowed() {
        int budget = Math.max(1, nodes / 10);
        return alike ? Math.min(budget, Math.max(5, nodes / 50) + 1) : budget;
    }

    /** What came of it. */
    record Result(Scenario scenario, Tally tally, double begin, double end) {
        Map<String, Object> toJson() {
            int allowed = scenario.allowed();
            int peak = tally.peak();
            double interval = scenario.interval.toSeconds();
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", scenario.name);
            json.put("nodes", scenario.nodes);
            json.put("failing", scenario.nodes * scenario.failing / 100);
            json.put("allowed", allowed);
            json.put("drains", tally.count(Tally.Kind.DRAIN));
            json.put("peak", peak);
            json.put("over", Math.max(0, peak - allowed));
            json.put("over_s", rounded(tally.secondsAbove(allowed, end)));
            json.put("left", tally.left());
            json.put("quiet_s", rounded(Math.max(0, tally.lastWrite() - begin)));
            for (Tally.Kind kind : Tally.Kind.values()) {
                String word = kind.name().toLowerCase(Locale.ROOT);
                json.put("calls_" + word, tally.count(kind));
            }
            json.put("calls_peak_s", tally.peakPerSecond());
            json.put("calls_last_s", rounded(tally.perSecond(end - interval, end)));
            return json;
        }

        private static double rounded(double value) {
            return Math.round(value * 10) / 10.0;
        }
    }
}
