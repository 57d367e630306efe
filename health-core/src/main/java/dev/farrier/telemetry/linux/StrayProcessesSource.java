package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.ProcessStat;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks for processes of ordinary users that no job, login or service accounts for, by what {@code
 * /proc} tells alone: from whom they descend, and in which control group they are. A user who has a
 * job on the node, or is logged in, may have started any process of hers by it, so all of hers are
 * accounted for.
 */
public final class StrayProcessesSource implements TelemetrySource<StrayProcesses> {
    private static final int LONGEST = 64 << 10;
    private static final int TICKS_PER_SECOND = 100; // the kernel's unit for programs
    private static final long FIRST_DYNAMIC = 61184; // systemd's range for users of a moment
    private static final long LAST_DYNAMIC = 65519;
    private static final long NOBODY = 65534;

    private final Machine machine;
    private final ProcessListSource processes;
    private final UserNumbers users;
    private final List<String> exemptUsers;
    private final boolean loginsCount;

    /**
     * @param exemptUsers names or numbers
     * @param loginsCount whether a login accounts for its user's processes
     */
    public StrayProcessesSource(
            Machine machine,
            ProcessListSource processes,
            List<String> exemptUsers,
            boolean loginsCount) {
        this.machine = machine;
        this.processes = processes;
        this.users = new UserNumbers(machine);
        this.exemptUsers = List.copyOf(exemptUsers);
        this.loginsCount = loginsCount;
    }

    @Override
    public String origin() {
        return "/proc/*/stat, status, cgroup";
    }

    @Override
    public Reading<StrayProcesses> read(Deadline deadline)
            throws IOException, InterruptedException {
        Reading<ProcessList> list = processes.read(deadline);
        if (!(list instanceof Reading.Present<ProcessList> present)) {
            return new Reading.Failed<>(((Reading.Failed<ProcessList>) list).why());
        }
        Map<Long, ProcessStat> byPid = new HashMap<>();
        for (String line : present.value().lines()) {
            ProcessStat process = ProcessStat.parse(line);
            if (!process.isKernelThread()) {
                byPid.put(process.pid(), process);
            }
        }
        double uptime = uptime();
        Set<Long> accountedFor = exempt(deadline);
        List<StrayProcesses.Stray> candidates = new ArrayList<>();
        long firstUser = firstUser();
        for (ProcessStat process : byPid.values()) {
            if (deadline.hasPassed()) {
                return new Reading.Failed<>("the processes could not all be looked at in time");
            }
            long user = process.isDead() ? -1 : userOf(process.pid());
            if (user < firstUser || isOfTheSystem(user) || accountedFor.contains(user)) {
                continue;
            }
            ProcessOrigin origin = originOf(process, byPid);
            if (origin == ProcessOrigin.JOB || origin == ProcessOrigin.LOGIN && loginsCount) {
                accountedFor.add(user);
            } else if (origin != ProcessOrigin.SERVICE
                    && !(origin == ProcessOrigin.USER_SERVICE && loginsCount)) {
                long age = (long) uptime - process.startTime() / TICKS_PER_SECOND;
                candidates.add(new StrayProcesses.Stray(process.pid(), process.name(), user, age));
            }
        }
        candidates.removeIf(candidate -> accountedFor.contains(candidate.userId()));
        candidates.sort((a, b) -> Long.compare(a.pid(), b.pid()));
        return new Reading.Present<>(new StrayProcesses(candidates));
    }

    private ProcessOrigin originOf(ProcessStat process, Map<Long, ProcessStat> byPid)
            throws IOException {
        ProcessOrigin origin = ProcessOrigin.byAncestors(process, byPid);
        if (origin != ProcessOrigin.UNKNOWN) {
            return origin;
        }
        try {
            return ProcessOrigin.byControlGroup(read("/proc/" + process.pid() + "/cgroup"));
        } catch (NoSuchFileException e) {
            return ProcessOrigin.SERVICE; // it ended, or the kernel has no control groups
        }
    }

    private Set<Long> exempt(Deadline deadline) throws IOException, InterruptedException {
        Set<Long> numbers = new HashSet<>();
        for (String user : exemptUsers) {
            users.find(user, deadline).ifPresent(numbers::add);
        }
        return numbers;
    }

    private static boolean isOfTheSystem(long user) {
        return user >= FIRST_DYNAMIC && user <= LAST_DYNAMIC || user == NOBODY;
    }

    /** Negative when it ended in the meantime. */
    private long userOf(long pid) {
        try {
            String status = read("/proc/" + pid + "/status");
            return status.isEmpty() ? -1 : ProcessStatus.parse(status).userId();
        } catch (IOException e) {
            return -1;
        }
    }

    private double uptime() throws IOException {
        String text = read("/proc/uptime");
        int blank = text.indexOf(' ');
        try {
            return Double.parseDouble(blank < 0 ? text : text.substring(0, blank));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("/proc/uptime has no number", e);
        }
    }

    private long firstUser() throws IOException {
        try {
            return firstUser(read("/etc/login.defs"));
        } catch (NoSuchFileException e) {
            return firstUser("");
        }
    }

    /** {@code UID_MIN} of {@code login.defs}, else 1000. */
    static long firstUser(String loginDefs) {
        for (String line : loginDefs.split("\n", -1)) {
            String rest = line.startsWith("UID_MIN") ? line.substring("UID_MIN".length()) : "";
            String number = rest.strip();
            if (!number.isEmpty() && Character.isWhitespace(rest.charAt(0))) {
                if (UserNumbers.isNumber(number)) {
                    return Long.parseLong(number);
                }
                throw new IllegalArgumentException("/etc/login.defs has no number for UID_MIN");
            }
        }
        return 1000;
    }

    private String read(String file) throws IOException {
        Path path = machine.file(file);
        return KernelFile.read(path, LONGEST);
    }
}
