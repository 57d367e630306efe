package dev.farrier.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.NodeProfile.Gres;
import dev.farrier.check.CheckKind;
import dev.farrier.check.NodeView;
import dev.farrier.check.Sources;
import dev.farrier.config.ConfigReader;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.run.BuiltinChecks;
import dev.farrier.run.KnownChecks;
import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeProposalTest {
    @TempDir private Path root = Path.of("");
    private final List<String> mounts = new ArrayList<>();
    private Optional<NodeProfile> profile = Optional.empty();
    private String systemctl = "";

    /** Knows systemctl alone. */
    private CommandRunner commands =
            (command, deadline) ->
                    command.program().equals("systemctl")
                            ? new CommandResult(
                                    command.argv(), CommandResult.End.EXITED, 0, systemctl, "")
                            : new CommandResult(
                                    command.argv(),
                                    CommandResult.End.NOT_FOUND,
                                    127,
                                    "",
                                    command.program() + " is not here");

    @BeforeEach
    void setUp() throws IOException {
        file("/proc/meminfo", "MemTotal:       131833344 kB\nMemFree: 1 kB\n");
        file("/sys/devices/system/cpu/online", "0-15\n");
        mount("/", "/", "ext4", "/dev/sda1", "rw");
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void mount(String fsRoot, String path, String type, String source, String options) {
        int id = mounts.size() + 20;
        int parent = mounts.isEmpty() ? 1 : 20;
        mounts.add(
                id + " " + parent + " 8:1 " + fsRoot + " " + path + " " + options + " - " + type
                        + " " + source + " " + options + "\n");
    }

    private void promises(long memoryMib, int cpus, Gres... gres) {
        profile =
                Optional.of(
                        new NodeProfile(
                                List.of("gpu"),
                                List.of(),
                                List.of(gres),
                                OptionalLong.of(memoryMib << 20),
                                OptionalInt.of(cpus)));
    }

    private NodeProposal proposal(String... ids) throws IOException, InterruptedException {
        file("/proc/self/mountinfo", String.join("", mounts));
        Machine machine = new Machine(root, commands);
        List<CheckKind> kinds = new ArrayList<>();
        for (CheckKind kind : BuiltinChecks.kinds()) {
            if (List.of(ids).contains(kind.id())) {
                kinds.add(kind);
            }
        }
        NodeProposal proposal =
                NodeProposal.of(
                        new NodeName("gpu001"),
                        profile.isPresent(),
                        kinds,
                        new NodeView(new Sources(machine), profile));
        assertThat(
                        new ConfigReader(KnownChecks.OURS.declared(), HostList::expand)
                                .read(proposal.toYaml(), "f")
                                .checks())
                .as("it can be read")
                .hasSameSizeAs(proposal.checks());
        return proposal;
    }

    @Test
    void expectsWhatIsThere() throws IOException, InterruptedException {
        assertThat(proposal("memory.size", "cpu.count", "gpu.count", "gpu.driver").toYaml())
                .startsWith("# node: gpu001\n")
                .endsWith(
                        """
                        policy: {mode: observe}
                        checks:
                          memory.size: {expected: 125GiB}
                          cpu.count: {expected: 16}
                        """);
    }

    @Test
    void expectsWhatTheSchedulerPromisesAndWarnsWhereThereIsLess()
            throws IOException, InterruptedException {
        promises(257_000, 32, new Gres("gpu", "h100", 8));

        NodeProposal proposal = proposal("memory.size", "cpu.count", "gpu.count", "gpu.driver");

        assertThat(proposal.toYaml())
                .contains("memory.size: {expected: 250GiB}")
                .contains("cpu.count: {expected: 32}")
                .contains("gpu.count: {expected: 8}")
                .contains("gpu.driver: {}");
        assertThat(proposal.warnings())
                .containsExactlyInAnyOrder(
                        "memory.size: the kernel manages 125.7 GiB of memory, the scheduler"
                                + " promises 250.9 GiB",
                        "cpu.count: 16 CPUs are online, the scheduler promises 32",
                        "gpu.count: the driver knows 0 GPUs, the scheduler promises 8");
    }

    @Test
    void holdsNoSlicesOfGpusAgainstGpus() throws IOException, InterruptedException {
        promises(100, 1, new Gres("gpu", "1g.10gb", 56));

        assertThat(proposal("gpu.count").checks()).isEmpty();
    }

    @Test
    void proposesTheMountsThatMatterAndNoOthers() throws IOException, InterruptedException {
        mount("/", "/home", "nfs4", "server:/export/home", "rw");
        mount("/", "/sw", "nfs", "server:/sw", "ro");
        mount("/", "/scratch", "xfs", "/dev/nvme0n1", "rw");
        mount("/", "/boot", "ext4", "/dev/sda2", "rw");
        mount("/", "/proc", "proc", "proc", "rw");
        mount("/", "/run/user/0", "tmpfs", "tmpfs", "rw");
        mount("/", "/net", "autofs", "auto", "rw");
        mount("/", "/net/server", "nfs4", "server:/", "rw");
        mount("/", "/var/lib/docker/overlay2/x/merged", "overlay", "overlay", "rw");
        mount("/sub", "/mnt/bind", "ext4", "/dev/sda1", "rw");

        assertThat(proposal("mount").toYaml())
                .endsWith(
                        """
                        checks:
                          mount-home: {check: mount, path: /home, fsType: nfs4, source: 'server:/export/home'}
                          mount-sw: {check: mount, path: /sw, fsType: nfs, source: 'server:/sw', readWrite: false}
                          mount-scratch: {check: mount, path: /scratch, fsType: xfs}
                        """);
    }

    @Test
    void namesWhatItCouldNotLookAt() throws IOException, InterruptedException {
        Files.delete(root.resolve("proc/meminfo"));

        assertThat(proposal("memory.size").notes()).hasSize(1);
    }

    @Test
    void proposesEachKindThatLooksAtSomethingThatEveryNodeHas()
            throws IOException, InterruptedException {
        assertThat(proposal("filesystem.read-only", "disk.space").checks())
                .extracting(ProposedCheck::name)
                .containsExactly("filesystem.read-only", "space");
    }

    @Test
    void expectsTheSwapThatIsThere() throws IOException, InterruptedException {
        file(
                "/proc/meminfo",
                """
                MemTotal:       131833344 kB
                MemAvailable:   100000000 kB
                SwapTotal:        2097148 kB
                SwapFree:         2097148 kB
                """);

        assertThat(proposal("memory.swap").toYaml()).contains("memory.swap: {expected: 2047MiB}");
    }

    @Test
    void proposesServicesThatRunAndWarnsOfThoseThatShould()
            throws IOException, InterruptedException {
        Files.createDirectories(root.resolve("run/systemd/system"));
        systemctl =
                unit("slurmd.service", "active", "running", "enabled")
                        + unit("munge.service", "failed", "failed", "enabled")
                        + unit("chronyd.service", "inactive", "dead", "disabled").strip()
                        + "\n";

        NodeProposal proposal = proposal("service");

        assertThat(proposal.toYaml())
                .endsWith(
                        """
                        checks:
                          service-slurmd: {check: service, unit: slurmd}
                          service-munge: {check: service, unit: munge}
                        """);
        assertThat(proposal.warnings())
                .containsExactly("service-munge: munge starts at boot and is failed");
    }

    @Test
    void expectsTheAdaptersThatAreUp() throws IOException, InterruptedException {
        commands = new ProcessRunner(root.resolve("scratch")); // attributes are read in a child
        for (String name : List.of("eth0", "eth1", "docker0")) {
            file("/sys/class/net/" + name + "/operstate", name.equals("eth1") ? "down\n" : "up\n");
            file("/sys/class/net/" + name + "/carrier", "1\n");
            file("/sys/class/net/" + name + "/speed", "25000\n");
            file("/sys/class/net/" + name + "/duplex", "full\n");
            file("/sys/class/net/" + name + "/mtu", "9000\n");
            file("/sys/class/net/" + name + "/flags", "0x1003\n");
        }
        file("/sys/class/net/eth0/device/vendor", "0x15b3\n");
        file("/sys/class/net/eth1/device/vendor", "0x15b3\n");

        assertThat(proposal("network.interface").checks())
                .extracting(ProposedCheck::toYaml)
                .singleElement()
                .asString()
                .startsWith("  network-eth0: {check: network.interface, interfaces: eth0,");
    }

    private static String unit(String name, String active, String sub, String file) {
        return "Names="
                + name
                + "\nLoadState=loaded\nActiveState="
                + active
                + "\nSubState="
                + sub
                + "\nUnitFileState="
                + file
                + "\nNRestarts=0\n\n";
    }
}
