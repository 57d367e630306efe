package dev.farrier.cluster.scale;

import dev.farrier.exec.CommandResult;
import dev.farrier.json.Json;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Slurm in memory that takes its time, in the worst way that is possible: an answer is as old as
 * it took, and a write is carried out when it is answered, also when nobody waits for it any more.
 */
final class StubSlurm implements Scheduler {
    private static final DateTimeFormatter TIMES =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

    private record Write(double at, String node, String reason) {}

    private record Drain(String reason, long second) {}

    private final SimulatedTime time;
    private final Instant start;
    private final int nodes;
    private final double delay;
    private final List<Write> underWay = new ArrayList<>();
    private final Map<String, Drain> drains = new LinkedHashMap<>();

    /**
     * @param delay seconds that each command takes
     */
    StubSlurm(SimulatedTime time, Instant start, int nodes, double delay) {
        this.time = time;
        this.start = start;
        this.nodes = nodes;
        this.delay = delay;
    }

    @Override
    public CommandResult call(List<String> argv, double limitSeconds) throws InterruptedException {
        double now = time.now();
        String answer = "";
        if (argv.contains("update")) {
            send(argv, now);
        } else {
            answer = argv.get(0).endsWith("sinfo") ? sinfo() : show(argv.get(3));
        }
        boolean late = limitSeconds <= delay;
        time.sleepUntil(now + Math.min(delay, limitSeconds));
        return late
                ? new CommandResult(argv, CommandResult.End.TIMED_OUT, 0, "", "")
                : new CommandResult(argv, CommandResult.End.EXITED, 0, answer, "");
    }

    private synchronized void send(List<String> argv, double now) {
        String node = "";
        String reason = "";
        for (String argument : argv) {
            if (argument.startsWith("NodeName=")) {
                node = argument.substring("NodeName=".length());
            } else if (argument.startsWith("Reason=")) {
                reason = argument.substring("Reason=".length());
            }
        }
        underWay.add(new Write(now + delay, node, reason));
    }

    /** All take the same time, so they land in the order in which they were sent. */
    private synchronized void land() {
        Iterator<Write> writes = underWay.iterator();
        while (writes.hasNext()) {
            Write write = writes.next();
            if (write.at <= time.now()) {
                if (write.reason.isEmpty()) {
                    drains.remove(write.node);
                } else {
                    drains.put(write.node, new Drain(write.reason, second(write.at)));
                }
                writes.remove();
            }
        }
    }

    private long second(double at) {
        return start.getEpochSecond() + (long) at;
    }

    private synchronized String show(String node) {
        land();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", node);
        shown.put("hostname", node);
        shown.put("partitions", List.of("batch"));
        Drain drain = drains.get(node);
        shown.put("state", drain == null ? List.of("IDLE") : List.of("IDLE", "DRAIN"));
        if (drain != null) {
            shown.put("reason", drain.reason);
            shown.put("reason_set_by_user", "root");
            shown.put("reason_changed_at", Map.of("set", true, "number", drain.second));
        }
        return Json.write(Map.of("nodes", List.of(shown)));
    }

    private synchronized String sinfo() {
        land();
        StringBuilder rows = new StringBuilder();
        int idle = nodes - drains.size();
        if (idle > 0) {
            // The names of healthy nodes are of no interest to anybody.
            rows.append("batch|").append(idle).append("|idle|n|none|Unknown|Unknown\n");
        }
        drains.forEach(
                (node, drain) ->
                        rows.append("batch|1|drained|")
                                .append(node)
                                .append('|')
                                .append(drain.reason)
                                .append("|root|")
                                .append(TIMES.format(Instant.ofEpochSecond(drain.second)))
                                .append('\n'));
        return rows.toString();
    }
}
