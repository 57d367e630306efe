package dev.farrier.strag.thirdhand;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Writes all scenarios of the third hand, with their truth, into a folder. */
public final class ThirdHand {
    private ThirdHand() {}

    /** What a detector reads of a scenario, line by line, and what is right. */
    record Told(List<String> lines, String truth) {}

    /** Writes {@code T01.jsonl …} and {@code truth/T01.json …} into the folder {@code args[0]}. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder.resolve("truth"));
        for (Scenario scenario : ThirdHandScenarios.all()) {
            Told told = tell(scenario);
            Path samples = folder.resolve(scenario.name() + ".jsonl");
            try (BufferedWriter out = Files.newBufferedWriter(samples, StandardCharsets.UTF_8)) {
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
        List<String> lines = new ArrayList<>();
        lines.add(head(scenario));
        List<Machine> machines =
                IntStream.range(0, scenario.nodes()).mapToObj(scenario::machine).toList();
        machines.stream().map(Machine::sku).distinct().map(Sku::line).forEach(lines::add);
        machines.stream().map(Machine::line).forEach(lines::add);
        List<Truth.Effect> effects = new ArrayList<>();
        for (Plan plan : scenario.jobs()) {
            List<Frame> frames = Run.of(scenario, plan, Truth.touching(scenario, plan));
            lines.addAll(job(scenario, plan, frames));
            effects.addAll(Truth.effects(scenario, plan, frames));
        }
        return new Told(List.copyOf(lines), Truth.file(scenario, effects));
    }

    private static List<String> job(Scenario scenario, Plan plan, List<Frame> frames) {
        ShortTests tests = new ShortTests(scenario, plan);
        List<String> lines = new ArrayList<>();
        lines.add(begin(plan));
        if (plan.shows().prolog()) {
            lines.addAll(tests.prolog());
        }
        lines.addAll(new SampleWriter(scenario, plan).lines(frames));
        if (plan.shows().epilog()) {
            lines.addAll(tests.epilog());
        }
        lines.add(
                new JsonLine()
                        .with("type", "end")
                        .with("job", plan.id())
                        .with("t", plan.end(), 1)
                        .toString());
        return lines;
    }

    private static String begin(Plan plan) {
        int ranks = plan.nodes().size() * Machine.GPUS;
        return new JsonLine()
                .with("type", "job")
                .with("job", plan.id())
                .with("t", plan.start(), 1)
                .with("user", plan.user())
                .with("app", plan.app().name())
                .with("nodes", plan.nodes().stream().map(Machine::name).toList())
                .with("pp", plan.pp(), 0)
                .with("tp", plan.tp(), 0)
                .with("dp", Math.max(1, ranks / plan.pp() / plan.tp()), 0)
                .toString();
    }

    private static String head(Scenario scenario) {
        double end = scenario.jobs().stream().mapToDouble(Plan::end).max().orElse(0);
        return new JsonLine()
                .with("type", "meta")
                .with("scenario", scenario.name())
                .with("format", "strag-1")
                .with("interval_s", scenario.interval(), 0)
                .with("gpus_per_node", Machine.GPUS, 0)
                .with("t_start", 0, 0)
                .with("t_end", end, 1)
                .toString();
    }
}
