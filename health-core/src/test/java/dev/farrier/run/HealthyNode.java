package dev.farrier.run;

import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A GPU node in order, minute by minute: jobs come and go, memory and disks fill and empty,
 * counters grow as they do on a node that nobody would repair. The same minutes for the same seed.
 */
final class HealthyNode {
    static final String BOOT = "4f8a2c11-0000-4000-8000-00000000beef";
    private static final int GPUS = 8;
    private static final int CPUS = 4;
    private static final long GIB = 1L << 30;
    private static final long MEMORY_KIB = 2L << 30; // 2 TiB
    private static final long ALICE = 300_017; // of a directory service
    private static final int LOG_LINES = 300; // as many as the kernel's ring holds
    private static final String SLURMD = "/system.slice/slurmd.service";
    private static final DateTimeFormatter REFERENCE =
            DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss yyyy", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final Path root;
    private final Random random;
    private final Map<String, String> written = new HashMap<>();
    private final Set<Long> pids = new HashSet<>();
    private final Deque<String> log = new ArrayDeque<>();
    private final Map<String, Long> counters = new TreeMap<>();
    private long sequence;
    private long nextPid = 40_000;

    private double uptime = 90_000;
    private int minute;
    private int job;
    private int jobEnds;
    private int jobStarts = 3;
    private int jobBegan;
    private boolean jobGoesOutOfMemory;
    private long stalledSince = -1;

    HealthyNode(Path root, long seed) throws IOException {
        this.root = root;
        this.random = new Random(seed);
        buildOnce();
    }

    double uptime() {
        return uptime;
    }

    Machine machine(CounterBook book) {
        return new Machine(root, runner(), book);
    }

    /** One minute later. */
    void nextMinute() throws IOException {
        minute++;
        uptime += 60;
        beginAndEndJobs();
        write("/proc/uptime", uptime + " " + 5 * uptime + "\n");
        write("/proc/loadavg", load());
        write("/proc/meminfo", meminfo());
        processes();
        countersGrow();
        kernelTalks();
        pciLinks();
    }

    /** It is not in order any more. */
    void breaks() throws IOException {
        write("/proc/sys/vm/swappiness", "60\n");
        write("/sys/devices/system/edac/mc/mc0/dimm1/dimm_ue_count", "1\n");
        write("/sys/devices/system/edac/mc/mc0/ue_count", "1\n");
        write("/proc/self/mountinfo", mountinfo().replace("/home rw,nosuid", "/home rw"));
        daemon(900, "xmrig", 1, ALICE, SLURMD);
        say(4, "EDAC MC0: 1 UE memory read error on CPU0_DIMM_1 (channel:1 slot:0 page:0x12)");
    }

    private boolean busy() {
        return job > 0 && minute < jobEnds;
    }

    private double share(int of) {
        return random.nextInt(of) / (double) of;
    }

    private void beginAndEndJobs() throws IOException {
        if (!busy() && minute >= jobStarts) {
            job++;
            jobBegan = minute;
            jobEnds = minute + 20 + random.nextInt(200);
            jobStarts = jobEnds + 2 + random.nextInt(25);
            jobGoesOutOfMemory = job == 3;
        }
        if (busy() && jobGoesOutOfMemory && minute == jobEnds - 1) {
            outOfMemory();
        }
    }

    // ---- what does not change over the day

    private void buildOnce() throws IOException {
        write("/proc/sys/kernel/random/boot_id", BOOT + "\n");
        write("/proc/sys/vm/swappiness", "10\n");
        write("/proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n");
        write("/proc/sys/kernel/pid_max", "4194304\n");
        write("/proc/self/mountinfo", mountinfo());
        write("/dev/kmsg", "");
        write("/etc/login.defs", "UID_MIN 1000\n");
        write("/etc/passwd", "root:x:0:0::/root:/bin/sh\nmunge:x:990:990::/:/bin/false\n");
        Files.createDirectories(root.resolve("run/systemd/system"));
        cpus();
        modules();
        pci();
        memoryControllers();
        infiniband();
        network();
        drives();
        firmware();
        daemon(1, "systemd", 0, 0, "/init.scope");
        daemon(2, "kthreadd", 0, 0, "/");
        for (int pid = 10; pid < 20; pid++) {
            stat(pid, "kworker/u1025:" + pid + "-events_unbound", pid == 13 ? 'D' : 'I', 2, 1);
        }
        daemon(800, "systemd-journal", 1, 0, "/system.slice/systemd-journald.service");
        daemon(810, "munged", 1, 990, "/system.slice/munge.service");
        daemon(820, "slurmd", 1, 0, SLURMD);
        daemon(830, "sshd", 1, 0, "/system.slice/sshd.service");
        daemon(840, "nvidia-persiste", 1, 0, "/system.slice/nvidia-persistenced.service");
        daemon(850, "chronyd", 1, 992, "/system.slice/chronyd.service");
        daemon(860, "crond", 1, 0, "/system.slice/crond.service");
        daemon(870, "dcgm-exporter", 1, 1500, "/system.slice/dcgm-exporter.service");
        write(
                "/proc/820/limits",
                """
                Limit                     Soft Limit           Hard Limit           Units     \n\
                Max locked memory         unlimited            unlimited            bytes     \n\
                Max open files            131072               131072               files     \n\
                """);
    }

    private static String mountinfo() {
        return """
                26 1 259:2 / / rw,relatime shared:1 - xfs /dev/nvme0n1p2 rw,attr2
                27 26 259:3 / /var rw,nosuid,relatime shared:2 - xfs /dev/nvme0n1p3 rw,attr2
                28 26 259:4 / /tmp rw,nosuid,nodev,relatime shared:3 - xfs /dev/nvme0n1p4 rw,attr2
                29 26 0:22 / /proc rw,nosuid,nodev,noexec,relatime shared:5 - proc proc rw
                30 26 0:23 / /sys rw,nosuid,nodev,noexec,relatime shared:6 - sysfs sysfs rw
                31 26 0:50 / /home rw,nosuid,relatime shared:7 - nfs4 nfs01:/home rw,vers=4.2,hard
                32 26 0:51 / /scratch rw,relatime shared:8 - lustre 192.0.2.9@o2ib:/work rw,flock
                33 26 0:52 / /net rw,relatime shared:9 - autofs auto.net rw,fd=7,timeout=300
                34 27 0:53 / /var/lib/docker/overlay2/ab/merged rw - overlay overlay rw,lowerdir=/x
                35 26 7:0 / /opt/image ro,nodev,relatime - squashfs /dev/loop0 ro
                36 26 0:54 / /data\\040sets ro,relatime - nfs4 nfs02:/data\\040sets ro,vers=4.2
                """;
    }

    private void cpus() throws IOException {
        String cpu = "/sys/devices/system/cpu";
        for (String list : List.of("online", "present", "possible")) {
            write(cpu + "/" + list, "0-" + (CPUS - 1) + "\n");
        }
        write(cpu + "/smt/control", "off\n");
        write(cpu + "/intel_pstate/no_turbo", "0\n");
        for (int i = 0; i < CPUS; i++) {
            String package_ = i < CPUS / 2 ? "0-1\n" : "2-3\n";
            String topology = cpu + "/cpu" + i + "/topology/";
            write(topology + "physical_package_id", i / (CPUS / 2) + "\n");
            write(topology + "core_id", i + "\n");
            write(topology + "package_cpus_list", package_);
            write(topology + "core_siblings_list", package_);
            write(topology + "core_cpus_list", i + "\n");
            write(topology + "thread_siblings_list", i + "\n");
            String policy = cpu + "/cpufreq/policy" + i + "/";
            write(policy + "affected_cpus", i + "\n");
            write(policy + "scaling_governor", "performance\n");
            write(policy + "scaling_max_freq", "3800000\n");
            write(policy + "cpuinfo_max_freq", "3800000\n");
        }
        write(cpu + "/../clocksource/clocksource0/current_clocksource", "tsc\n");
    }

    private void modules() throws IOException {
        for (String module : List.of("nvidia", "nvidia_peermem", "mlx5_core", "lustre")) {
            write("/sys/module/" + module + "/initstate", "live\n");
        }
        write("/sys/module/nvidia/version", "570.133.20\n");
    }

    private static String gpu(int i) {
        return "0000:" + (i < 4 ? "0" : "8") + (i % 4 + 1) + ":00.0";
    }

    private void pci() throws IOException {
        for (int i = 0; i < GPUS; i++) {
            device(gpu(i), "0x030200", "0x10de", "32.0 GT/s PCIe", "16");
        }
        for (int i = 0; i < 2; i++) {
            device("0000:a" + i + ":00.0", "0x020700", "0x15b3", "32.0 GT/s PCIe", "16");
            device("0000:c" + i + ":00.0", "0x010802", "0x144d", "16.0 GT/s PCIe", "4");
        }
        device("0000:e1:00.0", "0x020000", "0x8086", "8.0 GT/s PCIe", "8");
    }

    /** A device below a root port. */
    private void device(String address, String type, String vendor, String speed, String width)
            throws IOException {
        String port = address.substring(0, 5) + "00:" + address.substring(5, 7) + ".0";
        String above = "/sys/devices/pci0000:00/" + port;
        for (String folder : List.of(above, above + "/" + address)) {
            boolean isPort = folder.equals(above);
            write(folder + "/class", (isPort ? "0x060400" : type) + "\n");
            write(folder + "/vendor", (isPort ? "0x8086" : vendor) + "\n");
            write(folder + "/device", "0x2330\n");
            write(folder + "/power/runtime_status", "active\n");
            write(folder + "/power_state", "D0\n");
            write(folder + "/current_link_speed", speed + "\n");
            write(folder + "/max_link_speed", speed + "\n");
            write(folder + "/current_link_width", width + "\n");
            write(folder + "/max_link_width", width + "\n");
            aer(folder, 0);
            write(folder + "/aer_dev_nonfatal", "DLP 0\nTLP 0\nTOTAL_ERR_NONFATAL 0\n");
            write(folder + "/aer_dev_fatal", "DLP 0\nTLP 0\nTOTAL_ERR_FATAL 0\n");
        }
        link("/sys/bus/pci/devices/" + port, above);
        link("/sys/bus/pci/devices/" + address, above + "/" + address);
    }

    private void aer(String folder, long bad) throws IOException {
        write(
                folder + "/aer_dev_correctable",
                "RxErr 0\nBadTLP " + bad + "\nBadDLLP 0\nTOTAL_ERR_COR " + bad + "\n");
    }

    private void link(String from, String to) throws IOException {
        Path link = root.resolve(from.substring(1));
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, root.resolve(to.substring(1)));
    }

    private void memoryControllers() throws IOException {
        for (int mc = 0; mc < 2; mc++) {
            String folder = "/sys/devices/system/edac/mc/mc" + mc;
            write(folder + "/mc_name", "Intel_10nm Socket#" + mc + " IMC#0\n");
            write(folder + "/seconds_since_reset", "89000\n");
            for (String count : List.of("ce", "ue", "ce_noinfo", "ue_noinfo")) {
                write(folder + "/" + count + "_count", "0\n");
            }
            for (int dimm = 0; dimm < 3; dimm++) {
                String module = folder + "/dimm" + dimm + "/";
                write(module + "dimm_label", "CPU" + mc + "_DIMM_" + dimm + "\n");
                write(module + "dimm_location", "channel " + dimm + " slot 0\n");
                write(module + "size", "262144\n");
                write(module + "dimm_ce_count", "0\n");
                write(module + "dimm_ue_count", "0\n");
            }
        }
    }

    private void infiniband() throws IOException {
        for (int i = 0; i < 2; i++) {
            String device = "/sys/class/infiniband/mlx5_" + i;
            write(device + "/fw_ver", "28.41.1000\n");
            write(device + "/board_id", "MT_0000000838\n");
            write(device + "/hca_type", "MT4129\n");
            write(device + "/node_guid", "0000:5e00:0000:000" + i + "\n");
            String port = device + "/ports/1";
            write(port + "/state", "4: ACTIVE\n");
            write(port + "/phys_state", "5: LinkUp\n");
            write(port + "/rate", "400 Gb/sec (4X NDR)\n");
            write(port + "/link_layer", "InfiniBand\n");
            write(port + "/lid", "0x1" + i + "\n");
            write(port + "/gids/0", "fe80:0000:0000:0000:0000:5e00:0000:000" + i + "\n");
            for (String counter : PORT_COUNTERS) {
                write(port + "/counters/" + counter, counterAtBoot(counter) + "\n");
                counters.put(i + "/" + counter, counterAtBoot(counter));
            }
        }
    }

    private static final List<String> PORT_COUNTERS =
            List.of(
                    "excessive_buffer_overrun_errors",
                    "link_downed",
                    "link_error_recovery",
                    "local_link_integrity_errors",
                    "port_rcv_constraint_errors",
                    "port_rcv_data",
                    "port_rcv_errors",
                    "port_rcv_packets",
                    "port_rcv_remote_physical_errors",
                    "port_rcv_switch_relay_errors",
                    "port_xmit_constraint_errors",
                    "port_xmit_data",
                    "port_xmit_discards",
                    "port_xmit_packets",
                    "port_xmit_wait",
                    "symbol_error",
                    "VL15_dropped");

    /** What a healthy port of a captured node had counted in its life. */
    private static long counterAtBoot(String counter) {
        return switch (counter) {
            case "excessive_buffer_overrun_errors" -> 15;
            case "port_rcv_errors" -> 14;
            case "port_rcv_switch_relay_errors", "link_downed" -> 1;
            default -> 0;
        };
    }

    private void network() throws IOException {
        for (String name : List.of("eth0", "ib0", "lo")) {
            String folder = "/sys/class/net/" + name;
            write(folder + "/operstate", name.equals("lo") ? "unknown\n" : "up\n");
            write(folder + "/carrier", "1\n");
            write(folder + "/carrier_changes", "3\n");
            write(folder + "/speed", (name.equals("ib0") ? "400000" : "25000") + "\n");
            write(folder + "/duplex", "full\n");
            write(folder + "/mtu", (name.equals("ib0") ? "4092" : "9000") + "\n");
        }
        link("/sys/class/net/eth0/device", "/sys/devices/pci0000:00/0000:00:e1.0/0000:e1:00.0");
        link("/sys/class/net/ib0/device", "/sys/devices/pci0000:00/0000:00:a0.0/0000:a0:00.0");
    }

    private void drives() throws IOException {
        for (int i = 0; i < 2; i++) {
            String folder = "/sys/class/nvme/nvme" + i;
            write(folder + "/state", "live\n");
            write(folder + "/transport", "pcie\n");
            write(folder + "/model", "SAMSUNG MZQL23T8HCLS-00A07\n");
            write(folder + "/serial", "S64HNE0T0000" + i + "\n");
            write(folder + "/firmware_rev", "GDC5602Q\n");
        }
    }

    private void firmware() throws IOException {
        for (String count : List.of("nr", "surplus", "free")) {
            write("/sys/kernel/mm/hugepages/hugepages-2048kB/" + count + "_hugepages", "0\n");
        }
        write("/sys/class/dmi/id/sys_vendor", "Example Inc.\n");
        write("/sys/class/dmi/id/product_name", "GPU Server 8\n");
        write("/sys/class/dmi/id/bios_version", "2.4.1\n");
    }

    // ---- what does

    private String load() {
        double load = busy() ? CPUS * (0.6 + share(100)) : share(50);
        return String.format(
                Locale.ROOT, "%.2f %.2f %.2f 2/900 %d\n", load, load * 0.9, load * 0.7, nextPid);
    }

    private String meminfo() {
        double used =
                busy() ? Math.min(0.9, 0.05 + 0.06 * (minute - jobBegan)) : 0.01 + share(20) / 9;
        double cached = Math.min(0.95 - used, 0.05 + share(40));
        long available = (long) (MEMORY_KIB * (1 - used));
        long free = (long) (MEMORY_KIB * (1 - used - cached));
        return "MemTotal:       "
                + (MEMORY_KIB - (20L << 20))
                + " kB\nMemFree:        "
                + Math.max(1, free - (30L << 20))
                + " kB\nMemAvailable:   "
                + Math.max(1, available - (20L << 20))
                + " kB\nBuffers:            4096 kB\nCached:         "
                + (long) (MEMORY_KIB * cached)
                + " kB\nSwapTotal:             0 kB\nSwapFree:              0 kB\n"
                + "HardwareCorrupted:     0 kB\nHugePages_Total:       0\n";
    }

    private void processes() throws IOException {
        Set<Long> now = new HashSet<>();
        if (busy()) {
            jobProcesses(now);
        }
        if (minute % 200 > 150) {
            long base = 30_000 + 10L * (minute / 200);
            String session = "/user.slice/user-1002.slice/session-7.scope";
            process(now, base, "sshd-session", 'S', 830, 0, session);
            process(now, base + 1, "bash", 'S', base, 1002, session);
            process(now, base + 2, "tmux: server", 'S', 1, 1002, session);
            process(now, base + 3, "vim", 'S', base + 2, 1002, session);
        }
        if (minute % 10 == 0) {
            String cron = "/system.slice/crond.service";
            process(now, nextPid++, "logrotate", 'R', 860, 0, cron);
            process(now, nextPid++, "site-report", 'S', 860, 1002, cron);
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            zombie(now, nextPid++, "scontrol", 820); // reaped within the minute
        }
        for (long pid : Set.copyOf(pids)) {
            if (!now.contains(pid)) {
                remove(pid);
            }
        }
    }

    /** Eight ranks that read their data now and then; once an hour a server lets two wait. */
    private void jobProcesses(Set<Long> now) throws IOException {
        String group = "/system.slice/slurmstepd.scope/job_" + job + "/step_0/";
        long base = 20_000 + 20L * job;
        process(now, base, "slurmstepd", 'S', 1, 0, group + "slurm");
        process(now, base + 1, "bash", 'S', base, ALICE, group + "user/task_0");
        if (minute % 60 == 0) {
            stalledSince = minute;
        }
        boolean stalled = stalledSince >= 0 && minute - stalledSince < 4;
        for (int rank = 0; rank < GPUS; rank++) {
            long pid = base + 2 + rank;
            boolean waits = stalled && rank < 2;
            char state = waits || random.nextInt(4) == 0 ? 'D' : 'R';
            process(now, pid, "python3", state, base + 1, ALICE, group + "user/task_0");
            status(pid, ALICE, waits ? stalledSince : 1000L * minute + rank);
        }
        process(now, base + 11, "pt_data_worker", 'S', 1, ALICE, group + "user/task_0");
        for (int i = random.nextInt(10); i > 0; i--) {
            zombie(now, base + 100 + i, "python3", base + 2);
        }
    }

    private void countersGrow() throws IOException {
        if (minute % 170 == 0) {
            long errors = count("ce", 1);
            write("/sys/devices/system/edac/mc/mc1/ce_count", errors + "\n");
            write("/sys/devices/system/edac/mc/mc1/dimm2/dimm_ce_count", errors + "\n");
        }
        if (minute % 110 == 0) {
            aer("/sys/devices/pci0000:00/0000:00:01.0/" + gpu(0), count("aer", 1));
        }
        for (int i = 0; i < 2; i++) {
            String folder = "/sys/class/infiniband/mlx5_" + i + "/ports/1/counters/";
            if (busy()) {
                for (String data : List.of("port_rcv_data", "port_xmit_data", "port_xmit_wait")) {
                    write(folder + data, count(i + "/" + data, 60L * 9_000_000_000L) + "\n");
                }
            }
            if (minute % 60 == 7 * i) {
                write(folder + "symbol_error", count(i + "/symbol_error", 1) + "\n");
                write(folder + "port_rcv_errors", count(i + "/port_rcv_errors", 1) + "\n");
            }
        }
        for (int i = 0; i < CPUS; i++) { // a moment of heat now and then
            String folder = "/sys/devices/system/cpu/cpu" + i + "/thermal_throttle/";
            long millis = busy() && minute % 45 == 0 ? 40 : 0;
            write(folder + "core_throttle_total_time_ms", count("core" + i, millis) + "\n");
            long all = count("package" + 2 * i / CPUS, i % (CPUS / 2) == 0 ? millis : 0);
            write(folder + "package_throttle_total_time_ms", all + "\n");
        }
        long traffic = count("net", busy() ? 9_000_000_000L : 100_000);
        long drops = count("drops", random.nextInt(3));
        StringBuilder table =
                new StringBuilder(
                        """
                        Inter-|   Receive                                                |  Transmit
                         face |bytes    packets errs drop fifo frame compressed multicast|bytes    \
                        packets errs drop fifo colls carrier compressed
                        """);
        for (String name : List.of("lo", "eth0", "ib0")) {
            table.append("  ").append(name).append(": ").append(traffic).append(" 9 ");
            table.append(minute / 400).append(' ').append(drops).append(" 0 0 0 5 ");
            table.append(traffic).append(" 9 0 0 0 0 0 0\n");
        }
        write("/proc/net/dev", table.toString());
    }

    private long count(String name, long more) {
        return counters.merge(name, more, Long::sum);
    }

    private void kernelTalks() {
        if (minute % 7 == 0) {
            say(6, "audit: type=1400 audit(1.1:1): avc:  granted { execute } for comm=\"x\"");
        }
        if (minute % 90 == 10) {
            String rank = "python3[" + (20_002 + 20L * job) + "]";
            say(6, rank + ": segfault at 8 ip 00007f sp 00007f error 4 in libfoo.so[7f+1000]");
        }
        if (minute % 120 == 30) { // root's script writes to the log what a user gave it
            say(12, "NVRM: Xid (PCI:0000:01:00): 79, pid=1, GPU has fallen off the bus.");
            say(12, "site-report: alice says: EDAC MC0: 1 UE memory read error on DIMM_0");
        }
        if (minute % 170 == 0) {
            say(
                    4,
                    "EDAC MC1: 1 CE memory read error on CPU1_DIMM_2 (channel:2 slot:0 page:0x12"
                            + " offset:0x0 grain:32 syndrome:0x0)");
        }
        if (minute % 240 == 20) {
            say(6, "perf: interrupt took too long (2510 > 2500), lowering sample rate");
            say(6, "Lustre: work-OST0001: Connection restored to 192.0.2.9@o2ib");
        }
    }

    private void outOfMemory() {
        String group = "/system.slice/slurmstepd.scope/job_" + job + "/step_0/user/task_0";
        long pid = 20_004 + 20L * job;
        say(4, "python3 invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0");
        say(
                6,
                "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=task_0,mems_allowed=0-1,"
                        + "oom_memcg="
                        + group.replace("/user/task_0", "")
                        + ",task_memcg="
                        + group
                        + ",task=python3,pid="
                        + pid
                        + ",uid="
                        + ALICE);
        say(
                3,
                "Memory cgroup out of memory: Killed process "
                        + pid
                        + " (python3) total-vm:123456kB, anon-rss:98765kB, file-rss:0kB,"
                        + " shmem-rss:0kB, UID:"
                        + ALICE
                        + " pgtables:1kB oom_score_adj:0");
    }

    /**
     * @param priority of syslog; from 8 on a program wrote it and not the kernel
     */
    private void say(int priority, String text) {
        long micros = (long) ((uptime - 30) * 1e6);
        log.add(priority + "," + sequence++ + "," + micros + ",-;" + text + "\n");
        if (log.size() > LOG_LINES) {
            log.remove();
        }
    }

    /** An idle GPU lets its link slow down. */
    private void pciLinks() throws IOException {
        for (int i = 0; i < GPUS; i++) {
            String port = "/sys/devices/pci0000:00/0000:00:" + gpu(i).substring(5, 7) + ".0";
            String speed = busy() ? "32.0 GT/s PCIe\n" : "2.5 GT/s PCIe\n";
            write(port + "/" + gpu(i) + "/current_link_speed", speed);
        }
    }

    // ---- what commands say

    private CommandRunner runner() {
        return (command, deadline) -> {
            String said = says(command);
            CommandResult.End end =
                    said == null ? CommandResult.End.NOT_FOUND : CommandResult.End.EXITED;
            String output = said == null ? "" : said;
            return new CommandResult(command.argv(), end, 0, output, "");
        };
    }

    /** Null where there is no such command. */
    private @Nullable String says(Command command) {
        List<String> argv = command.argv();
        return switch (argv.get(0)) {
            case "stat" -> statFs(argv.subList(argv.indexOf("--") + 1, argv.size()));
            case "nvidia-smi" -> nvidiaSmi(argv.get(1));
            case "dd" -> String.join("", log);
            case "systemctl" -> units(argv.subList(argv.indexOf("--") + 1, argv.size()));
            case "munge" -> "MUNGE:AwQFAAAfE3X0vS8GxYIn:\n";
            case "grep" -> attributes(argv.subList(argv.indexOf("--") + 1, argv.size()), argv);
            case "chronyc" -> tracking();
            case "nvme" -> smartLog();
            default -> null;
        };
    }

    private String statFs(List<String> paths) {
        StringBuilder lines = new StringBuilder();
        for (String path : paths) {
            double used =
                    switch (path) {
                        case "/tmp" -> busy() ? 0.3 + 0.6 * share(100) : 0.1;
                        case "/scratch" -> 0.7 + minute / 14_400.0;
                        default -> 0.35 + share(20) / 10;
                    };
            long blocks = 900L * GIB / 4096;
            long free = (long) (blocks * (1 - used));
            long inodes = 400_000_000L;
            lines.append("4096 ").append(blocks).append(' ').append(free).append(' ');
            lines.append(inodes).append(' ').append((long) (inodes * (1 - used / 2))).append('\n');
        }
        return lines.toString();
    }

    private String nvidiaSmi(String query) {
        String[] columns = query.substring(query.indexOf('=') + 1).split(",");
        StringBuilder csv = new StringBuilder(String.join(", ", columns)).append('\n');
        for (int i = 0; i < GPUS; i++) {
            for (int column = 0; column < columns.length; column++) {
                csv.append(column == 0 ? "" : ", ").append(gpuValue(i, columns[column]));
            }
            csv.append('\n');
        }
        return csv.toString();
    }

    private String gpuValue(int i, String column) {
        return switch (column) {
            case "index" -> String.valueOf(i);
            case "count" -> String.valueOf(GPUS);
            case "uuid", "gpu_uuid" -> "GPU-00000000-0000-0000-0000-00000000000" + i;
            case "pci.bus_id", "gpu_bus_id" -> "0000" + gpu(i);
            case "name" -> "NVIDIA H100 80GB HBM3";
            case "driver_version" -> "570.133.20";
            case "pstate" -> busy() ? "P0" : "P8";
            case "temperature.gpu" -> String.valueOf(busy() ? 55 + random.nextInt(25) : 30 + i);
            case "memory.total" -> "81559";
            case "utilization.gpu" -> String.valueOf(busy() ? 70 + random.nextInt(30) : 0);
            case "pcie.link.gen.max" -> "5";
            case "ecc.errors.uncorrected.volatile.total",
                    "remapped_rows.uncorrectable",
                    "remapped_rows.pending",
                    "remapped_rows.failure" ->
                    "0";
            case "remapped_rows.correctable" -> i == 5 ? "1" : "0";
            default -> "[N/A]";
        };
    }

    private String units(List<String> names) {
        StringBuilder shown = new StringBuilder();
        for (String name : names) {
            boolean rotated = minute % 480 == 10 && name.equals("munge.service");
            shown.append(shown.isEmpty() ? "" : "\n").append("Names=").append(name);
            shown.append("\nLoadState=loaded\nActiveState=");
            shown.append(rotated ? "reloading\nSubState=reload" : "active\nSubState=running");
            shown.append("\nUnitFileState=enabled\nNRestarts=");
            shown.append(name.startsWith("dcgm") ? minute / 500 : 0).append('\n');
        }
        return shown.toString();
    }

    /** As {@code grep -H ''} prints files; with a zero byte behind the name when asked for. */
    private String attributes(List<String> files, List<String> argv) {
        String separator = argv.get(1).contains("Z") ? "\0" : ":";
        StringBuilder lines = new StringBuilder();
        for (String file : files) {
            try {
                Files.readString(Path.of(file))
                        .lines()
                        .forEach(
                                line ->
                                        lines.append(file)
                                                .append(separator)
                                                .append(line)
                                                .append('\n'));
            } catch (IOException e) {
                // not there: grep -s says nothing of it
            }
        }
        return lines.toString();
    }

    private String tracking() {
        Instant heard = Instant.now().minusSeconds(random.nextInt(1000));
        String offset = String.format(Locale.ROOT, "%.9f", share(1000) / 5_000);
        return "Reference ID    : C0000201 (192.0.2.1)\n"
                + "Stratum         : 3\n"
                + "Ref time (UTC)  : "
                + REFERENCE.format(heard)
                + "\nSystem time     : "
                + offset
                + (minute % 2 == 0 ? " seconds slow" : " seconds fast")
                + " of NTP time\nLast offset     : -0.000004 seconds\nRMS offset      : 0.000023 seconds\n"
                + "Frequency       : 12.101 ppm slow\nResidual freq   : -0.001 ppm\n"
                + "Skew            : 0.021 ppm\nRoot delay      : 0.000512 seconds\n"
                + "Root dispersion : 0.000821 seconds\nUpdate interval : 1024.1 seconds\n"
                + "Leap status     : Normal\n";
    }

    private String smartLog() {
        return "{\"critical_warning\":0,\"temperature\":"
                + (busy() ? 318 + random.nextInt(10) : 308)
                + ",\"avail_spare\":100,\"spare_thresh\":10,\"percent_used\":3,"
                + "\"data_units_read\":13898198,\"data_units_written\":"
                + (21_210_849 + minute)
                + ",\"power_on_hours\":8842,\"media_errors\":2,\"num_err_log_entries\":35,"
                + "\"warning_temp_time\":5,\"critical_comp_time\":1}\n";
    }

    // ---- files

    private void daemon(long pid, String name, long parent, long user, String group)
            throws IOException {
        stat(pid, name, 'S', parent, pid);
        status(pid, user, 100);
        write("/proc/" + pid + "/cgroup", "0::" + group + "\n");
        write("/proc/" + pid + "/cmdline", "/usr/sbin/" + name + "\0");
    }

    private void process(
            Set<Long> now, long pid, String name, char state, long parent, long user, String group)
            throws IOException {
        now.add(pid);
        pids.add(pid);
        stat(pid, name, state, parent, (long) (100 * (uptime - 30)));
        status(pid, user, 100);
        write("/proc/" + pid + "/cgroup", "0::" + group + "\n");
        write("/proc/" + pid + "/cmdline", name + "\0");
    }

    private void zombie(Set<Long> now, long pid, String name, long parent) throws IOException {
        now.add(pid);
        pids.add(pid);
        stat(pid, name, 'Z', parent, (long) (100 * (uptime - 30)));
    }

    private void stat(long pid, String name, char state, long parent, long started)
            throws IOException {
        String file = "/proc/" + pid + "/stat";
        String known = written.get(file);
        String since =
                known == null
                        ? String.valueOf(started)
                        : known.substring(known.indexOf(" 0 1 0 ") + 7);
        String line = " S 0 1 1 0 -1 0 0 0 0 0 1 1 0 0 20 0 1 0 ";
        line = line.replaceFirst("S 0", state + " " + parent);
        String tail = known == null ? since + " 0 0\n" : since;
        write(file, pid + " (" + name + ")" + line + tail);
    }

    private void status(long pid, long user, long switches) throws IOException {
        write(
                "/proc/" + pid + "/status",
                "Name:\tx\nUid:\t"
                        + (user + "\t").repeat(3)
                        + user
                        + "\nvoluntary_ctxt_switches:\t"
                        + switches
                        + "\nnonvoluntary_ctxt_switches:\t7\n");
    }

    private void remove(long pid) throws IOException {
        pids.remove(pid);
        for (String name : List.of("stat", "status", "cgroup", "cmdline")) {
            if (written.remove("/proc/" + pid + "/" + name) != null) {
                Files.delete(root.resolve("proc/" + pid + "/" + name));
            }
        }
        Files.delete(root.resolve("proc/" + pid));
    }

    private void write(String file, String text) throws IOException {
        String known = written.put(file, text);
        Path path = root.resolve(file.substring(1));
        if (known == null) {
            Files.createDirectories(path.getParent());
        }
        if (!text.equals(known)) {
            Files.writeString(path, text);
        }
    }
}
