package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.FieldCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NvmeSmartJsonTest {
    private static final String FIRST = FieldCase.resource("nvme/smart-log-1.json");
    private static final String SECOND = FieldCase.resource("nvme/smart-log-2.json");
    private static final String SMARTCTL = FieldCase.resource("nvme/smartctl-7.4.json");

    @Test
    void readsTheSpellingsOfAllThree() {
        assertThat(NvmeSmartJson.parse(FIRST)).isEqualTo(new NvmeHealth.Smart(0, 3, 100, 10, 2, 9));
        assertThat(NvmeSmartJson.parse(SECOND))
                .isEqualTo(new NvmeHealth.Smart(9, 117, 4, 10, 2, 0));
        assertThat(NvmeSmartJson.parse(SMARTCTL))
                .isEqualTo(new NvmeHealth.Smart(2, 6, 100, 10, 0, 12));
    }

    @Test
    void knowsTheBitsOfTheWarning() {
        NvmeHealth.Smart smart = NvmeSmartJson.parse(SECOND);
        assertThat(smart.isReadOnly()).isTrue();
        assertThat(smart.isSpareLow()).isTrue();
        assertThat(smart.isTooHot()).isFalse();
        assertThat(smart.hasOtherWarning()).isFalse();
        assertThat(new NvmeHealth.Smart(4, 0, 100, 10, 0, 0).hasOtherWarning()).isTrue();
        assertThat(new NvmeHealth.Smart(128, 0, 100, 10, 0, 0).hasOtherWarning()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2\"", "2.0"})
    void readsACounterHoweverItIsWritten(String value) {
        String json = FIRST.replace("\"media_errors\" : 2", "\"media_errors\" : " + value);
        assertThat(NvmeSmartJson.parse(json).mediaErrors()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "-1", "2.5", "\"two\"", "\"\"", "[]", "true", "{}"})
    void guessesNoNumber(String value) {
        String json = FIRST.replace("\"media_errors\" : 2", "\"media_errors\" : " + value);
        assertThatIllegalArgumentException().isThrownBy(() -> NvmeSmartJson.parse(json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"critical_warning", "percent_used", "avail_spare", "spare_thresh"})
    void missesNothingSilently(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NvmeSmartJson.parse(FIRST.replace(name, "other")))
                .withMessage("no " + name);
    }

    @Test
    void refusesEveryCutPage() {
        for (int i = 0; i < FIRST.strip().length(); i++) {
            String cut = FIRST.substring(0, i);
            assertThatIllegalArgumentException().isThrownBy(() -> NvmeSmartJson.parse(cut));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoPage(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> NvmeSmartJson.parse(text));
    }
}
