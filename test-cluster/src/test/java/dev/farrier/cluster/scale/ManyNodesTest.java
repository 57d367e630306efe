package dev.farrier.cluster.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** Sixty nodes that all fail within one second, in a time that passes only while they wait. */
class ManyNodesTest {
    private static final int NODES = 60;
    private static final int BUDGET = 6;
    private static final int CHANCE = 8; // three times the root of the budget
    private static final double QUICK = 0.02;
    private static final double SLOW = 5;
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

    /** In memory where there is such a place: each look writes four files to the disk. */
    static final class InMemory implements TempDirFactory {
        private static final Path MEMORY = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
                throws IOException {
            return Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "farrier")
                    : Files.createTempDirectory("farrier");
        }
    }

    @TempDir(factory = InMemory.class)
    private Path folder = Path.of("");

    private Tally run(boolean alike, boolean latched, double delay, Duration timeout, int looks)
            throws IOException, InterruptedException {
        VirtualTime time = new VirtualTime();
        Scenario scenario =
                new Scenario(
                        "all",
                        NODES,
                        100,
                        alike,
                        latched,
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(20));
        StubSlurm slurm = new StubSlurm(time, START, NODES, delay);
        return scenario.run(time, slurm, START, folder, timeout, Duration.ofMinutes(looks)).tally();
    }

    private Tally run(boolean alike, boolean latched, double delay, int looks)
            throws IOException, InterruptedException {
        return run(alike, latched, delay, Duration.ofSeconds(10), looks);
    }

    @Test
    void endWithNoNodeDrainedWhenTheFaultIsTheSame() throws IOException, InterruptedException {
        Tally tally = run(true, true, QUICK, 6);

        assertThat(tally.peak()).isBetween(6, 8);
        assertThat(tally.left()).isZero();
    }

    @Test
    void endWithNoNodeDrainedAlsoWhenLooksHaveToBeRepeated()
            throws IOException, InterruptedException {
        Tally tally = run(true, false, QUICK, 7);

        assertThat(tally.peak()).isBetween(6, 8);
        assertThat(tally.left()).isZero();
    }

    @Test
    void endWithNoNodeDrainedWhereEachCallTakesFiveSeconds()
            throws IOException, InterruptedException {
        Tally tally = run(true, true, SLOW, 12);

        assertThat(tally.peak()).isLessThanOrEqualTo(2 * BUDGET + CHANCE);
        assertThat(tally.left()).isZero();
    }

    @Test
    void endAtTheBudgetWhenEachHasAFaultOfItsOwn() throws IOException, InterruptedException {
        Tally tally = run(false, true, QUICK, 4);

        assertThat(tally.peak()).isBetween(BUDGET, BUDGET + 2);
        assertThat(tally.left()).isEqualTo(BUDGET);
    }

    @Test
    void endAtTheBudgetWhereEachCallTakesFiveSeconds() throws IOException, InterruptedException {
        Tally tally = run(false, true, SLOW, 8);

        assertThat(tally.peak()).isLessThanOrEqualTo(2 * BUDGET + CHANCE);
        assertThat(tally.left()).isEqualTo(BUDGET);
    }

    @Test
    void leaveTheSchedulerInPeaceOnceTheBudgetIsUsed() throws IOException, InterruptedException {
        Tally tally = run(false, true, QUICK, 4);

        // What stands looks at its own drain and counts while it is young; nobody else asks.
        assertThat(tally.perSecond(121, 181)).isEqualTo(2 * BUDGET / 60.0);
    }

    @Test
    void drainNobodyWhereTheSchedulerAnswersTooLate() throws IOException, InterruptedException {
        Tally tally = run(false, true, SLOW, Duration.ofSeconds(5), 3);

        assertThat(tally.count(Tally.Kind.SHOW)).isEqualTo(3 * NODES);
        assertThat(tally.count(Tally.Kind.DRAIN)).isZero();
    }
}
