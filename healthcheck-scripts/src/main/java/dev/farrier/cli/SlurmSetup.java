package dev.farrier.cli;

import dev.farrier.config.HealthConfig;
import java.time.Duration;
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
        String existing = get(key);
        if (existing.isEmpty() || existing.contains(script)) {
            text.append(key).append('=').append(hooks).append('/').append(script).append('\n');
        } else if (existing.endsWith("*")) {
            String folder = existing.substring(0, existing.length() - 1);
            text.append("# ").append(key).append('=').append(existing).append(" runs all of them");
            text.append(", last name first, up to the first that fails:\n");
            text.append("#   ln -s ").append(hooks).append('/').append(script).append(' ');
            text.append(folder).append("zz-farrier\n");
        } else {
            String folder = "/etc/slurm/" + key.toLowerCase(Locale.ROOT) + ".d";
            text.append("# beside your ").append(existing).append(", last name first:\n");
            text.append("#   mkdir -p ").append(folder).append('\n');
            text.append("#   ln -s ")
                    .append(existing)
                    .append(' ')
                    .append(folder)
                    .append("/50-site\n");
            text.append("#   ln -s ").append(hooks).append('/').append(script).append(' ');
            text.append(folder).append("/zz-farrier\n");
            text.append(key).append('=').append(folder).append("/*\n");
        }
    }

    /**
     * @param fileSystemOf the type of the file system on which a path lies; empty when unknown
     */
    void check(Diagnosis diagnosis, UnaryOperator<String> fileSystemOf) {
        healthCheck(diagnosis);
        for (String key : new String[] {"Prolog", "Epilog"}) {
            String path = firstPath(get(key));
            if (path.isEmpty()) {
                diagnosis.note(key, "is not set");
            } else if (NETWORK.contains(fileSystemOf.apply(path))) {
                diagnosis.wrong(
                        key, path + " lies on a network file system: when it hangs, nodes drain");
            } else {
                diagnosis.ok(key, get(key));
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

    private static String firstPath(String value) {
        String path = value.split(",", 2)[0].strip();
        return path.endsWith("*") ? path.substring(0, path.lastIndexOf('/') + 1) : path;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() < 10 && text.chars().allMatch(Character::isDigit);
    }
}
