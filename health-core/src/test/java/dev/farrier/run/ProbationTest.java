package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.verdict.Health;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of the site that is new, or has changed. */
class ProbationTest {
    @TempDir private Path folder = Path.of("");
    private Node node = new Node(folder);

    @BeforeEach
    void setUp() {
        node = new Node(folder);
        node.program = "aaaa";
    }

    private boolean isDrained() {
        return node.scheduler.get(Node.NAME).drained();
    }

    private void fail(int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            assertThat(node.lookAfter(60, "fail").health()).isEqualTo(Health.UNHEALTHY);
        }
    }

    @Test
    void onlyObservesUntilItHasPassedOnce() throws IOException, InterruptedException {
        fail(4);
        assertThat(isDrained()).isFalse();
        assertThat(node.journal("report"))
                .singleElement()
                .satisfies(
                        line ->
                                assertThat(line.get("what"))
                                        .isEqualTo(
                                                "ib: its program is new or has changed; it only"
                                                        + " observes until it has passed once on"
                                                        + " this node"));

        node.lookAfter(60, "pass");
        fail(2);
        assertThat(isDrained()).isTrue();
    }

    @Test
    void onlyObservesAgainOnceItHasChanged() throws IOException, InterruptedException {
        node.lookAfter(60, "pass");
        node.program = "bbbb";
        fail(4);

        assertThat(isDrained()).isFalse();
    }

    @Test
    void onlyObservesWhenItsFilesCannotBeRead() throws IOException, InterruptedException {
        node.program = " ";
        node.lookAfter(60, "pass");
        node.program = "aaaa";
        fail(4);

        assertThat(isDrained()).isFalse();
    }

    @Test
    void onlyObservesAlsoWhileItsOutcomeStands() throws IOException, InterruptedException {
        node.every = Optional.of(Duration.ofMinutes(2));
        fail(6);

        assertThat(node.looks).isEqualTo(3);
        assertThat(isDrained()).isFalse();
    }

    @Test
    void remembersWhatPassedAfterALookThatTimedOut() throws IOException, InterruptedException {
        node.lookAfter(60, "pass");
        node.lookAfter(60, "timeout");
        fail(2);

        assertThat(isDrained()).isTrue();
    }
}
