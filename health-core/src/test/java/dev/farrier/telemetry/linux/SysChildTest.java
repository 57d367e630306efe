package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Deadline;
import dev.farrier.OddTexts;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.exec.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysChildTest {
    private static final Deadline SOON = Deadline.in(Duration.ofMinutes(1));
    private static final String WIDTH = "/bus/pci/devices/0000:3b:00.0/current_link_width";
    private static final String AER = "/bus/pci/devices/0000:3b:00.0/aer_dev_fatal";

    @TempDir private Path root = Path.of("");

    private FakeSys tree() {
        return new FakeSys(root, new ProcessRunner(root.resolve("scratch")));
    }

    @Test
    void givesTheTextsOfTheFilesThatAnswer() throws IOException, InterruptedException {
        FakeSys tree = tree().with(WIDTH.substring(1), 16).with(AER.substring(1), "DLP 0\nTLP 1");
        SysFiles files = new SysChild(tree.machine()).read(List.of(WIDTH, "/not/there", AER), SOON);
        assertThat(files.text(WIDTH)).contains("16");
        assertThat(files.text(AER)).contains("DLP 0\nTLP 1");
        assertThat(files.text("/not/there")).isEmpty();
    }

    @Test
    void givesTheFirstBytesOfAConfigurationSpace() throws IOException, InterruptedException {
        FakeSys tree = tree().with("config", "");
        Files.write(tree.path("config"), new byte[] {-1, -1, -1, -1, 0});
        assertThat(new SysChild(tree.machine()).start("/config", SOON)).isEqualTo("ff ff ff ff");
        assertThat(new SysChild(tree.machine()).start("/missing", SOON)).isEmpty();
    }

    @Test
    void saysThatADeviceGivesNoAnswer() {
        List<String> argv = SysChild.argv(root.resolve("sys").toString(), List.of(WIDTH));
        FakeSys tree =
                new FakeSys(root, new FakeCommandRunner().ends(argv, CommandResult.End.STUCK));
        assertThatThrownBy(() -> new SysChild(tree.machine()).read(List.of(WIDTH), SOON))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "the attributes in /sys/bus/pci/devices/0000:3b:00.0 give no answer in"
                                + " time");
    }

    @Test
    void takesNothingFromWhatIsNoAnswer() {
        for (String text : OddTexts.all()) {
            assertThat(SysChild.parse("/sys", text)).isEmpty();
        }
        assertThat(SysChild.parse("/sys", "/sys/a\0001\n/sys/b\0002")).hasSize(1);
    }
}
