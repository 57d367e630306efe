package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tasks and processors that do not get on: tasks that hang, with the module that their stack names,
 * soft and hard lockups, stalls of RCU.
 */
final class TaskLines implements LineReader {
    static final String HUNG = "task.hung";
    static final String HUNG_IN_DRIVER = "task.hung-in-gpu-driver";
    static final String STALL = "cpu.stall";

    private static final String TASK = "INFO: task ";
    private static final String ECHO =
            "\"echo 0 > /proc/sys/kernel/hung_task_timeout_secs\" disables this message.";

    private final List<KernelEvent> events = new ArrayList<>();
    private @Nullable Hung open;

    private static final class Hung {
        final KernelRecord first;
        final String comm;
        final long pid;
        final long seconds;
        KernelRecord last;
        String module = "";

        Hung(KernelRecord first, String comm, long pid, long seconds) {
            this.first = first;
            this.last = first;
            this.comm = comm;
            this.pid = pid;
            this.seconds = seconds;
        }
    }

    @Override
    public boolean take(KernelRecord record) {
        String text = record.text();
        if (text.startsWith(TASK)) {
            close();
            takeHung(record);
            return true;
        }
        return takeStack(record) || takeStall(record);
    }

    /**
     * {@code INFO: task a:b c:123 blocked for more than 120 seconds.}: the name may be anything.
     */
    private void takeHung(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        line.need(TASK);
        String who = line.beforeLast(" blocked ");
        line.skip("in I/O wait ");
        line.need("for more than ");
        long seconds = line.number();
        line.need(" seconds.");
        int colon = who.lastIndexOf(':');
        if (!line.atEnd() || colon < 0) {
            return;
        }
        Cursor number = new Cursor(who.substring(colon + 1));
        long pid = number.number();
        if (number.atEnd()) {
            open = new Hung(record, who.substring(0, colon), pid, seconds);
        }
    }

    /** What follows a hung task belongs to it as long as it looks like it. */
    private boolean takeStack(KernelRecord record) {
        Hung hung = open;
        if (hung == null) {
            return false;
        }
        String text = record.text();
        if (!text.startsWith(" ") && !isOfReport(text)) {
            close();
            return false;
        }
        if (text.equals(" </TASK>")) {
            hung.last = record;
            close();
            return true;
        }
        if (hung.module.isEmpty()) {
            hung.module = module(text);
        }
        hung.last = record;
        return true;
    }

    private static boolean isOfReport(String text) {
        return text.equals(ECHO)
                || text.startsWith("task:")
                || text.equals("Call Trace:")
                || text.equals("Call trace:")
                || text.startsWith("Workqueue: ")
                || text.startsWith("RIP: ")
                || text.startsWith("RSP: ")
                || text.startsWith("RAX: ")
                || text.startsWith("RDX: ")
                || text.startsWith("RBP: ")
                || text.startsWith("R10: ")
                || text.startsWith("R13: ")
                || text.contains(" D ") && text.contains(" 0x"); // before Linux 5.12: comm D 0 pid
    }

    /** Of {@code rm_ioctl+0x75/0xd0 [nvidia]}; empty for the kernel's own functions. */
    private static String module(String text) {
        String frame = text.strip();
        int offset = frame.indexOf("+0x");
        int bracket = frame.indexOf(" [", offset);
        if (offset <= 0 || bracket < 0 || frame.startsWith("? ")) {
            return "";
        }
        Cursor line = new Cursor(frame.substring(bracket + 2));
        String module = line.name();
        return line.skip("]") || line.skip(" ") ? module : ""; // a build id may follow
    }

    private void close() {
        Hung hung = open;
        open = null;
        if (hung == null) {
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("comm", hung.comm);
        fields.put("pid", hung.pid);
        fields.put("seconds", hung.seconds);
        if (!hung.module.isEmpty()) {
            fields.put("module", hung.module);
        }
        boolean driver = hung.module.startsWith("nvidia") || hung.module.equals("amdgpu");
        String where = hung.module.isEmpty() ? "the kernel" : hung.module;
        events.add(
                new KernelEvent(
                        hung.first,
                        hung.last,
                        "hung-task",
                        driver ? HUNG_IN_DRIVER : HUNG,
                        where,
                        false,
                        "process "
                                + hung.pid
                                + " ("
                                + hung.comm
                                + ") hangs for "
                                + hung.seconds
                                + " s in "
                                + where,
                        fields));
    }

    /**
     * {@code watchdog: BUG: soft lockup - CPU#18 stuck for 27s! [name:1]}, {@code rcu: INFO:
     * rcu_sched self-detected stall on CPU}.
     */
    private boolean takeStall(KernelRecord record) {
        String text = record.text();
        Cursor line = new Cursor(text);
        boolean watchdog = line.skip("watchdog: ") || line.skip("NMI watchdog: ");
        boolean rcu = line.skip("rcu: ");
        if (line.skip("BUG: soft lockup - CPU#")) {
            long cpu = line.number();
            line.need(" stuck for ");
            long seconds = line.number();
            line.need("s! [");
            String comm = line.beforeLast(":");
            long pid = line.number();
            if (!line.hasFailed()) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("cpu", cpu);
                fields.put("seconds", seconds);
                fields.put("comm", comm);
                fields.put("pid", pid);
                stall(
                        record,
                        "soft-lockup",
                        fields,
                        "CPU " + cpu + " did not get on for " + seconds + " s");
            }
        } else if (line.skip("Watchdog detected hard LOCKUP on cpu ")) {
            long cpu = line.number();
            if (!line.hasFailed()) {
                stall(record, "hard-lockup", Map.of("cpu", cpu), "CPU " + cpu + " did not answer");
            }
        } else if (line.skip("INFO: rcu_")) {
            String what = line.rest();
            int blank = what.indexOf(' ');
            String said = blank < 0 ? "" : what.substring(blank + 1);
            if (said.startsWith("self-detected stall on CPU")
                    || said.startsWith("detected stalls on CPUs/tasks:")
                    || said.startsWith("detected expedited stalls on CPUs/tasks:")) {
                stall(record, "rcu-stall", Map.of(), "RCU stalled: rcu_" + what);
            }
        } else {
            return false;
        }
        return watchdog || rcu || text.startsWith("BUG: soft") || text.startsWith("INFO: rcu_");
    }

    private void stall(
            KernelRecord record, String type, Map<String, Object> fields, String message) {
        events.add(KernelEvent.of(record, type, STALL, type, message, fields));
    }

    @Override
    public List<KernelEvent> events() {
        close();
        events.sort((a, b) -> Integer.compare(a.first().line(), b.first().line()));
        return events;
    }
}
