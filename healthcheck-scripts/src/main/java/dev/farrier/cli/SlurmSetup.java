package dev.farrier.cli;

import dev.farrier.config.HealthConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What slurm.conf needs for Farrier, and what is wrong with the one that there is.
 *
 * @param slurm the keys of {@code scontrol show config}
 */
record SlurmSetup(HealthConfig config, String hooks, Map<String, String> slurm) {
    private static final Set<String> NETWORK =
            Set.of("nfs", "nfs4", "lustre", "gpfs", "cifs", "smb2", "ceph", "fuseblk", "afs");

    /** Slurm prints this for a path that is not set. */
    private static final String NOT_SET = "(null)";

    private String get(String key) {
        String value = slurm.getOrDefault(key, "");
        return value.equals(NOT_SET) ? "" : value;
    }

    /** The programs of a hook: one, or since 23.11 a list, {@code Prolog[0]} and so on. */
    private List<String> programs(String key) {
        List<String> programs = new ArrayList<>();
        if (!get(key).isEmpty()) {
            programs.add(get(key));
        }
        for (int i = 0; !get(key + "[" + i + "]").isEmpty(); i++) {
            programs.add(get(key + "[" + i + "]"));
        }
        return programs;
    }

    /** For slurm.conf, with what stands there today taken into account. */
    String lines() {
        StringBuilder text = new StringBuilder();
        text.append("# slurm.conf, then: scontrol reconfigure\n");
        text.append("HealthCheckProgram=").append(hooks).append("/slurm-healthcheck\n");
        text.append("HealthCheckInterval=").append(config.interval().toSeconds()).append('\n');
        text.append("HealthCheckNodeState=ANY,CYCLE\n");
        hook(text, "Prolog", "slurm-prolog");
        hook(text, "Epilog", "slurm-epilog");
        if (!get("SchedulerParameters").contains("nohold_on_prolog_fail")) {
            text.append("# a job that our Prolog sends elsewhere is requeued, not held:\n");
            String others = get("SchedulerParameters");
            text.append("SchedulerParameters=")
                    .append(others.isEmpty() ? "" : others + ",")
                    .append("nohold_on_prolog_fail\n");
        }
        return text.toString();
    }

    private void hook(StringBuilder text, String key, String script) {
        List<String> others = new ArrayList<>(programs(key));
        others.removeIf(program -> program.contains(script));
        if (others.isEmpty()) {
            text.append(key).append('=').append(hooks).append('/').append(script).append('\n');
        } else if (others.size() == 1 && others.get(0).endsWith("*")) {
            String existing = others.get(0);
            String folder = existing.substring(0, existing.length() - 1);
            text.append("# ").append(key).append('=').append(existing).append(" runs all of them");
            text.append(", last name first, up to the first that fails:\n");
            link(text, hooks + '/' + script, folder + "zz-farrier");
        } else {
            String folder = "/etc/slurm/" + key.toLowerCase(Locale.ROOT) + ".d";
            text.append("# beside your ").append(String.join(", ", others));
            text.append(", last name first:\n");
            text.append("#   mkdir -p ").append(folder).append('\n');
            for (int i = 0; i < others.size(); i++) {
                link(text, others.get(i), folder + '/' + (50 - i) + "-site");
            }
            link(text, hooks + '/' + script, folder + "/zz-farrier");
            text.append(key).append('=').append(folder).append("/*\n");
        }
    }

    private static void link(StringBuilder text, String program, String name) {
        text.append("#   ln -s ").append(program).append(' ').append(name).append('\n');
    }

    /**
     * @param fileSystemOf the type of the file system on which a path lies; empty when unknown
     */
    void check(Diagnosis diagnosis, UnaryOperator<String> fileSystemOf) {
        healthCheck(diagnosis);
        for (String key : new String[] {"Prolog", "Epilog"}) {
            List<String> programs = programs(key);
            if (programs.isEmpty()) {
                diagnosis.note(key, "is not set");
            }
            for (String program : programs) {
                String path = path(program);
                if (NETWORK.contains(fileSystemOf.apply(path))) {
                    diagnosis.wrong(
                            key,
                            path + " lies on a network file system: when it hangs, nodes drain");
                } else {
                    diagnosis.ok(key, program);
                }
            }
        }
        if (!get("SchedulerParameters").contains("nohold_on_prolog_fail")) {
            diagnosis.note(
                    "Prolog",
                    "without SchedulerParameters=nohold_on_prolog_fail a job that it sends away is"
                            + " requeued held");
        }
        String timeout = get("PrologEpilogTimeout");
        if (isNumber(timeout) && Long.parseLong(timeout) < 5) {
            diagnosis.wrong(
                    "Prolog", "PrologEpilogTimeout=" + timeout + " is too short; 5 at least");
        }
    }

    private void healthCheck(Diagnosis diagnosis) {
        String program = get("HealthCheckProgram");
        if (!program.contains("slurm-healthcheck")) {
            diagnosis.wrong(
                    "HealthCheck",
                    program.isEmpty() ? "HealthCheckProgram is not set" : "it runs " + program);
            return;
        }
        String interval = get("HealthCheckInterval").replaceFirst(" .*", "");
        long seconds = isNumber(interval) ? Long.parseLong(interval) : 0;
        Duration window = config.policy().failWindow(config.interval());
        if (seconds == 0) {
            diagnosis.wrong("HealthCheck", "HealthCheckInterval is 0: it never runs");
        } else if (seconds != config.interval().toSeconds()) {
            diagnosis.wrong(
                    "HealthCheck",
                    "HealthCheckInterval="
                            + seconds
                            + ", but interval is "
                            + config.interval().toSeconds()
                            + " s: make them the same");
        } else if (seconds * 2 > window.toSeconds()) {
            diagnosis.wrong(
                    "HealthCheck",
                    "two looks of "
                            + seconds
                            + " s do not fit into failWindow, "
                            + window.toSeconds()
                            + " s");
        } else {
            diagnosis.ok("HealthCheck", program + " every " + seconds + " s");
        }
        String states = get("HealthCheckNodeState");
        if (!states.contains("ANY")) {
            diagnosis.wrong(
                    "HealthCheck",
                    "HealthCheckNodeState="
                            + states
                            + ": nodes in other states are not looked at,"
                            + " and a drained one never comes back; right is ANY,CYCLE");
        }
    }

    private static String path(String program) {
        String path = program.split(",", 2)[0].strip();
        return path.endsWith("*") ? path.substring(0, path.lastIndexOf('/') + 1) : path;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() < 10 && text.chars().allMatch(Character::isDigit);
    }
}
