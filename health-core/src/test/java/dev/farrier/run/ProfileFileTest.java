package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.NodeProfile.Gres;
import dev.farrier.Uptime;
import dev.farrier.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileFileTest {
    private static final NodeName NODE = new NodeName("gpu001");
    private static final NodeProfile PROFILE =
            new NodeProfile(
                    List.of("gpu"),
                    List.of("h100"),
                    List.of(new Gres("gpu", "h100", 8)),
                    OptionalLong.of(64L << 30),
                    OptionalInt.of(16));

    @TempDir private Path folder = Path.of("");
    private Path path = Path.of("");
    private int asked;
    private boolean away;

    @BeforeEach
    void setUp() {
        path = folder.resolve("node.json");
    }

    private Optional<NodeProfile> current(String boot, double uptime) throws InterruptedException {
        return new ProfileFile(path)
                .current(
                        NODE,
                        new Uptime(boot, uptime),
                        () -> {
                            asked++;
                            if (away) {
                                throw new IOException("away");
                            }
                            return Optional.of(PROFILE);
                        },
                        new RunJournal(
                                new Journal(
                                        folder.resolve("journal"),
                                        1 << 20,
                                        1,
                                        InstantSource.system()),
                                NODE));
    }

    @Test
    void asksOnceAndKeepsTheAnswer() throws InterruptedException {
        assertThat(current("b1", 100)).contains(PROFILE);
        assertThat(current("b1", 160)).contains(PROFILE);

        assertThat(asked).isEqualTo(1);
        assertThat(new ProfileFile(path).known(NODE, new Uptime("b1", 170))).contains(PROFILE);
    }

    @Test
    void asksAgainInTheNextBootAndAfterADay() throws InterruptedException {
        current("b1", 100);
        current("b2", 100);
        current("b2", 100 + 86_400);

        assertThat(asked).isEqualTo(3);
    }

    @Test
    void keepsADayOldAnswerWhenTheSchedulerIsAway() throws InterruptedException {
        current("b1", 100);
        away = true;

        assertThat(current("b1", 200_000)).contains(PROFILE);
    }

    @Test
    void knowsNothingInANewBootWhenTheSchedulerIsAway() throws InterruptedException {
        current("b1", 100);
        away = true;

        assertThat(current("b2", 100)).isEmpty();
    }

    @Test
    void isNotTakenForAnotherNodesOrAnEarlierUptime() throws InterruptedException {
        current("b1", 100);

        ProfileFile file = new ProfileFile(path);
        assertThat(file.known(new NodeName("gpu002"), new Uptime("b1", 200))).isEmpty();
        assertThat(file.known(NODE, new Uptime("b1", 50))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "\u0000\u0001",
                "[]",
                "{\"schema\":1,\"node\":\"gpu001\",\"boot\":\"b1\",\"uptime\":1}",
                "{\"schema\":2,\"node\":\"gpu001\",\"boot\":\"b1\",\"uptime\":1,\"partitions\":[],"
                        + "\"features\":[],\"gres\":[]}"
            })
    void takesOddContentForNone(String content) throws IOException {
        Files.writeString(path, content);

        assertThat(new ProfileFile(path).known(NODE, new Uptime("b1", 200))).isEmpty();
    }

    @Test
    void takesAnEnormousFileForNone() throws IOException {
        Files.writeString(path, " ".repeat(2 << 20));

        assertThat(new ProfileFile(path).known(NODE, new Uptime("b1", 200))).isEmpty();
    }
}
