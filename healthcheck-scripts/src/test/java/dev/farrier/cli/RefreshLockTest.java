package dev.farrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.farrier.exec.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshLockTest {
    private static final Duration LONGEST = Duration.ofSeconds(165);
    private static final double UPTIME = 1000.9;

    @TempDir private Path folder = Path.of("");
    private Path path = Path.of("");
    private Process other;

    @BeforeEach
    void startAnother() throws IOException {
        path = folder.resolve("refresh.lock");
        other = new ProcessBuilder("sleep", "600").start();
    }

    @AfterEach
    void endTheOther() {
        other.destroyForcibly();
    }

    private Optional<RefreshLock> tryTake() throws IOException {
        return RefreshLock.tryTake(path, UPTIME, LONGEST);
    }

    private void heldByTheOther(long since) throws IOException {
        Files.writeString(path, other.pid() + " " + startTime() + " " + since + "\n");
    }

    private long startTime() throws IOException {
        return ProcessStat.read(Path.of("/proc"), String.valueOf(other.pid())).startTime();
    }

    @Test
    void isHeldByOneAtATime() throws Exception {
        try (RefreshLock lock = tryTake().orElseThrow()) {
            assertThat(lock.isStillHeld()).isTrue();
            assertThat(tryTake()).isEmpty();
            assertThat(lock.isStillHeld()).isTrue();
        }
        assertThat(tryTake()).isPresent();
    }

    @Test
    void namesItsHolder() throws Exception {
        try (RefreshLock lock = tryTake().orElseThrow()) {
            assertThat(lock.isStillHeld()).isTrue();
            ProcessStat self = ProcessStat.read(Path.of("/proc"), "self");
            assertThat(path).hasContent(self.pid() + " " + self.startTime() + " 1000");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void isTakenByOneOfManyAtOnce() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        IntStream.range(0, 50)
                .parallel()
                .forEach(
                        i -> {
                            try {
                                tryTake().ifPresent(lock -> taken.incrementAndGet());
                            } catch (IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        });
        assertThat(taken).hasValue(1);
    }

    @Test
    void leavesAnotherAloneAsLongAsARunMayTake() throws Exception {
        heldByTheOther(1000 - 165);

        assertThat(tryTake()).isEmpty();
        assertThat(other.isAlive()).isTrue();
        assertThat(path).content().startsWith(other.pid() + " ");
    }

    @Test
    void pushesAsideAndKillsOneThatDoesNotEnd() throws Exception {
        heldByTheOther(1000 - 166);

        assertThat(tryTake().orElseThrow().isStillHeld()).isTrue();
        await().until(() -> !other.isAlive());
    }

    @Test
    void isNotHeldByAProcessThatHasEnded() throws Exception {
        heldByTheOther(1000);
        other.destroyForcibly().waitFor();

        assertThat(tryTake()).isPresent();
    }

    @Test
    void isNotHeldByALaterProcessOfTheSameNumber() throws Exception {
        long earlier = startTime() - 1;
        Files.writeString(path, other.pid() + " " + earlier + " 1\n");

        assertThat(tryTake()).isPresent();
        assertThat(other.isAlive()).isTrue();
    }

    @Test
    void noticesThatItWasPushedAside() throws Exception {
        RefreshLock lock = tryTake().orElseThrow();
        heldByTheOther(1166);

        assertThat(lock.isStillHeld()).isFalse();
        lock.close();
        assertThat(path).content().startsWith(other.pid() + " ");
    }

    @Test
    void noticesThatTheFileIsGone() throws Exception {
        try (RefreshLock lock = tryTake().orElseThrow()) {
            Files.delete(path);
            assertThat(lock.isStillHeld()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "x", "1", "1 2", "1 2 3 4", "-1 0 0", "1 x 3", "\u00ff"})
    void believesNoOddFile(String content) throws Exception {
        Files.writeString(path, content);

        assertThat(tryTake()).isPresent();
    }
}
