package dev.farrier.check.fabric;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.linux.NetworkInterfaces;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkInterfaceCheckTest {
    private static Examination examine(NetworkInterfaces.Interface link) {
        return new NetworkInterfaceCheck(
                        Optional.of(25_000), Optional.of(9000), List.of("eth0", "eth1"))
                .examine(new NetworkInterfaces(List.of(link)));
    }

    private static NetworkInterfaces.Interface link(
            String state, boolean carrier, int megabits, String duplex, int mtu) {
        return new NetworkInterfaces.Interface(
                "bond0",
                state,
                carrier,
                megabits < 0 ? OptionalInt.empty() : OptionalInt.of(megabits),
                duplex,
                OptionalInt.of(mtu),
                List.of("eth0", "eth1"));
    }

    @Test
    void passesWhatIsExpected() {
        assertPassed(examine(link("up", true, 25_000, "full", 9000)));
        assertPassed(examine(link("unknown", true, -1, "", 9000)));
    }

    @Test
    void findsWhatIsMissingOrDown() {
        assertFound(
                examine(
                        new NetworkInterfaces.Interface(
                                "bond0",
                                "",
                                false,
                                OptionalInt.empty(),
                                "",
                                OptionalInt.empty(),
                                List.of())),
                "network.missing",
                Severity.DEGRADED);
        Examination down = examine(link("down", false, -1, "", 9000));
        assertFound(down, "network.down", Severity.DEGRADED);
        assertThat(only(down).message()).isEqualTo("bond0: down, no carrier");
    }

    @Test
    void findsWhatIsSlowerOrSetOtherwise() {
        Examination slow = examine(link("up", true, 10_000, "full", 9000));
        assertFound(slow, "network.slow", Severity.DEGRADED);
        assertThat(only(slow).message()).isEqualTo("bond0: 10Gb/s, at least 25Gb/s");
        assertFound(
                examine(link("up", true, 25_000, "half", 9000)),
                "network.half-duplex",
                Severity.DEGRADED);
        assertFound(
                examine(link("up", true, 25_000, "full", 1500)),
                "network.wrong-mtu",
                Severity.DEGRADED);
    }

    @Test
    void namesTheMemberThatDoesNotCarryTheBond() {
        Examination examination =
                examine(
                        new NetworkInterfaces.Interface(
                                "bond0",
                                "up",
                                true,
                                OptionalInt.of(25_000),
                                "full",
                                OptionalInt.of(9000),
                                List.of("eth0")));
        assertFound(examination, "network.bond-member-missing", Severity.DEGRADED);
        assertThat(only(examination).message()).isEqualTo("bond0: eth1 does not carry this bond");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "a/b", "a b", "eth0:1", "a-name-that-is-too-long"})
    void takesNoNameThatNoInterfaceHas(String name) {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        Settings settings = new Settings(Map.of("interfaces", List.of(name)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkInterfaceCheck.KIND.maker().make(settings, sources));
    }

    @ParameterizedTest
    @ValueSource(strings = {"25", "25Gb", "0Gb/s", "-1Gb/s", "x", "2.5.Gb/s", "9999999Gb/s"})
    void takesNoSpeedThatNoLinkHas(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LinkSpeed.TYPE.parse(List.of(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"25Gb/s", "100Mb/s", "400Gb/s"})
    void showsASpeedAsItIsWritten(String text) {
        assertThat(LinkSpeed.TYPE.show(LinkSpeed.TYPE.parse(List.of(text)))).isEqualTo(text);
    }
}
