package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.Uptime;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceSourceTest {
    @TempDir Path root;
    private final FakeCommandRunner commands = new FakeCommandRunner();

    private void systemdRuns() throws IOException {
        Files.createDirectories(root.resolve("run/systemd/system"));
    }

    private static Reading<ServiceLook> read(ServiceSource source) throws Exception {
        return source.read(Deadline.in(Duration.ofMinutes(1)));
    }

    private static ServiceLook present(Reading<ServiceLook> reading) {
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<ServiceLook>) reading).value();
    }

    @Test
    void asksForAllUnitsInOneChild() throws Exception {
        systemdRuns();
        Machine machine = new Machine(root, commands);
        SystemdUnitsSource systemd = new SystemdUnitsSource(machine);
        ServiceSource slurmd =
                new ServiceSource(machine, systemd, "slurmd.service", Optional.empty());
        ServiceSource ssh = new ServiceSource(machine, systemd, "ssh.service", Optional.empty());
        commands.prints(systemd.argv(), FieldCase.resource("linux/systemctl-show.txt"));
        assertThat(present(read(slurmd)).unit().orElseThrow().active()).isEqualTo("active");
        assertThat(present(read(ssh)).unit().orElseThrow().sub()).isEqualTo("auto-restart");
        assertThat(commands.ran()).hasSize(1);
        assertThat(systemd.argv()).endsWith("--", "slurmd.service", "ssh.service");
    }

    @Test
    void tellsRestartsAsAnIncrease() throws Exception {
        systemdRuns();
        Machine machine = new Machine(root, commands);
        machine.counters().open(new Uptime("boot", 1000), Map.of());
        look(machine, "17");
        machine.counters().open(new Uptime("boot", 1060), machine.counters().marks());
        assertThat(look(machine, "21").restarts().orElseThrow().by()).isEqualTo(4);
    }

    private ServiceLook look(Machine machine, String restarts) throws Exception {
        SystemdUnitsSource systemd = new SystemdUnitsSource(machine);
        ServiceSource ssh = new ServiceSource(machine, systemd, "ssh.service", Optional.empty());
        String shown = FieldCase.resource("linux/systemctl-show.txt");
        commands.prints(systemd.argv(), shown.replace("NRestarts=17", "NRestarts=" + restarts));
        return present(read(ssh));
    }

    @Test
    void countsTheProcessesWhereNoSystemdRuns() throws Exception {
        Files.createDirectories(root.resolve("proc/7"));
        Files.writeString(
                root.resolve("proc/7/stat"),
                "7 (slurmd) S 1 0 0 0 -1 1 2 3 4 5 6 7 8 9 20 0 1 0 700 0 0 0\n");
        Machine machine = new Machine(root, commands);
        RunningProcessesSource processes =
                new RunningProcessesSource(
                        machine,
                        new ProcessListSource(machine),
                        new ProcessPattern("slurmd", "", ""));
        SystemdUnitsSource systemd = new SystemdUnitsSource(machine);
        ServiceLook look =
                present(
                        read(
                                new ServiceSource(
                                        machine,
                                        systemd,
                                        "slurmd.service",
                                        Optional.of(processes))));
        assertThat(look.processes()).isEqualTo(1);
        assertThat(read(new ServiceSource(machine, systemd, "x.service", Optional.empty())))
                .isInstanceOf(Reading.Unsupported.class);
        assertThat(commands.ran()).isEmpty();
    }

    @Test
    void hasFailedWhereSystemdSaysSomethingElse() throws Exception {
        systemdRuns();
        Machine machine = new Machine(root, commands);
        SystemdUnitsSource systemd = new SystemdUnitsSource(machine);
        ServiceSource other =
                new ServiceSource(machine, systemd, "other.service", Optional.empty());
        commands.prints(systemd.argv(), FieldCase.resource("linux/systemctl-show.txt"));
        assertThat(read(other)).isInstanceOf(Reading.Failed.class);
        commands.prints(systemd.argv(), "nonsense");
        SystemdUnitsSource again = new SystemdUnitsSource(machine);
        assertThat(read(new ServiceSource(machine, again, "other.service", Optional.empty())))
                .isInstanceOf(Reading.Failed.class);
    }
}
