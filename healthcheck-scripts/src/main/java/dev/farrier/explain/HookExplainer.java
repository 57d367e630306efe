package dev.farrier.explain;

import dev.farrier.slurm.HookEnvironment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Environments that Slurm gave to hooks, a file each; and a JSON list of what the exit codes of
 * hooks did ({@code hook}, {@code rc}, {@code seen}).
 */
final class HookExplainer implements Explainer {
    private static final List<String> IN_THE_LIFE_OF_A_JOB =
            List.of("healthcheck", "prolog", "epilog");

    @Override
    public String kind() {
        return "hook";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (isCases(input) || isEnvironment(input)) {
                picked.add(input);
            }
        }
        return picked;
    }

    private static boolean isCases(Input input) {
        return JsonCases.areObjectsWith(input.json(), "hook");
    }

    private static boolean isEnvironment(Input input) {
        if (input.isBinary() || input.json() != null || input.tree().isPresent()) {
            return false;
        }
        try {
            HookEnvironment environment = HookEnvironment.parse(input.text());
            return environment.isSlurms();
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, HookEnvironment> environments = new LinkedHashMap<>();
        Map<String, Object> members = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            if (isCases(input)) {
                members.put("cases", cases(input, lines));
            } else {
                environments.put(input.fileName(), input.read(HookEnvironment::parse));
            }
        }
        if (!environments.isEmpty()) {
            environments(environments, members, lines);
        }
        members.put("our_exit", ourExit());
        return new Explanation(members, lines);
    }

    private static void environments(
            Map<String, HookEnvironment> environments,
            Map<String, Object> members,
            List<String> lines) {
        Map<String, Object> contexts = new LinkedHashMap<>();
        Map<String, Object> nodes = new LinkedHashMap<>();
        Map<String, Object> jobs = new LinkedHashMap<>();
        Map<String, Object> gpus = new LinkedHashMap<>();
        Map<String, Object> hosts = new LinkedHashMap<>();
        List<Object> withoutPath = new ArrayList<>();
        List<Object> withoutHome = new ArrayList<>();
        environments.entrySet().stream()
                .sorted(Comparator.comparing(file -> rank(file.getValue())))
                .forEach(
                        file -> {
                            String name = file.getKey();
                            HookEnvironment told = file.getValue();
                            Long job = told.job().isPresent() ? told.job().getAsLong() : null;
                            contexts.put(name, told.context());
                            nodes.put(name, told.node().orElse(null));
                            jobs.put(name, job);
                            gpus.put(name, told.variable("SLURM_JOB_GPUS").orElse(null));
                            hosts.put(name, told.hosts().orElse(null));
                            if (!told.variables().containsKey("PATH")) {
                                withoutPath.add(name);
                            }
                            if (!told.variables().containsKey("HOME")) {
                                withoutHome.add(name);
                            }
                            lines.add(
                                    name
                                            + ": "
                                            + told.context()
                                            + " on "
                                            + told.node().orElse("a node that is not named")
                                            + (job == null ? ", no job" : ", job " + job));
                        });
        members.put("context_of", contexts);
        members.put("node", nodes);
        members.put("job", jobs);
        members.put("gpus", gpus);
        members.put("hosts", hosts);
        members.put("path_missing_in", withoutPath);
        members.put("home_missing_in", withoutHome);
    }

    private static int rank(HookEnvironment environment) {
        int rank = IN_THE_LIFE_OF_A_JOB.indexOf(environment.context());
        return rank < 0 ? IN_THE_LIFE_OF_A_JOB.size() : rank;
    }

    /** What our hook exits with, in each situation; {@code slurm-hook} has these as literals. */
    private static Map<String, Object> ourExit() {
        Map<String, Object> exits = new TreeMap<>();
        exits.put("node-fault-in-prolog", 1); // behind our own drain, which still stands
        for (String situation : List.of("crash-of-our-own", "unknown", "node-healthy")) {
            exits.put(situation + "-in-prolog", 0);
        }
        for (String hook : List.of("epilog", "healthcheck")) {
            exits.put("node-fault-in-" + hook, 0);
            exits.put("crash-of-our-own-in-" + hook, 0);
            exits.put("unknown-in-" + hook, 0);
            exits.put("node-healthy-in-" + hook, 0);
        }
        return exits;
    }

    /** What the captured exit codes did to node and job. */
    private static List<Object> cases(Input input, List<String> lines) {
        List<Object> cases = new ArrayList<>();
        for (Map<String, Object> each : JsonCases.objects(input)) {
            String hook = JsonCases.text(each, "hook");
            Map<?, ?> seen = each.get("seen") instanceof Map<?, ?> members ? members : Map.of();
            boolean late = Boolean.TRUE.equals(each.get("timed_out"));
            boolean drained = JsonCases.text(seen, "node").contains("DRAIN");
            boolean before = JsonCases.text(each, "node_before").contains("DRAIN");
            String effect = drained ? before ? "was-drained" : "drained" : "none";
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("hook", hook);
            told.put("node_effect", effect);
            told.put("job_held", JsonCases.text(seen, "job").contains("held"));
            cases.add(told);
            lines.add(
                    hook
                            + (late ? " that is too late" : " with exit code " + each.get("rc"))
                            + ": "
                            + effect);
        }
        return cases;
    }
}
