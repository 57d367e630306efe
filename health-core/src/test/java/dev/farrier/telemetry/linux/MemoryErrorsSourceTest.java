package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MemoryErrorsSourceTest {
    private static final Deadline SOON = Deadline.in(Duration.ofMinutes(1));
    private static final String MC0 = "devices/system/edac/mc/mc0/";

    @TempDir private Path root = Path.of("");

    private FakeSys tree() {
        return new FakeSys(root);
    }

    private static MemoryErrors read(FakeSys tree) throws IOException {
        Reading<MemoryErrors> reading = new MemoryErrorsSource(tree.machine()).read(SOON);
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<MemoryErrors>) reading).value();
    }

    private static List<MemoryErrors.Part> parts(MemoryErrors errors) {
        List<MemoryErrors.Part> parts = new ArrayList<>();
        errors.controllers().forEach(controller -> parts.addAll(controller.parts()));
        return parts;
    }

    /** {@code name corrected uncorrected} of all parts that counted something. */
    private static List<String> counted(MemoryErrors errors) {
        return parts(errors).stream()
                .filter(part -> part.corrected().total() + part.uncorrected().total() > 0)
                .map(
                        part ->
                                part.name()
                                        + " "
                                        + part.corrected().total()
                                        + " "
                                        + part.uncorrected().total())
                .toList();
    }

    @Test
    void countsModulesRanksAndRowsOnce() throws IOException {
        FieldCase field = new FieldCase("sysfs-edac-01");
        MemoryErrors errors = read(tree().shows(field.folder().resolve("sys")));
        assertThat(counted(errors))
                .containsExactly(
                        "CPU_SrcID#0_Ha#0_Chan#2_DIMM#0 1 0",
                        "mc1/rank4 4084 0",
                        "noinfo 12 0",
                        "DIMM_A1 0 1");
        long corrected = 0;
        long uncorrected = 0;
        for (MemoryErrors.Controller controller : errors.controllers()) {
            corrected += controller.corrected();
            uncorrected += controller.uncorrected();
        }
        assertThat(corrected).isEqualTo(field.expected().get("total_ce").number());
        assertThat(uncorrected).isEqualTo(field.expected().get("total_ue").number());
    }

    @Test
    void leavesTheRowsOutWhereModulesAreListedBeside() throws IOException {
        FakeSys tree =
                tree().with(MC0 + "ce_count", 5)
                        .with(MC0 + "dimm0/dimm_ce_count", 5)
                        .with(MC0 + "dimm0/dimm_ue_count", 0)
                        .with(MC0 + "dimm0/dimm_label", "A1")
                        .with(MC0 + "csrow0/ce_count", 5)
                        .with(MC0 + "csrow0/ue_count", 0)
                        .with(MC0 + "csrow0/ch0_ce_count", 5);
        assertThat(counted(read(tree))).containsExactly("A1 5 0");
    }

    @Test
    void asksTheRowsWhereModulesAreListedWithoutCounters() throws IOException {
        FakeSys tree =
                tree().with(MC0 + "dimm0/dimm_label", "A1")
                        .with(MC0 + "dimm1/dimm_label", "B1")
                        .with(MC0 + "csrow0/ce_count", 7)
                        .with(MC0 + "csrow0/ue_count", 1)
                        .with(MC0 + "csrow0/ch0_ce_count", 3)
                        .with(MC0 + "csrow0/ch0_dimm_label", "A1")
                        .with(MC0 + "csrow0/ch1_ce_count", 4)
                        .with(MC0 + "csrow0/ch1_dimm_label", "B1");
        MemoryErrors errors = read(tree);
        assertThat(counted(errors)).containsExactly("A1 3 0", "B1 4 0", "mc0/csrow0 0 1");
        assertThat(errors.controllers().get(0).modules()).isEqualTo(2);
    }

    @Test
    void losesNoErrorThatNoPartHas() throws IOException {
        FakeSys tree =
                tree().with(MC0 + "ce_count", 9)
                        .with(MC0 + "ue_count", 2)
                        .with(MC0 + "ce_noinfo_count", 3)
                        .with(MC0 + "ue_noinfo_count", 1)
                        .with(MC0 + "dimm0/dimm_ce_count", 5)
                        .with(MC0 + "dimm0/dimm_ue_count", 0);
        assertThat(counted(read(tree))).containsExactly("mc0/dimm0 5 0", "noinfo 3 1", "mc0 1 1");
    }

    @Test
    void takesTheControllerWhereItListsNothing() throws IOException {
        FakeSys tree = tree().with(MC0 + "ce_count", 0).with(MC0 + "ue_count", 0);
        assertThat(parts(read(tree))).hasSize(1);
    }

    @Test
    void tellsTheIncreaseFromTheLastLook() throws IOException {
        FakeSys tree = tree().with(MC0 + "dimm0/dimm_ce_count", 5).at(1000);
        assertThat(parts(read(tree)).get(0).corrected().increase()).isEmpty();
        tree.at(1300).with(MC0 + "dimm0/dimm_ce_count", 25);
        assertThat(parts(read(tree)).get(0).corrected().increase())
                .contains(new Increase(20, false, 300));
    }

    @Test
    void takesTheAgeOfTheCountersWhereNoEarlierLookIsKnown() throws IOException {
        FakeSys tree =
                tree().with(MC0 + "seconds_since_reset", 7200)
                        .with(MC0 + "dimm0/dimm_ce_count", 5)
                        .at(9000);
        assertThat(parts(read(tree)).get(0).corrected().increase())
                .contains(new Increase(5, false, 7200));
    }

    @Test
    void isUnsupportedWhereNothingCounts() throws IOException {
        assertThat(new MemoryErrorsSource(tree().machine()).read(SOON))
                .isInstanceOf(Reading.Unsupported.class);
        Files.createDirectories(tree().path("devices/system/edac/mc/power"));
        assertThat(new MemoryErrorsSource(tree().machine()).read(SOON))
                .isInstanceOf(Reading.Unsupported.class);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void takesNothingForANumberThatIsNone(String text) throws IOException {
        FakeSys tree =
                tree().with(MC0 + "ce_count", text)
                        .with(MC0 + "ue_count", text)
                        .with(MC0 + "dimm0/dimm_ce_count", text)
                        .with(MC0 + "dimm0/dimm_ue_count", text);
        assertThat(new MemoryErrorsSource(tree.machine()).read(SOON))
                .isInstanceOf(Reading.Failed.class);
    }

    @Test
    void namesTheCountersThatSayNothing() throws IOException {
        FakeSys tree =
                tree().with(MC0 + "dimm0/dimm_ce_count", "N/A")
                        .with(MC0 + "dimm0/dimm_ue_count", 0);
        assertThat(read(tree).controllers().get(0).unreadable())
                .containsExactly("dimm0/dimm_ce_count");
    }
}
