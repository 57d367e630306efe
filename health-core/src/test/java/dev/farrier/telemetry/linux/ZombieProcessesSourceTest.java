package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZombieProcessesSourceTest {
    @TempDir Path root;

    @Test
    void countsTheDeadAndNamesOneWithItsParent() throws Exception {
        new ProcessTree(root)
                .process(1, "systemd", 'S', 0)
                .process(40, "python3", 'Z', 39)
                .process(41, "Z) Z (", 'S', 1)
                .process(42, "sh", 'Z', 1);
        Machine machine = new Machine(root, new FakeCommandRunner());
        Reading<ZombieProcesses> reading =
                new ZombieProcessesSource(new ProcessListSource(machine))
                        .read(Deadline.in(Duration.ofMinutes(1)));
        ZombieProcesses zombies = ((Reading.Present<ZombieProcesses>) reading).value();
        assertThat(zombies.count()).isEqualTo(2);
        assertThat(zombies.example()).isIn("python3 of parent 39", "sh of parent 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1 (a) S 0 0;S",
                "1 (a) b) (c) D 0 0;D",
                "2 (kworker/u1025:10-events_power_efficient_and_long_name_of_64_chars) I 2;I",
                "1 (a);' '",
                "x;' '",
                "'';' '"
            })
    void seesTheStateBehindAnyName(String line, char state) {
        assertThat(ProcessList.state(line)).isEqualTo(state);
    }
}
