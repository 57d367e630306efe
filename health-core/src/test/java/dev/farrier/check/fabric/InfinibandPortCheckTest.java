package dev.farrier.check.fabric;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.InfinibandPorts;
import dev.farrier.telemetry.linux.InfinibandPorts.Addresses;
import dev.farrier.telemetry.linux.InfinibandPorts.Count;
import dev.farrier.telemetry.linux.InfinibandPorts.Physical;
import dev.farrier.telemetry.linux.InfinibandPorts.Port;
import dev.farrier.telemetry.linux.InfinibandPorts.Rate;
import dev.farrier.telemetry.linux.InfinibandPorts.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InfinibandPortCheckTest {
    private static final InfinibandPortCheck UNTOLD =
            new InfinibandPortCheck(List.of(), Optional.empty(), 3);
    private static final InfinibandPortCheck TOLD =
            new InfinibandPortCheck(List.of("mlx5_0"), Optional.of(400), 3);

    private static Port port(
            String name, State state, Physical physical, double rate, Map<String, Count> counters) {
        return new Port(
                name,
                "MT4129",
                false,
                state,
                physical,
                new Rate(rate, "4X", "NDR"),
                counters,
                List.of(),
                Optional.empty());
    }

    private static Port active(double rate) {
        return port("mlx5_0:1", State.ACTIVE, Physical.LINK_UP, rate, Map.of());
    }

    private static Port down() {
        return port("mlx5_0:1", State.DOWN, Physical.POLLING, 10, Map.of());
    }

    private static Port counting(String counter, long by, double seconds) {
        return port(
                "mlx5_0:1",
                State.ACTIVE,
                Physical.LINK_UP,
                400,
                Map.of(counter, new Count(by, Optional.of(new Increase(by, false, seconds)))));
    }

    private static Port ethernet(State state, Addresses addresses) {
        return new Port(
                "mlx5_0:1",
                "MT4129",
                true,
                state,
                Physical.LINK_UP,
                new Rate(400, "4X", "NDR"),
                Map.of(),
                List.of(),
                Optional.of(addresses));
    }

    private static Examination examine(InfinibandPortCheck check, Port... ports) {
        return check.examine(new InfinibandPorts(List.of(ports)));
    }

    @Test
    void condemnsOnlyARequiredPortThatIsDown() {
        assertFound(examine(TOLD, down()), "ib.port.down", Severity.FATAL);
        assertThat(only(examine(TOLD, down())).value()).isEqualTo("down, polling (cable or peer)");
        assertFound(examine(UNTOLD, down()), "ib.port.not-active", Severity.INFO);
    }

    @Test
    void condemnsARequiredPortThatIsNotThere() {
        assertFound(examine(TOLD), "ib.port.missing", Severity.FATAL);
        assertPassed(examine(UNTOLD));
    }

    @Test
    void seesThatNoSubnetManagerSetAPortUp() {
        Port init = port("mlx5_0:1", State.INIT, Physical.LINK_UP, 400, Map.of());
        assertFound(examine(TOLD, init), "ib.port.down", Severity.FATAL);
        assertFound(examine(UNTOLD, init), "ib.port.not-active", Severity.WARNING);
    }

    @Test
    void saysNothingOfAPortThatSaysNothing() {
        Port silent = port("mlx5_0:1", State.UNKNOWN, Physical.UNKNOWN, 0, Map.of());
        assertThat(examine(TOLD, silent).undetermined()).isPresent();
        assertPassed(examine(UNTOLD, silent, active(400)));
    }

    @Test
    void findsAPortBelowTheRateThatItShouldHave() {
        Examination examination = examine(TOLD, active(200));
        assertFound(examination, "ib.port.slow", Severity.DEGRADED);
        assertThat(only(examination).value()).isEqualTo("rate 200 of 400");
    }

    @Test
    void comparesAPortWithMostOfItsSiblings() {
        List<Port> ports = new ArrayList<>();
        for (int i = 1; i < 4; i++) {
            ports.add(port("mlx5_" + i + ":1", State.ACTIVE, Physical.LINK_UP, 400, Map.of()));
        }
        ports.add(active(200));
        assertFound(examine(UNTOLD, ports.toArray(new Port[0])), "ib.port.slow", Severity.DEGRADED);
        assertPassed(examine(UNTOLD, active(200), ports.get(0)));
        ports.add(port("mlx5_5:1", State.ACTIVE, Physical.LINK_UP, 200, Map.of()));
        ports.add(port("mlx5_6:1", State.ACTIVE, Physical.LINK_UP, 200, Map.of()));
        assertPassed(examine(UNTOLD, ports.toArray(new Port[0])));
    }

    @Test
    void findsAPortThatRecovers() {
        Port recovering = port("mlx5_0:1", State.ACTIVE, Physical.ERROR_RECOVERY, 400, Map.of());
        assertFound(examine(TOLD, recovering), "ib.port.recovering", Severity.DEGRADED);
    }

    @Test
    void judgesCountersByTheirIncrease() {
        assertPassed(examine(TOLD, counting("link_downed", 2, 300)));
        assertFound(
                examine(TOLD, counting("link_downed", 3, 300)),
                "ib.port.flapping",
                Severity.DEGRADED);
        assertPassed(examine(TOLD, counting("symbol_error", 120, 300)));
        assertFound(
                examine(TOLD, counting("symbol_error", 121, 300)),
                "ib.port.errors",
                Severity.DEGRADED);
        Count old = new Count(15, Optional.empty());
        Port total =
                port(
                        "mlx5_0:1",
                        State.ACTIVE,
                        Physical.LINK_UP,
                        400,
                        Map.of("excessive_buffer_overrun_errors", old));
        assertPassed(examine(TOLD, total));
    }

    @Test
    void looksAtEthernetOnlyWhereItIsRequired() {
        assertThat(codes(examine(UNTOLD, ethernet(State.DOWN, Addresses.NONE)))).isEmpty();
        assertFound(
                examine(TOLD, ethernet(State.DOWN, Addresses.NONE)),
                "ib.port.down",
                Severity.FATAL);
        assertFound(
                examine(TOLD, ethernet(State.ACTIVE, Addresses.LINK_LOCAL)),
                "ib.port.no-address",
                Severity.WARNING);
        assertPassed(examine(TOLD, ethernet(State.ACTIVE, Addresses.ROUTABLE)));
    }
}
