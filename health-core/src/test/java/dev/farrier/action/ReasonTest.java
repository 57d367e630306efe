package dev.farrier.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonTest {
    private static final String LINE =
            Reason.ofFaults(List.of("gpu.row-remap.failed", "gpu.xid"), "gpu 0000:3b:00.0").text();

    @Test
    void startsWithPrefixAndChecksum() {
        assertThat(LINE)
                .matches(
                        "farrier:[0-9a-f]{8} gpu\\.row-remap\\.failed,gpu\\.xid gpu 0000:3b:00\\.0");
    }

    @Test
    void isTheSameTextForTheSameFaults() {
        assertThat(Reason.ofFaults(List.of("gpu.xid"), "gpu 0").text())
                .isEqualTo("farrier:db9fd44b gpu.xid gpu 0");
    }

    @Test
    void isUneditedAsItWasMade() {
        assertThat(Reason.isUnedited(LINE)).isTrue();
        assertThat(Reason.isUnedited(Reason.ofPerson("für später").text())).isTrue();
    }

    @Test
    void noticesEveryEdit() {
        for (int i = 0; i < LINE.length(); i++) {
            assertThat(Reason.isUnedited(LINE.substring(0, i))).isFalse();
            assertThat(Reason.isUnedited(LINE.substring(0, i) + "~" + LINE.substring(i + 1)))
                    .isFalse();
            assertThat(Reason.isUnedited(LINE.substring(0, i) + "~" + LINE.substring(i))).isFalse();
        }
        assertThat(Reason.isUnedited(LINE + " ")).isFalse();
        assertThat(Reason.isUnedited(" " + LINE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "farrier:",
                "farrier: gpu",
                "farrier:00000000 ",
                "Farrier:db9fd44b gpu.xid gpu 0"
            })
    void isNotOursWithoutAChecksum(String line) {
        assertThat(Reason.isUnedited(line)).isFalse();
        assertThat(Reason.codes(line)).isEmpty();
    }

    @Test
    void namesItsCodes() {
        assertThat(Reason.codes(LINE)).containsExactly("gpu.row-remap.failed", "gpu.xid");
        assertThat(Reason.codes(Reason.ofPerson("new DIMM").text())).containsExactly("manual");
        assertThat(Reason.codes(LINE + "!")).isEmpty();
    }

    @Test
    void countsTheCodesThatDoNotFit() {
        List<String> codes =
                List.of(
                        "gpu.row-remap.failed",
                        "gpu.uncorrectable-ecc",
                        "memory.uncorrectable",
                        "os.root-read-only");
        String line = Reason.ofFaults(codes, "gpu 0000:3b:00.0").text();

        assertThat(line)
                .endsWith(" gpu.row-remap.failed,gpu.uncorrectable-ecc+2 gpu 0000:3b:00.0")
                .hasSizeLessThanOrEqualTo(79);
        assertThat(Reason.codes(line)).isEqualTo(codes.subList(0, 2));
    }

    @Test
    void leavesOutAComponentThatDoesNotFit() {
        assertThat(
                        Reason.ofFaults(List.of("storage.mount.hung"), "mount /" + "x".repeat(60))
                                .text())
                .endsWith(" storage.mount.hung");
    }

    @Property
    void isOneShortLineOfPlainAsciiWhateverItIsMadeOf(
            @ForAll @Size(min = 1, max = 20) List<String> codes, @ForAll String component) {
        String line = Reason.ofFaults(codes, component).text();

        assertThat(line.chars()).allMatch(c -> c >= ' ' && c <= '~');
        assertThat(line.length()).isLessThanOrEqualTo(79);
        assertThat(line).doesNotContain("\"", "'", "|");
    }

    @Test
    void neverHoldsTheWordError() {
        String line = Reason.ofFaults(List.of("site.ERROR", "ERROR"), "disk ERROR").text();

        assertThat(line).endsWith(" site.error,error disk error").doesNotContain("ERROR");
    }

    @Test
    void cutsACodeThatIsTooLong() {
        assertThat(Reason.ofFaults(List.of("x".repeat(100), "y"), "z").text())
                .hasSize(79)
                .endsWith("xxx");
    }

    @Test
    void keepsAPersonsText() {
        assertThat(Reason.ofPerson("waiting for part ERROR 7").text())
                .matches("farrier:[0-9a-f]{8} manual waiting for part ERROR 7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void refusesABlankText(String text) {
        assertThatThrownBy(() -> new Reason(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
