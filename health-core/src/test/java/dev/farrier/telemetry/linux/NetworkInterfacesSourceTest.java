package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkInterfacesSourceTest {
    private static final Deadline SOON = Deadline.in(Duration.ofMinutes(1));

    @TempDir Path root;

    private void write(String name, String text) throws IOException {
        Path file = root.resolve("sys/class/net").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private void link(String name, String state, String carrier, String speed) throws IOException {
        write(name + "/operstate", state);
        write(name + "/carrier", carrier);
        write(name + "/speed", speed);
        write(name + "/duplex", "full");
        write(name + "/mtu", "9000");
    }

    private NetworkInterfaces read(List<String> names, List<String> members) throws Exception {
        Machine machine = new Machine(root, new ProcessRunner(root));
        Reading<NetworkInterfaces> reading =
                new NetworkInterfacesSource(machine, names, members).read(SOON);
        return ((Reading.Present<NetworkInterfaces>) reading).value();
    }

    private static NetworkInterfaces.Interface up(String name, List<String> members) {
        return new NetworkInterfaces.Interface(
                name, "up", true, OptionalInt.of(25_000), "full", OptionalInt.of(9000), members);
    }

    @Test
    void readsWhatIsThereAndKnowsWhatIsNot() throws Exception {
        link("eth0", "up", "1", "25000");
        link("eth1", "down", "0", "-1");
        List<NetworkInterfaces.Interface> links =
                read(List.of("eth0", "eth1", "eth2"), List.of()).interfaces();
        assertThat(links.get(0)).isEqualTo(up("eth0", List.of()));
        assertThat(links.get(1).isUp()).isFalse();
        assertThat(links.get(1).megabits()).isEmpty();
        assertThat(links.get(2).isMissing()).isTrue();
    }

    @Test
    void countsTheMembersOfABondThatCarryIt() throws Exception {
        link("bond0", "up", "1", "25000");
        write("bond0/bonding/slaves", "eth0 eth1");
        write("eth0/bonding_slave/mii_status", "up");
        write("eth1/bonding_slave/mii_status", "down");
        write("eth2/bonding_slave/mii_status", "up");
        assertThat(read(List.of("bond0"), List.of("eth0", "eth1", "eth2")).interfaces())
                .containsExactly(up("bond0", List.of("eth0")));
    }

    @Test
    void readsAnInterfaceThatIsSwitchedOff() {
        // The kernel refuses carrier, speed and duplex then.
        NetworkInterfaces.Interface link =
                NetworkInterfacesSource.understand(
                        "eth0", List.of(), Map.of("/sys/class/net/eth0/operstate", "down"));
        assertThat(link.isUp()).isFalse();
        assertThat(link.isMissing()).isFalse();
        assertThat(link.megabits()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ib0 unknown 1", "br0 up 1"})
    void takesAnUnknownStateWithALinkForUp(String text) {
        String[] part = text.split(" ", -1);
        String folder = "/sys/class/net/" + part[0] + "/";
        NetworkInterfaces.Interface link =
                NetworkInterfacesSource.understand(
                        part[0],
                        List.of(),
                        Map.of(folder + "operstate", part[1], folder + "carrier", part[2]));
        assertThat(link.isUp()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void guessesNothing(String text) {
        for (String name : List.of("operstate", "carrier", "speed", "mtu")) {
            Map<String, String> good =
                    new java.util.HashMap<>(Map.of("/sys/class/net/eth0/operstate", "up"));
            good.put("/sys/class/net/eth0/" + name, text);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NetworkInterfacesSource.understand("eth0", List.of(), good));
        }
    }

    @Test
    void hasFailedWhereADriverDoesNotAnswer() throws Exception {
        link("eth0", "up", "1", "25000");
        CommandRunner silent =
                (Command command, Deadline deadline) ->
                        new CommandResult(
                                command.argv(), CommandResult.End.STUCK, 0, "", "in state D");
        NetworkInterfacesSource source =
                new NetworkInterfacesSource(new Machine(root, silent), List.of("eth0"), List.of());
        assertThatThrownBy(() -> source.read(SOON))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be killed");
    }
}
