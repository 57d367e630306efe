package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessListSourceTest {
    private static final String INIT =
            "1 (systemd) S 0 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 26 0 0 0\n";

    @TempDir Path root;

    private ProcessListSource source() {
        return new ProcessListSource(new Machine(root, new FakeCommandRunner()));
    }

    private static Reading<ProcessList> read(ProcessListSource source) throws IOException {
        return source.read(Deadline.in(Duration.ofMinutes(1)));
    }

    private void process(String pid, String stat) throws IOException {
        Files.createDirectories(root.resolve("proc").resolve(pid));
        Files.writeString(root.resolve("proc").resolve(pid).resolve("stat"), stat);
    }

    @Test
    void listsProcessesAndNothingElse() throws IOException {
        process("1", INIT);
        process("self", INIT);
        process("sys", "");

        assertThat(read(source())).isEqualTo(present(INIT));
    }

    private static Reading<ProcessList> present(String... lines) {
        return new Reading.Present<>(new ProcessList(java.util.List.of(lines)));
    }

    @Test
    void leavesOutAProcessThatEndsMeanwhile() throws IOException {
        process("1", INIT);
        Files.createDirectories(root.resolve("proc/99"));
        process("100", "");
        process("101", "101 (torn");

        assertThat(read(source())).isEqualTo(present(INIT));
    }

    @Test
    void servesAllWhoAskWithinASecondFromOneLook() throws IOException {
        process("1", INIT);
        ProcessListSource source = source();
        Reading<ProcessList> first = read(source);
        process("2", INIT.replace("1 (systemd)", "2 (kthreadd)"));

        assertThat(((Reading.Present<ProcessList>) read(source)).value())
                .isSameAs(((Reading.Present<ProcessList>) first).value());
        assertThat(((Reading.Present<ProcessList>) read(source())).value().lines()).hasSize(2);
    }

    @Test
    void hasFailedWhereNoTimeWasLeft() throws IOException {
        process("1", INIT);

        assertThat(source().read(Deadline.in(Duration.ZERO))).isInstanceOf(Reading.Failed.class);
    }
}
