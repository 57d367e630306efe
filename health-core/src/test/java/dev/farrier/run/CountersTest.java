package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.telemetry.Increase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters from one run to the next. */
class CountersTest {
    @TempDir private Path folder = Path.of("");
    private Node node = new Node(folder);

    @BeforeEach
    void setUp() {
        node = new Node(folder);
    }

    private Optional<Increase> look(long counter) throws IOException, InterruptedException {
        node.counter = counter;
        node.lookAfter(60, "pass");
        return node.increase;
    }

    private Path state() {
        return folder.resolve("state.json");
    }

    @Test
    void aRunKnowsWhatTheLastOneRead() throws IOException, InterruptedException {
        assertThat(look(7)).isEmpty();
        assertThat(look(9)).contains(new Increase(2, false, 60));
        assertThat(Files.readString(state()))
                .contains(
                        "\"counters\":{\"mlx5_0:1/link_downed/600\":"
                                + "{\"boot\":\"boot-1\",\"value\":7,\"uptime\":86460");
    }

    @Test
    void aRebootStartsAgain() throws IOException, InterruptedException {
        look(7);
        node.boot = "boot-2";
        node.uptime = 100;
        assertThat(look(9)).isEmpty();
    }

    @Test
    void aLostStateIsNoIncrease() throws IOException, InterruptedException {
        look(7);
        Files.delete(state());
        assertThat(look(9)).isEmpty();
        assertThat(look(10)).contains(new Increase(1, false, 60));
    }

    @Test
    void keepsWhatOneRunNeverAskedFor() throws IOException, InterruptedException {
        look(7);
        node.hangs = false;
        for (int i = 0; i < 25; i++) {
            look(7);
        }
        assertThat(look(9).orElseThrow().by()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{\"mlx5_0:1/link_downed/600\":7}",
                "{\"mlx5_0:1/link_downed/600\":{}}",
                "{\"mlx5_0:1/link_downed/600\":{\"boot\":\"boot-1\",\"value\":\"7\",\"uptime\":1}}",
                "{\"mlx5_0:1/link_downed/600\":{\"boot\":\"boot-1\",\"value\":7,\"uptime\":1,"
                        + "\"recent\":{\"value\":1.5}}}"
            })
    void countersOfNoUseCostNothingElse(String counters) throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        String state = Files.readString(state());
        int start = state.indexOf("\"counters\":") + "\"counters\":".length();
        Files.writeString(state(), state.substring(0, start) + counters + "}");
        assertThat(look(9)).isEmpty();
        assertThat(Files.readString(state())).contains("\"fails\":[86460");
        assertThat(folder.resolve("state.json.unreadable")).doesNotExist();
    }

    @Test
    void aFileOfAnEarlierVersionHasNone() throws IOException, InterruptedException {
        Files.writeString(
                state(), "{\"schema\":1,\"node\":\"node01\",\"boot\":\"boot-1\",\"later\":[1]}");
        assertThat(look(9)).isEmpty();
        assertThat(Files.readString(state())).contains("\"later\":[1]");
    }
}
