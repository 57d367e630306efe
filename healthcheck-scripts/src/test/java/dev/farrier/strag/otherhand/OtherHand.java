package dev.farrier.strag.otherhand;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes all scenarios of the other hand, with their truth, into a folder. */
public final class OtherHand {
    private OtherHand() {}

    /** What a detector reads of a scenario, line by line, and what is right. */
    record Told(List<String> lines, String truth) {}

    /** Writes {@code O01.jsonl …} and {@code truth/O01.json …} into the folder {@code args[0]}. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder.resolve("truth"));
        for (Scenario scenario : Scenarios.all()) {
            Told told = tell(scenario);
            try (BufferedWriter out =
                    Files.newBufferedWriter(
                            folder.resolve(scenario.name() + ".jsonl"), StandardCharsets.UTF_8)) {
                for (String line : told.lines()) {
                    out.write(line);
                    out.write('\n');
                }
            }
            Files.writeString(
                    folder.resolve("truth/" + scenario.name() + ".json"),
                    told.truth() + "\n",
                    StandardCharsets.UTF_8);
        }
    }

    static Told tell(Scenario scenario) {
        Dice dice = new Dice(scenario.seed());
        List<Node> nodes = new ArrayList<>();
        for (int number = 0; number < scenario.nodes(); number++) {
            nodes.add(new Node(number, scenario, dice));
        }
        List<String> lines = new ArrayList<>();
        lines.add(head(scenario));
        Line sku = new Line();
        scenario.sku().write(sku);
        lines.add(sku.toString());
        for (Node node : nodes) {
            lines.add(
                    new Line()
                            .text("type", "node")
                            .text("node", node.name())
                            .text("sku", scenario.sku().name())
                            .text("rack", node.rack)
                            .toString());
        }
        List<Episode> episodes = new ArrayList<>();
        for (Job job : scenario.jobs()) {
            JobRun run =
                    new JobRun(scenario, job, job.nodes().stream().map(nodes::get).toList(), dice);
            lines.addAll(run.lines());
            episodes.addAll(run.episodes());
        }
        return new Told(lines, Truth.of(scenario, episodes));
    }

    private static String head(Scenario scenario) {
        double start = scenario.jobs().stream().mapToDouble(Job::start).min().orElse(0);
        double end = scenario.jobs().stream().mapToDouble(scenario::end).max().orElse(0);
        return new Line()
                .text("type", "meta")
                .text("scenario", scenario.name())
                .text("format", "strag-1")
                .number("interval_s", scenario.interval())
                .number("gpus_per_node", scenario.gpusPerNode())
                .number("t_start", start)
                .number("t_end", end + 20)
                .toString();
    }
}
