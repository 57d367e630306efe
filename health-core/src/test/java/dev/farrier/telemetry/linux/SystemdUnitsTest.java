package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.FieldCase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemdUnitsTest {
    private static final String SHOWN = FieldCase.resource("linux/systemctl-show.txt");

    @Test
    void findsAUnitByEachOfItsNames() {
        SystemdUnits units = SystemdUnits.parse(SHOWN);
        assertThat(units.units()).hasSize(5);
        assertThat(units.named("ssh.service")).isEqualTo(units.named("sshd.service")).isPresent();
        assertThat(units.named("other.service")).isEmpty();
        assertThat(units.named("sshd.service"))
                .contains(
                        new SystemdUnits.Unit(
                                List.of("sshd.service", "ssh.service"),
                                "loaded",
                                "activating",
                                "auto-restart",
                                "enabled",
                                17));
    }

    @Test
    void knowsNoRestartsOfWhatIsNoService() {
        assertThat(SystemdUnits.parse(SHOWN).named("home.mount").orElseThrow().restarts())
                .isNegative();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ActiveState=active", "LoadState=loaded", "NRestarts=0", "Names="})
    void refusesAWordThatItDoesNotKnowAndAMissingLine(String line) {
        String word = line.startsWith("Names=") ? "Name=" : line.replaceAll("=.*", "=sleepy");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SystemdUnits.parse(SHOWN.replace(line, word)));
    }

    @Test
    void givesNoHalfUnitOfACutAnswer() {
        List<SystemdUnits.Unit> all = SystemdUnits.parse(SHOWN).units();
        for (int i = 0; i < SHOWN.length(); i++) {
            List<SystemdUnits.Unit> some;
            try {
                some = SystemdUnits.parse(SHOWN.substring(0, i)).units();
            } catch (IllegalArgumentException e) {
                continue;
            }
            for (int unit = 0; unit < some.size(); unit++) {
                SystemdUnits.Unit right = all.get(unit);
                assertThat(some.get(unit).names()).isEqualTo(right.names());
                assertThat(some.get(unit).active()).isEqualTo(right.active());
                assertThat(some.get(unit).file()).isEqualTo(right.file());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoAnswer(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> SystemdUnits.parse(text));
    }
}
