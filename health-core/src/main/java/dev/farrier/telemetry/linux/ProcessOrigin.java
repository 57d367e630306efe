package dev.farrier.telemetry.linux;

import dev.farrier.exec.ProcessStat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What started a process, as far as its ancestors and its control group tell. */
enum ProcessOrigin {
    JOB,
    LOGIN,
    /** A service of the system or a container. */
    SERVICE,
    /** A service that systemd runs for a user, who may or may not be logged in. */
    USER_SERVICE,
    UNKNOWN;

    private static final int MOST_ANCESTORS = 1_000;

    /** By the names of those that it descends from; UNKNOWN when they tell nothing. */
    static ProcessOrigin byAncestors(ProcessStat process, Map<Long, ProcessStat> byPid) {
        ProcessStat at = process;
        for (int steps = 0; at != null && steps < MOST_ANCESTORS; steps++) {
            ProcessOrigin origin = byName(at.name());
            if (origin != UNKNOWN) {
                return origin;
            }
            at = parent(at, byPid);
        }
        return UNKNOWN;
    }

    private static @Nullable ProcessStat parent(ProcessStat process, Map<Long, ProcessStat> byPid) {
        return process.parent() == process.pid() ? null : byPid.get(process.parent());
    }

    private static ProcessOrigin byName(String name) {
        return switch (name) {
            case "slurmstepd", "pbs_mom", "sge_shepherd" -> JOB;
            case "login", "lightdm", "xrdp-sesman" -> LOGIN;
            default ->
                    name.startsWith("sshd") || name.startsWith("gdm-") || name.startsWith("sddm")
                            ? LOGIN
                            : UNKNOWN;
        };
    }

    /**
     * By {@code /proc/<pid>/cgroup}, of either version. What is left of a login, and what escaped
     * from a job into the service of the scheduler's own daemon, is UNKNOWN.
     */
    static ProcessOrigin byControlGroup(String cgroup) {
        if (cgroup.contains("/job_") || cgroup.contains("/jobid/") || cgroup.contains("/torque/")) {
            return JOB;
        }
        if (cgroup.contains("kubepods")
                || cgroup.contains("docker")
                || cgroup.contains("libpod")
                || cgroup.contains("/machine.slice/")) {
            return SERVICE;
        }
        if (cgroup.contains("/user@")) {
            return USER_SERVICE;
        }
        int slice = cgroup.indexOf("/system.slice/");
        return slice >= 0 && !isOfDaemon(cgroup, slice + "/system.slice/".length())
                ? SERVICE
                : UNKNOWN;
    }

    private static boolean isOfDaemon(String cgroup, int at) {
        return cgroup.startsWith("slurmd", at)
                || cgroup.startsWith("pbs", at)
                || cgroup.startsWith("torque", at)
                || cgroup.startsWith("trqauthd", at)
                || cgroup.startsWith("ssh", at);
    }
}
