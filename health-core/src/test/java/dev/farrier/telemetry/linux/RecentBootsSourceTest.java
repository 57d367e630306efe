package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.json.Json;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecentBootsSourceTest {
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

    @TempDir Path root;
    private Map<String, Object> state = Map.of();

    private List<Instant> look(String bootId, Instant now, String uptime) throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/uptime"), uptime + " 1.00\n");
        RecentBootsSource source =
                new RecentBootsSource(new Machine(root, new FakeCommandRunner()), () -> now);
        source.recall(state, bootId);
        Reading<RecentBoots> reading = source.read(Deadline.in(Duration.ofMinutes(1)));
        state = Json.object(Json.write(source.memory()));
        return ((Reading.Present<RecentBoots>) reading).value().boots();
    }

    @Test
    void remembersEachBootOnce() throws IOException {
        assertThat(look("a", START, "60.50")).containsExactly(START.minusSeconds(60));
        assertThat(look("a", START.plusSeconds(60), "120.50"))
                .containsExactly(START.minusSeconds(60));
        assertThat(look("b", START.plusSeconds(600), "100.00"))
                .containsExactly(START.minusSeconds(60), START.plusSeconds(500));
    }

    @Test
    void keepsItsTimeOfABootWhenTheClockIsSet() throws IOException {
        look("a", START, "60.00");
        assertThat(look("a", START.plusSeconds(86_400), "120.00"))
                .containsExactly(START.minusSeconds(60));
    }

    @Test
    void keepsItsMemorySmall() throws IOException {
        for (int boot = 0; boot < 100; boot++) {
            look("boot-" + boot, START.plusSeconds(boot), "10.00");
        }
        assertThat((List<?>) state.get("boots")).hasSize(32);
    }

    @Test
    void passesOddMemoriesOver() throws IOException {
        state = Json.object("{\"boots\":[1,{},{\"id\":\"x\"},{\"id\":1,\"at\":2}]}");
        assertThat(look("a", START, "60.00")).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesOddTexts(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> RecentBootsSource.seconds(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 2\n", "-1.0 2\n", ".5 2\n", "1.0", "99999999999999999999.0 1\n"})
    void refusesWhatIsNoUptime(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> RecentBootsSource.seconds(text));
    }
}
