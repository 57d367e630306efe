package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.Uptime;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmeHealthSourceTest {
    private static final String PAGE = FieldCase.resource("nvme/smart-log-1.json");

    @TempDir Path root;

    private final FakeCommandRunner commands = new FakeCommandRunner();
    private final CounterBook counters = new CounterBook();

    @BeforeEach
    void oneDrive() throws IOException {
        drive("nvme0", "live", "pcie");
    }

    private void drive(String name, String state, String transport) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/class/nvme").resolve(name));
        Files.writeString(folder.resolve("state"), state + "\n");
        Files.writeString(folder.resolve("transport"), transport + "\n");
        Files.writeString(folder.resolve("model"), "Some Drive 3.84TB      \n");
        Files.writeString(folder.resolve("serial"), "S-" + name + "\n");
        Files.writeString(folder.resolve("firmware_rev"), "1.2.3   \n");
    }

    private Reading<NvmeHealth> read() throws Exception {
        Machine machine = new Machine(root, commands, counters);
        return new NvmeHealthSource(machine, new NvmeControllersSource(machine))
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private NvmeHealth present() throws Exception {
        return ((Reading.Present<NvmeHealth>) read()).value();
    }

    @Test
    void asksLiveDrivesInTheNodeOnly() throws Exception {
        drive("nvme1", "dead", "pcie");
        drive("nvme2", "live", "tcp");
        commands.prints(NvmeHealthSource.nvme("nvme0"), PAGE);
        assertThat(present().drives()).hasSize(1);
        assertThat(present().drives().get(0).controller().model()).isEqualTo("Some Drive 3.84TB");
        assertThat(present().drives().get(0).smart().percentUsed()).isEqualTo(3);
    }

    @Test
    void tellsIncreasesOnceTheyAreKnown() throws Exception {
        counters.open(new Uptime("boot", 1000), Map.of());
        commands.prints(NvmeHealthSource.nvme("nvme0"), PAGE);
        assertThat(present().drives().get(0).mediaErrors()).isEmpty();
        counters.open(new Uptime("boot", 1060), counters.marks());
        commands.prints(
                NvmeHealthSource.nvme("nvme0"),
                PAGE.replace("\"media_errors\" : 2", "\"media_errors\" : 5"));
        assertThat(present().drives().get(0).mediaErrors().orElseThrow().by()).isEqualTo(3);
        assertThat(present().drives().get(0).throttled().orElseThrow().by()).isZero();
    }

    @Test
    void asksSmartctlWhereNvmeIsNotInstalled() throws Exception {
        commands.ends(NvmeHealthSource.nvme("nvme0"), CommandResult.End.NOT_FOUND);
        // Bit 3 of its exit code: the drive is failing, and the page is there.
        commands.exits(
                NvmeHealthSource.smartctl("nvme0"),
                8,
                FieldCase.resource("nvme/smartctl-7.4.json"),
                "");
        assertThat(present().drives().get(0).smart().isTooHot()).isTrue();
    }

    @Test
    void isNotSupportedWithoutADriveOrATool() throws Exception {
        commands.ends(NvmeHealthSource.nvme("nvme0"), CommandResult.End.NOT_FOUND);
        commands.ends(NvmeHealthSource.smartctl("nvme0"), CommandResult.End.NOT_FOUND);
        assertThat(read()).isInstanceOf(Reading.Unsupported.class);
        drive("nvme0", "resetting", "pcie");
        assertThat(read()).isInstanceOf(Reading.Unsupported.class);
    }

    @Test
    void isNotPermittedToAnOrdinaryUser() throws Exception {
        commands.exits(NvmeHealthSource.nvme("nvme0"), 1, "", "/dev/nvme0: Permission denied\n");
        assertThat(read()).isInstanceOf(Reading.NotPermitted.class);
        commands.ends(NvmeHealthSource.nvme("nvme0"), CommandResult.End.NOT_FOUND);
        commands.exits(
                NvmeHealthSource.smartctl("nvme0"),
                2,
                "{\"smartctl\":{\"messages\":[{\"string\":\"Smartctl open device: /dev/nvme0"
                        + " failed: Permission denied\"}],\"exit_status\":2}}",
                "");
        assertThat(read()).isInstanceOf(Reading.NotPermitted.class);
    }

    @Test
    void keepsWhatOneDriveSaysWhenAnotherIsSilent() throws Exception {
        drive("nvme1", "live", "pcie");
        commands.ends(NvmeHealthSource.nvme("nvme0"), CommandResult.End.TIMED_OUT);
        commands.prints(NvmeHealthSource.nvme("nvme1"), PAGE);
        assertThat(present().drives()).hasSize(1);
        assertThat(present().unread()).hasSize(1);
        commands.prints(NvmeHealthSource.nvme("nvme1"), "{}");
        assertThat(read()).isInstanceOf(Reading.Failed.class);
    }
}
