package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Processes that were killed for want of memory: within the limit of a job's cgroup, within that of
 * another one, or because the node had none left.
 */
final class OutOfMemoryLines implements LineReader {
    static final String OF_JOB = "oom.job";
    static final String OF_CGROUP = "oom.cgroup";
    static final String OF_NODE = "oom.node";

    private final List<KernelEvent> events = new ArrayList<>();

    @Override
    public boolean take(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        if (!line.skip("oom-kill:constraint=CONSTRAINT_")) {
            return false;
        }
        String constraint = line.before(",");
        String place = line.beforeLast(",task=");
        String victim = line.beforeLast(",pid=");
        long pid = line.number();
        line.need(",uid=");
        line.number();
        if (!line.atEnd()) {
            return true;
        }
        String cgroup = cgroup(place);
        boolean limited = !constraint.equals("NONE"); // by a memory limit or a set of memory nodes
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("process", victim);
        fields.put("pid", pid);
        fields.put("cgroup", cgroup);
        events.add(
                KernelEvent.of(
                        record,
                        "oom-kill",
                        !limited ? OF_NODE : isOfUsers(cgroup) ? OF_JOB : OF_CGROUP,
                        limited ? cgroup : "",
                        "process "
                                + pid
                                + " ("
                                + victim
                                + ") was killed: "
                                + (limited ? "its cgroup" : "the node")
                                + " had no memory left",
                        fields));
        return true;
    }

    private static String cgroup(String place) {
        int start = place.indexOf(",oom_memcg=");
        if (start < 0) {
            start = place.indexOf(",task_memcg=");
        }
        if (start < 0) {
            return "";
        }
        int from = place.indexOf('=', start) + 1;
        int end = place.indexOf(",task_memcg=", from);
        return place.substring(from, end < 0 ? place.length() : end);
    }

    /** Of a job, a pod or somebody's session; whatever else has a limit is the node's own. */
    private static boolean isOfUsers(String cgroup) {
        return cgroup.contains("/job_")
                || cgroup.contains("/pbs_jobs.service/")
                || cgroup.contains("/pbspro.service/")
                || cgroup.startsWith("/torque/")
                || cgroup.contains("/kubepods")
                || cgroup.startsWith("/user.slice/")
                || cgroup.startsWith("/docker/");
    }

    @Override
    public List<KernelEvent> events() {
        return events;
    }
}
