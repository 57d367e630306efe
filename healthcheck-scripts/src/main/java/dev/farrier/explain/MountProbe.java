package dev.farrier.explain;

import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.linux.MountLook;
import dev.farrier.telemetry.linux.MountSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How a probe of a mount ended: {@code path} or {@code id}, {@code rc} or {@code timed_out}, {@code
 * stderr} or {@code errno}.
 *
 * @param name of the mount: its path, else the probe's id
 * @param state empty when the probe says nothing of the file system
 */
record MountProbe(String name, Optional<MountLook.State> state, String detail) {
    private static final Map<String, String> ERRORS =
            Map.of(
                    "ESTALE", "Stale file handle",
                    "EIO", "Input/output error",
                    "ENOTCONN", "Transport endpoint is not connected",
                    "ESHUTDOWN", "Cannot send after transport endpoint shutdown",
                    "ECONNREFUSED", "Connection refused",
                    "ETIMEDOUT", "Connection timed out",
                    "EHOSTDOWN", "Host is down",
                    "EHOSTUNREACH", "No route to host",
                    "EUCLEAN", "Structure needs cleaning",
                    "EACCES", "Permission denied");

    static boolean areProbes(Input input) {
        return JsonCases.areObjectsWith(input.json(), "path", "mount")
                && JsonCases.areObjectsWith(input.json(), "rc", "timed_out", "errno");
    }

    static List<MountProbe> of(Input input) {
        List<MountProbe> probes = new ArrayList<>();
        for (Map<String, Object> captured : JsonCases.objects(input)) {
            probes.add(of(captured));
        }
        return probes;
    }

    private static MountProbe of(Map<String, Object> captured) {
        Map<String, Object> ended = new LinkedHashMap<>(captured);
        String errno = JsonCases.text(captured, "errno").toUpperCase(Locale.ROOT);
        if (!errno.isEmpty()) {
            ended.put("stderr", "stat: " + ERRORS.getOrDefault(errno, errno));
            ended.putIfAbsent("rc", 1L);
        }
        String stderr = JsonCases.text(ended, "stderr").strip();
        if (!stderr.isEmpty() && !stderr.contains(": ")) {
            ended.put("stderr", "stat: " + stderr);
        }
        CommandResult result = CapturedCommand.of(ended, "stat");
        String path = JsonCases.text(captured, "path");
        String mount = path.isEmpty() ? JsonCases.text(captured, "mount") : path;
        return new MountProbe(mount, MountSource.stateOf(result), result.describe());
    }

    /** Only what the file system itself shows is a fault; everything else tells nothing. */
    String verdict() {
        return state.map(seen -> seen == MountLook.State.ANSWERS ? "healthy" : "unhealthy")
                .orElse("unknown");
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("verdict", verdict());
        members.put("answer", state.map(MountProbe::word).orElse("none"));
        return members;
    }

    private static String word(MountLook.State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String line() {
        return name + ": " + verdict() + ": " + detail;
    }
}
