package dev.farrier.cluster;

import dev.farrier.telemetry.linux.PortCounters;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Writes the files of a node that is as large as told, for {@link CheckBenchmark}. */
final class MadeNode {
    /** Of the end of the kernel's log; what is before it in a larger one is a hole in the file. */
    private static final long MOST_WRITTEN = 4 << 20;

    private static final int ADAPTERS = 8;
    private static final int USERS = 20;
    private static final String CPUS = "/sys/devices/system/cpu";
    private static final String PCI = "/sys/bus/pci/devices";

    /**
     * @param kernelLog in bytes
     */
    record Size(String name, int processes, int cpus, int mounts, long kernelLog) {
        static final Size SMALL = new Size("small", 300, 128, 40, 1 << 20);
        static final Size LARGE = new Size("large", 10_000, 1_000, 500, 1 << 30);
    }

    private final Path root;
    private final Set<Path> folders = new HashSet<>();
    private final String status;

    private MadeNode(Path root) throws IOException {
        this.root = root;
        this.status = Recorded.resource("/linux/status.txt");
    }

    static void write(Path root, Size size) throws IOException {
        MadeNode node = new MadeNode(root);
        node.writeSystem();
        node.writeCpus(size.cpus());
        node.writeProcesses(size.processes());
        node.writeMounts(size.mounts());
        node.writeKernelLog(size.kernelLog());
        node.writeMemoryControllers();
        node.writeNetwork();
        node.writePci();
        node.writeDrives();
    }

    private void writeSystem() throws IOException {
        write("/proc/meminfo", Recorded.resource("/linux/meminfo.txt"));
        write("/proc/loadavg", "96.31 97.02 98.11 97/2113 17089\n");
        write("/proc/uptime", "864000.25 1000000.00\n");
        write("/proc/sys/vm/swappiness", "10\n");
        write("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\n");
        write("/sys/module/nvidia/version", "570.133.20\n");
        write("/sys/module/nvidia/initstate", "live\n");
        write("/sys/class/dmi/id/bios_version", "1.0\n");
        String pool = "/sys/kernel/mm/hugepages/hugepages-2048kB/";
        write(pool + "nr_hugepages", "0\n");
        write(pool + "surplus_hugepages", "0\n");
        write(pool + "free_hugepages", "0\n");
        write("/dev/ipmi0", "");
        Files.createDirectories(root.resolve("run/systemd/system"));
        Files.createDirectories(root.resolve("run/farrier"));
    }

    /** Two sockets, two threads a core. */
    private void writeCpus(int cpus) throws IOException {
        String all = "0-" + (cpus - 1) + "\n";
        write(CPUS + "/online", all);
        write(CPUS + "/present", all);
        write(CPUS + "/smt/control", "on\n");
        StringBuilder cpuinfo = new StringBuilder();
        for (int cpu = 0; cpu < cpus; cpu++) {
            String folder = CPUS + "/cpu" + cpu;
            int socket = cpu < cpus / 2 ? 0 : 1;
            String ofSocket = socket == 0 ? "0-" + (cpus / 2 - 1) : cpus / 2 + "-" + (cpus - 1);
            String ofCore = (cpu & ~1) + "-" + (cpu | 1);
            write(folder + "/topology/package_cpus_list", ofSocket + "\n");
            write(folder + "/topology/core_siblings_list", ofSocket + "\n");
            write(folder + "/topology/core_cpus_list", ofCore + "\n");
            write(folder + "/topology/thread_siblings_list", ofCore + "\n");
            write(folder + "/topology/physical_package_id", socket + "\n");
            write(folder + "/thermal_throttle/core_throttle_total_time_ms", "12\n");
            write(folder + "/thermal_throttle/package_throttle_total_time_ms", "34\n");
            String policy = CPUS + "/cpufreq/policy" + cpu;
            write(policy + "/affected_cpus", cpu + "\n");
            write(policy + "/scaling_governor", "performance\n");
            write(policy + "/scaling_max_freq", "3800000\n");
            write(policy + "/cpuinfo_max_freq", "3800000\n");
            cpuinfo.append("processor\t: ").append(cpu).append("\nmodel name\t: made\n\n");
        }
        write(CPUS + "/cpufreq/boost", "1\n");
        write("/proc/cpuinfo", cpuinfo.toString());
    }

    /** A third are threads of the kernel; of the rest, half are services and half are jobs. */
    private void writeProcesses(int processes) throws IOException {
        writeProcess(1, "systemd", 'S', 0, 0, "/init.scope");
        writeProcess(2, "kthreadd", 'S', 0, 0, "/");
        writeProcess(3, "slurmd", 'S', 1, 0, "/system.slice/slurmd.service");
        writeProcess(4, "slurmstepd", 'S', 3, 0, "/system.slice/slurmstepd.scope/job_7");
        write("/proc/3/limits", Recorded.resource("/linux/limits.txt"));
        for (int pid = 5; pid <= processes; pid++) {
            char state = pid % 500 == 0 ? 'Z' : pid % 101 == 0 ? 'D' : 'S';
            switch (pid % 6) {
                case 0, 1 -> writeProcess(pid, "kworker/" + pid, 'I', 2, 0, "/");
                case 2, 3 -> writeProcess(pid, "daemon", state, 1, 0, "/system.slice/d.service");
                default ->
                        writeProcess(
                                pid,
                                "python3",
                                state,
                                4,
                                1001 + pid % USERS,
                                "/system.slice/slurmstepd.scope/job_7/step_0/user/task_0");
            }
        }
    }

    private void writeProcess(
            int pid, String name, char state, int parent, int user, String controlGroup)
            throws IOException {
        String folder = "/proc/" + pid;
        String start = pid + " (" + name + ") " + state + " " + parent + " " + pid + " " + pid;
        write(folder + "/stat", start + " 0 -1 0 0 0 0 0 1 1 0 0 20 0 1 0 " + pid + "0 0 0\n");
        write(
                folder + "/status",
                status.replace("Uid:\t0\t0\t0\t0", "Uid:" + ("\t" + user).repeat(4)));
        write(folder + "/cgroup", "0::" + controlGroup + "\n");
        write(folder + "/cmdline", "/usr/sbin/" + name + "\0");
    }

    private void writeMounts(int mounts) throws IOException {
        StringBuilder table = new StringBuilder(Recorded.resource("/linux/mountinfo.txt"));
        table.append("900 1 8:2 / /var/lib/farrier rw - ext4 /dev/sda2 rw\n");
        for (int i = 0; i < mounts; i++) {
            table.append(1000 + i).append(" 1 0:").append(100 + i).append(" / /data/").append(i);
            table.append(" rw,nosuid shared:").append(i).append(" - nfs4 server:/export/");
            table.append(i).append(" rw,vers=4.2,rsize=1048576,wsize=1048576,hard,proto=tcp\n");
        }
        write("/proc/self/mountinfo", table.toString());
    }

    /** One line in a thousand is an error that checks know. */
    private void writeKernelLog(long bytes) throws IOException {
        StringBuilder log = new StringBuilder();
        long from = Math.max(0, bytes - MOST_WRITTEN);
        for (int i = 0; from + log.length() < bytes; i++) {
            String text =
                    i % 1000 == 999
                            ? "nvme nvme0: I/O tag 7 (1007) opcode 0x2 (I/O Cmd) QID 4 timeout"
                            : "audit: type=1400 audit(1700000000." + i + ":1): apparmor=\"STATUS\"";
            log.append("6,").append(i).append(',').append(i * 1000L).append(",-;").append(text);
            log.append('\n');
        }
        write("/dev/kmsg", "");
        try (RandomAccessFile file = new RandomAccessFile(root + "/dev/kmsg", "rw")) {
            file.seek(from);
            file.write(log.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private void writeMemoryControllers() throws IOException {
        for (int mc = 0; mc < 24; mc++) {
            String folder = "/sys/devices/system/edac/mc/mc" + mc + "/";
            write(folder + "seconds_since_reset", "864000\n");
            for (String count : new String[] {"ce", "ue", "ce_noinfo", "ue_noinfo"}) {
                write(folder + count + "_count", "0\n");
            }
            for (int dimm = 0; dimm < 2; dimm++) {
                write(folder + "dimm" + dimm + "/dimm_label", "DIMM_" + mc + "_" + dimm + "\n");
                write(folder + "dimm" + dimm + "/dimm_ce_count", "0\n");
                write(folder + "dimm" + dimm + "/dimm_ue_count", "0\n");
            }
        }
    }

    private void writeNetwork() throws IOException {
        StringBuilder table = new StringBuilder("Inter-|   Receive  |  Transmit\n");
        table.append(" face |bytes    packets errs drop fifo frame compressed multicast|");
        table.append("bytes    packets errs drop fifo colls carrier compressed\n");
        for (String name : new String[] {"eth0", "ib0"}) {
            table.append(name).append(": 9 9 0 0 0 0 0 0 9 9 0 0 0 0 0 0\n");
            String folder = "/sys/class/net/" + name + "/";
            write(folder + "operstate", "up\n");
            write(folder + "carrier", "1\n");
            write(folder + "speed", "100000\n");
            write(folder + "duplex", "full\n");
            write(folder + "mtu", "9000\n");
            write(folder + "carrier_changes", "2\n");
            write(folder + "device/vendor", "0x15b3\n");
        }
        write("/proc/net/dev", table.toString());
        for (int i = 0; i < ADAPTERS; i++) {
            writeAdapter("/sys/class/infiniband/mlx5_" + i + "/");
        }
    }

    private void writeAdapter(String folder) throws IOException {
        write(folder + "fw_ver", "28.43.1014\n");
        write(folder + "board_id", "MT_0000000838\n");
        write(folder + "hca_type", "MT4129\n");
        write(folder + "node_guid", "0000:0000:0000:0001\n");
        String port = folder + "ports/1/";
        write(port + "state", "4: ACTIVE\n");
        write(port + "phys_state", "5: LinkUp\n");
        write(port + "rate", "400 Gb/sec (4X NDR)\n");
        write(port + "link_layer", "InfiniBand\n");
        for (String counter : PortCounters.names()) {
            write(port + "counters/" + counter, "0\n");
        }
        for (int gid = 0; gid < 256; gid++) {
            String text = gid == 0 ? "fe80:0000:0000:0000:0000:0000:0000:0001" : "0000:".repeat(7);
            write(port + "gids/" + gid, text + (gid == 0 ? "\n" : "0000\n"));
        }
    }

    /** GPUs, network adapters and drives, each below a port of its own. */
    private void writePci() throws IOException {
        String[] kinds = {"0x030200", "0x020700", "0x010802"};
        for (int i = 0; i < kinds.length * ADAPTERS; i++) {
            String port = String.format("0000:%02x:01.0", 0x10 + 2 * i);
            String device = String.format("0000:%02x:00.0", 0x11 + 2 * i);
            String above = "/sys/devices/pci0000:00/" + port;
            writePciDevice(above, "0x060400", port);
            writePciDevice(above + "/" + device, kinds[i % kinds.length], device);
        }
    }

    private void writePciDevice(String folder, String type, String address) throws IOException {
        write(folder + "/class", type + "\n");
        write(folder + "/vendor", "0x10de\n");
        write(folder + "/power/runtime_status", "active\n");
        for (String which : new String[] {"current", "max"}) {
            write(folder + "/" + which + "_link_speed", "32.0 GT/s PCIe\n");
            write(folder + "/" + which + "_link_width", "16\n");
        }
        write(folder + "/aer_dev_correctable", "RxErr 0\nBadTLP 0\nTOTAL_ERR_COR 0\n");
        write(folder + "/aer_dev_nonfatal", "Undefined 0\nDLP 0\nTOTAL_ERR_NONFATAL 0\n");
        write(folder + "/aer_dev_fatal", "Undefined 0\nDLP 0\nTOTAL_ERR_FATAL 0\n");
        Path link = root.resolve(PCI.substring(1)).resolve(address);
        Files.createDirectories(link.resolveSibling(""));
        Files.createSymbolicLink(link, root.resolve(folder.substring(1)));
    }

    private void writeDrives() throws IOException {
        for (int i = 0; i < ADAPTERS; i++) {
            String folder = "/sys/class/nvme/nvme" + i + "/";
            write(folder + "state", "live\n");
            write(folder + "transport", "pcie\n");
            write(folder + "model", "MADE 3.84TB\n");
            write(folder + "serial", "S" + i + "\n");
            write(folder + "firmware_rev", "1.0\n");
        }
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path.substring(1));
        Path folder = file.resolveSibling("");
        if (folders.add(folder)) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, text);
    }
}
