package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.FieldCase;
import dev.farrier.telemetry.linux.InfinibandPorts.Physical;
import dev.farrier.telemetry.linux.InfinibandPorts.Port;
import dev.farrier.telemetry.linux.InfinibandPorts.State;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IbstatTest {
    private static final String CAPTURED = new FieldCase("ib-ibstat-01").text("ibstat.txt");

    @Test
    void readsEveryPort() {
        List<Port> ports = Ibstat.parse(CAPTURED).ports();
        assertThat(ports)
                .extracting(Port::name)
                .containsExactly(
                        "mlx5_0:1",
                        "mlx5_1:1",
                        "mlx5_2:1",
                        "mlx5_3:1",
                        "mlx5_4:1",
                        "mlx5_5:1",
                        "mlx5_bond_0:1");
        assertThat(ports.get(1).state()).isEqualTo(State.DOWN);
        assertThat(ports.get(1).physical()).isEqualTo(Physical.POLLING);
        assertThat(ports.get(2).state()).isEqualTo(State.INIT);
        assertThat(ports.get(4).rate().gigabits()).isEqualTo(200);
    }

    @Test
    void takesAPortOfAnOldVersionForInfiniband() {
        String old = CAPTURED.substring(0, CAPTURED.indexOf("CA 'mlx5_1'"));
        Port port = Ibstat.parse(old.replaceAll(".*Link layer.*\n", "")).ports().get(0);
        assertThat(port.ethernet()).isFalse();
        assertThat(port.state()).isEqualTo(State.ACTIVE);
    }

    @Test
    void readsTheWholePortOrNothingOfACutList() {
        for (int i = 0; i < CAPTURED.length(); i += 7) {
            String cut = CAPTURED.substring(0, i);
            try {
                assertThat(Ibstat.parse(cut).ports().size()).isLessThanOrEqualTo(7);
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoIbstat(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Ibstat.parse(text));
    }
}
