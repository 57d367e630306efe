package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnlineCpusSourceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0;1", "0-1;2", "0-63,65;65", "0,2,4-5;4", "0-999;1000", "0-8191;8192"})
    void countsTheCpusOfAList(String list, int count) {
        assertThat(OnlineCpusSource.parse(list + "\n")).isEqualTo(new OnlineCpus(count, list));
    }

    @Test
    void counts1000CpusOneByOne() {
        StringBuilder list = new StringBuilder("0");
        for (int i = 2; i < 2000; i += 2) {
            list.append(',').append(i);
        }
        assertThat(OnlineCpusSource.parse(list + "\n").count()).isEqualTo(1000);
    }

    @Test
    void readsOneFile(@TempDir Path root) throws IOException {
        Path file = root.resolve("sys/devices/system/cpu/online");
        Files.createDirectories(file.getParent());
        Files.writeString(file, FieldCase.resource("linux/cpu-online.txt"));
        OnlineCpusSource source = new OnlineCpusSource(new Machine(root, new FakeCommandRunner()));
        assertThat(source.read(Deadline.in(Duration.ofMinutes(1))))
                .isEqualTo(new Reading.Present<>(new OnlineCpus(2, "0-1")));
    }

    @Test
    void refusesEveryCutList() {
        String whole = "0-63,65,128-191\n";
        for (int i = 0; i < whole.length(); i++) {
            String cut = whole.substring(0, i);
            assertThatIllegalArgumentException().isThrownBy(() -> OnlineCpusSource.parse(cut));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1-0\n",
                "0,0\n",
                "5,3\n",
                "0-\n",
                "-3\n",
                ",\n",
                "0,\n",
                "0--1\n",
                "0 1\n",
                "0-1-2\n",
                "0-999999999999\n",
                "0-3\n\n",
                "a\n",
                "+1\n"
            })
    void refusesAnOddList(String list) {
        assertThatIllegalArgumentException().isThrownBy(() -> OnlineCpusSource.parse(list));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoList(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> OnlineCpusSource.parse(text));
    }
}
