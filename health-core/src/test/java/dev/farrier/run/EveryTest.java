package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Trigger;
import dev.farrier.action.Owner;
import dev.farrier.verdict.CheckOutcome;
import dev.farrier.verdict.Health;
import dev.farrier.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check that looks only so often. */
class EveryTest {
    @TempDir private Path folder = Path.of("");
    private Node node = new Node(folder);

    @BeforeEach
    void setUp() {
        node = new Node(folder);
        node.every = Optional.of(Duration.ofMinutes(10));
    }

    private boolean isDrained() {
        return node.scheduler.get(Node.NAME).drained();
    }

    @Test
    void looksOnlyWhenItIsDue() throws IOException, InterruptedException {
        for (int i = 0; i <= 20; i++) {
            node.lookAfter(60, "pass");
        }

        assertThat(node.looks).isEqualTo(3);
    }

    @Test
    void isDueWhenTheRunComesALittleEarly() throws IOException, InterruptedException {
        node.lookAfter(60, "pass");
        node.lookAfter(592, "pass");

        assertThat(node.looks).isEqualTo(2);
    }

    @Test
    void letsTheLastOutcomeStandBetween() throws IOException, InterruptedException {
        node.lookAfter(60, "fail");

        Verdict verdict = node.lookAfter(60, "pass");

        assertThat(verdict.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(verdict.coverage().examined()).isEqualTo(1);
        assertThat(verdict.outcomes().get(0)).isInstanceOf(CheckOutcome.Standing.class);
        assertThat(node.journal("look").get(1).toString()).contains("age=60");
        assertThat(verdict.findings()).isEqualTo(node.lookAfter(60, "pass").findings());
    }

    @Test
    void countsOnlyRealLooksAsFailures() throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        for (int i = 0; i < 9; i++) {
            node.lookAfter(60, "fail");
        }
        assertThat(isDrained()).isFalse();

        node.lookAfter(60, "fail");

        assertThat(node.looks).isEqualTo(2);
        assertThat(isDrained()).as("two looks, ten minutes apart").isTrue();
    }

    @Test
    void countsOnlyRealLooksAsPasses() throws IOException, InterruptedException {
        node.lookAfter(600, "fail");
        node.lookAfter(600, "fail");
        assertThat(isDrained()).isTrue();

        for (int i = 0; i < 29; i++) {
            node.lookAfter(60, "pass");
        }
        assertThat(isDrained()).isTrue();

        node.lookAfter(60, "pass");
        assertThat(isDrained()).isFalse();
    }

    @Test
    void triesAgainAtOnceWhatCouldNotLook() throws IOException, InterruptedException {
        node.lookAfter(60, "timeout");

        assertThat(node.lookAfter(60, "pass").health()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void looksAnewAfterARebootAndWithOtherSettings() throws IOException, InterruptedException {
        node.lookAfter(60, "pass");
        node.fingerprint = 1;
        node.lookAfter(60, "pass");
        node.boot = "boot-2";
        node.lookAfter(60, "pass");

        assertThat(node.looks).isEqualTo(3);
    }

    @Test
    void leavesItsTurnToThePeriodicLook() throws IOException, InterruptedException {
        node.look(Trigger.PROLOG);
        node.lookAfter(60, "fail");
        node.uptime += 595;
        node.look(Trigger.PROLOG);
        node.lookAfter(60, "fail");

        assertThat(isDrained()).as("both periodic looks were real").isTrue();
    }

    @Test
    void doesNotDrainAgainForAnOutcomeThatStands() throws IOException, InterruptedException {
        node.lookAfter(600, "fail");
        node.lookAfter(600, "fail");
        node.scheduler.set(Node.NAME, "IDLE", "", Owner.NONE); // an administrator repaired it

        node.lookAfter(60, "pass");

        assertThat(isDrained()).isFalse();
        assertThat(node.scheduler.writes).hasSize(1);
    }

    @Test
    void looksAnewWhenWhatWasKeptIsOfNoUse() throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        Path state = folder.resolve("state.json");
        Files.writeString(
                state, Files.readString(state).replace("ib.down\",\"sev", "ib.x\",\"sev"));

        node.lookAfter(60, "pass");

        assertThat(node.looks).isEqualTo(2);
    }
}
