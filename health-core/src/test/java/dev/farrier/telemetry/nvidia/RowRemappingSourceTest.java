package dev.farrier.telemetry.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowRemappingSourceTest {
    private static final String FOUR = FieldCase.resource("nvidia/remapped-rows.csv");
    private static final String HEADER = FOUR.substring(0, FOUR.indexOf('\n') + 1);
    private static final List<String> ARGV = RowRemappingSource.argv("nvidia-smi");

    private static Reading<RowRemapping> exits(int code, String stdout) {
        return RowRemappingSource.understand(
                new CommandResult(ARGV, CommandResult.End.EXITED, code, stdout, ""));
    }

    private static RowRemapping present(Reading<RowRemapping> reading) {
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<RowRemapping>) reading).value();
    }

    @Test
    void readsBothSpellingsAndLeavesOutWhatHasNoRemapper() {
        assertThat(present(exits(0, FOUR)).gpus())
                .containsExactly(
                        rows("0000:0f:00.0", 1, 0, 1, true, false),
                        rows("0000:15:00.0", 2, 0, 0, false, false),
                        rows("0000:50:00.0", 3, 2, 8, false, true));
    }

    private static RowRemapping.Rows rows(
            String pciId,
            int number,
            int correctable,
            int uncorrectable,
            boolean pending,
            boolean failed) {
        String uuid = "GPU-00000000-0000-0000-0000-00000000000" + number;
        return new RowRemapping.Rows(pciId, uuid, correctable, uncorrectable, pending, failed);
    }

    @Test
    void countsTheGpusThatCouldNotBeAsked() {
        String message =
                "Unable to determine the device handle for GPU 0000:10:00.0: Unknown Error\n";
        assertThat(present(exits(255, FOUR + message)).unreached()).isEqualTo(1);
        assertThat(exits(255, message)).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void isUnsupportedWhereNoGpuHasARemapper() {
        String row = "00000000:D8:00.0, GPU-1, [N/A], [N/A], [N/A], [N/A]\n";
        assertThat(exits(0, HEADER + row)).isInstanceOf(Reading.Unsupported.class);
        assertThat(exits(0, HEADER)).isInstanceOf(Reading.Unsupported.class);
        assertThat(exits(6, "No devices were found\n")).isInstanceOf(Reading.Unsupported.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "[Unknown Error]", "[GPU is lost]", "ERR!", "2", "", "-1"})
    void guessesNothingFromASpellingThatItDoesNotKnow(String failure) {
        String row = "00000000:D8:00.0, GPU-1, 0, 0, 0, " + failure + "\n";
        assertThat(exits(0, HEADER + row)).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void hasFailedWhenTheDriverDoesNotAnswer() {
        CommandResult stuck = new CommandResult(ARGV, CommandResult.End.STUCK, 0, "", "");
        assertThat(RowRemappingSource.understand(stuck)).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void givesOnlyWholeRowsOfACutList() {
        List<RowRemapping.Rows> all = present(exits(0, FOUR)).gpus();
        for (int i = 0; i < FOUR.length(); i++) {
            Reading<RowRemapping> reading = exits(0, FOUR.substring(0, i));
            if (reading instanceof Reading.Present<RowRemapping> some) {
                assertThat(all.subList(0, some.value().gpus().size()))
                        .isEqualTo(some.value().gpus());
            } else if (i != HEADER.length()) {
                assertThat(reading).isInstanceOf(Reading.Failed.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoList(String text) {
        assertThat(exits(0, text)).isInstanceOf(Reading.Failed.class);
    }
}
