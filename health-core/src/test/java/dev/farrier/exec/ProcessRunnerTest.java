package dev.farrier.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.farrier.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessRunnerTest {
    private static final Duration PLENTY = Duration.ofSeconds(60);

    /** Enough for a child to get somewhere, on a busy machine too. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    /** For what is killed wherever it got to. */
    private static final Duration MOMENT = Duration.ofMillis(200);

    @TempDir Path directory;
    private final List<Long> leftBehind = new ArrayList<>();

    @AfterEach
    void killWhatTheKillerWasToldToSpare() {
        for (long pid : leftBehind) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private Path scratch() {
        return directory.resolve("scratch");
    }

    private CommandResult run(Duration limit, String... argv) throws Exception {
        return new ProcessRunner(scratch()).run(Command.of(argv), Deadline.in(limit));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 42, 126, 127, 255})
    void tellsTheExitCode(int code) throws Exception {
        CommandResult result = run(PLENTY, "sh", "-c", "exit " + code);
        assertThat(result.end()).isEqualTo(CommandResult.End.EXITED);
        assertThat(result.exitCode()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 11, 15})
    void addsASignalTo128(int signal) throws Exception {
        CommandResult result = run(PLENTY, "sh", "-c", "kill -" + signal + " $$");
        assertThat(result.end()).isEqualTo(CommandResult.End.EXITED);
        assertThat(result.exitCode()).isEqualTo(128 + signal);
    }

    @Test
    void putsOutputElsewhereWhenTheScratchFolderIsFull() throws Exception {
        Path scratch = scratch();
        ProcessRunner runner = new ProcessRunner(scratch, folder -> !folder.equals(scratch));

        assertThat(runner.run(Command.of("echo", "out"), Deadline.in(PLENTY)).stdout())
                .isEqualTo("out\n");
    }

    @Test
    void startsNothingWhereOutputHasNoRoom() {
        ProcessRunner runner = new ProcessRunner(scratch(), folder -> false);
        Path trace = directory.resolve("trace");

        assertThatThrownBy(
                        () ->
                                runner.run(
                                        Command.of("touch", trace.toString()), Deadline.in(PLENTY)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no room");
        assertThat(trace).doesNotExist();
    }

    @Test
    void believesNoOutputThatMayBeCut() {
        List<Path> asked = new ArrayList<>();
        ProcessRunner runner =
                new ProcessRunner(
                        scratch(),
                        folder -> {
                            asked.add(folder);
                            return asked.size() == 1; // full when the command has ended
                        });

        assertThatThrownBy(() -> runner.run(Command.of("echo", "out"), Deadline.in(PLENTY)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("may be cut");
    }

    @Test
    void keepsTheTwoStreamsApart() throws Exception {
        CommandResult result = run(PLENTY, "sh", "-c", "echo out; echo err >&2");
        assertThat(result.stdout()).isEqualTo("out\n");
        assertThat(result.stderr()).isEqualTo("err\n");
    }

    @Test
    void passesArgumentsThatNoShellSees() throws Exception {
        CommandResult result = run(PLENTY, "printf", "%s\n", "$(id); a  b", "", "'\"*");
        assertThat(result.stdout()).isEqualTo("$(id); a  b\n\n'\"*\n");
    }

    @Test
    void givesACleanEnvironmentAndWhatTheCommandAsksFor() throws Exception {
        Command command = new Command(List.of("/usr/bin/env"), Map.of("FARRIER_TEST", "1"));
        CommandResult result = new ProcessRunner(scratch()).run(command, Deadline.in(PLENTY));
        assertThat(result.stdout().lines())
                .containsExactlyInAnyOrder(
                        "PATH=" + ProcessRunner.PATH, "LC_ALL=C.UTF-8", "TZ=UTC", "FARRIER_TEST=1");
    }

    @Test
    void givesNothingToRead() throws Exception {
        assertThat(run(PLENTY, "cat").stdout()).isEmpty();
    }

    @Test
    void returnsWithoutOutputWhenThereIsNone() throws Exception {
        CommandResult result = run(PLENTY, "true");
        assertThat(result.succeeded()).isTrue();
        assertThat(result.stdout() + result.stderr()).isEmpty();
    }

    @Test
    void replacesBytesThatAreNoText() throws Exception {
        assertThat(run(PLENTY, "printf", "a\\377b").stdout()).isEqualTo("a\uFFFDb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such-program-here", "/no/such/program", "/etc/passwd", "/"})
    void saysThatAProgramIsNotThereOrNotExecutable(String program) throws Exception {
        CommandResult result = run(PLENTY, program);
        assertThat(result.end()).isEqualTo(CommandResult.End.NOT_FOUND);
        assertThat(result.stderr()).contains(program);
    }

    @Test
    void killsAtTheDeadline() throws Exception {
        assertThat(run(MOMENT, "sleep", "600").end()).isEqualTo(CommandResult.End.TIMED_OUT);
    }

    @Test
    void keepsWhatWasPrintedBeforeTheDeadline() throws Exception {
        CommandResult result = run(SHORT, "sh", "-c", "echo begun; sleep 600");
        assertThat(result.end()).isEqualTo(CommandResult.End.TIMED_OUT);
        assertThat(result.stdout()).isEqualTo("begun\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 600 & sleep 600", // a grandchild that holds the output
                "trap '' TERM HUP INT; while :; do sleep 600; done", // ignores what it can
                "kill -STOP $$", // stopped: only SIGKILL gets through
                "set -m; sleep 600 & sleep 600 & wait", // job control: groups of their own
                "(sleep 600 & sleep 600) & (sleep 600 | sleep 600)"
            })
    void leavesNobodyOfTheSessionAlive(String script) throws Exception {
        Path leader = directory.resolve("leader");
        CommandResult result =
                run(
                        Duration.ofSeconds(2),
                        "sh",
                        "-c",
                        "echo $$ > \"$1\"; eval \"$2\"",
                        "sh",
                        leader.toString(),
                        script);
        assertThat(result.end()).isEqualTo(CommandResult.End.TIMED_OUT);
        long session = Long.parseLong(Files.readString(leader).strip());
        await().untilAsserted(() -> assertThat(livingIn(session)).isEmpty());
    }

    @Test
    void makesTheChildTheLeaderOfItsOwnSession() throws Exception {
        ProcessStat stat = ProcessStat.parse(run(PLENTY, "cat", "/proc/self/stat").stdout());
        assertThat(stat.session()).isEqualTo(stat.pid());
        assertThat(stat.group()).isEqualTo(stat.pid());
    }

    @Test
    void doesNotWaitForWhatACommandLeavesInTheBackground() throws Exception {
        CommandResult result = run(PLENTY, "sh", "-c", "sleep 600 & echo $!");
        assertThat(result.succeeded()).isTrue();
        leftBehind.add(Long.parseLong(result.stdout().strip()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "yes >&2"})
    void killsWhatPrintsWithoutEnd(String script) throws Exception {
        CommandResult result = run(PLENTY, "sh", "-c", script);
        assertThat(result.end()).isEqualTo(CommandResult.End.TOO_MUCH_OUTPUT);
        assertThat(result.stdout().length()).isLessThanOrEqualTo(4 << 20);
        assertThat(result.stderr().length()).isLessThanOrEqualTo(64 << 10);
    }

    @Test
    void callsItTooMuchAlsoWhenTheCommandEndsByItself() throws Exception {
        ProcessRunner runner = new ProcessRunner(scratch(), 1000, 10);
        CommandResult result =
                runner.run(Command.of("head", "-c", "1001", "/dev/zero"), Deadline.in(PLENTY));
        assertThat(result.end()).isEqualTo(CommandResult.End.TOO_MUCH_OUTPUT);
        assertThat(result.stdout()).hasSize(1000);
    }

    @Test
    void cutsALongStandardErrorAndLetsTheCommandLive() throws Exception {
        CommandResult result = run(PLENTY, "sh", "-c", "head -c 100000 /dev/zero >&2; echo ok");
        assertThat(result.stdoutOrThrow()).isEqualTo("ok\n");
        assertThat(result.stderr()).hasSize(64 << 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "sleep 600", "yes", "exit 3"})
    void leavesNoFileBehind(String script) throws Exception {
        run(MOMENT, "sh", "-c", script);
        try (Stream<Path> files = Files.list(scratch())) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void showsTheOutputToNobodyElse() throws Exception {
        CommandResult result = run(PLENTY, "stat", "-L", "-c", "%a", "/proc/self/fd/1");
        assertThat(result.stdout()).isEqualTo("600\n");
    }

    @Test
    void usesTheTemporaryDirectoryWhenItsOwnCannotBe() throws Exception {
        Path file = Files.createFile(directory.resolve("a-file"));
        CommandResult result =
                new ProcessRunner(file.resolve("scratch"))
                        .run(Command.of("echo", "hello"), Deadline.in(PLENTY));
        assertThat(result.stdoutOrThrow()).isEqualTo("hello\n");
    }

    @Test
    void startsNothingWhenNoTimeIsLeft() {
        Path file = directory.resolve("started");
        assertThatThrownBy(() -> run(Duration.ZERO, "touch", file.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no time");
        assertThat(file).doesNotExist();
    }

    @Test
    void killsTheGroupWhenInterrupted() throws Exception {
        Path leader = directory.resolve("leader");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller =
                new Thread(
                        () -> {
                            try {
                                run(
                                        PLENTY,
                                        "sh",
                                        "-c",
                                        "echo $$ > \"$1.new\"; mv \"$1.new\" \"$1\"; sleep 600",
                                        "sh",
                                        leader.toString());
                            } catch (Throwable e) {
                                thrown.set(e);
                            }
                        });
        caller.start();
        await().until(() -> Files.exists(leader));
        caller.interrupt();
        caller.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        long session = Long.parseLong(Files.readString(leader).strip());
        await().untilAsserted(() -> assertThat(livingIn(session)).isEmpty());
    }

    private ProcessRunner withoutTeeth() {
        return new ProcessRunner(
                scratch(), 1 << 20, 1 << 10, (child, group) -> leftBehind.add(group));
    }

    @Test
    void saysWhoSurvivedTheKill() throws Exception {
        CommandResult result = withoutTeeth().run(Command.of("sleep", "601"), Deadline.in(SHORT));
        assertThat(result.end()).isEqualTo(CommandResult.End.STUCK);
        assertThat(result.stderr()).contains("process " + leftBehind.get(0) + " (sleep, state S)");
    }

    @Test
    void startsNoSecondOneWhileAStuckOneLives() throws Exception {
        withoutTeeth().run(Command.of("sleep", "602"), Deadline.in(MOMENT));
        List<Long> first = List.copyOf(leftBehind);

        CommandResult again = run(PLENTY, "sleep", "602"); // another runner, as in another JVM
        assertThat(again.end()).isEqualTo(CommandResult.End.STUCK);
        assertThat(again.stderr()).contains("process " + first.get(0));
        assertThat(leftBehind).isEqualTo(first);
        assertThat(run(PLENTY, "echo", "other").stdoutOrThrow()).isEqualTo("other\n");
    }

    @Test
    void startsNothingMoreWhileTwoStuckOnesLive() throws Exception {
        withoutTeeth().run(Command.of("sleep", "605"), Deadline.in(MOMENT));
        withoutTeeth().run(Command.of("sleep", "606"), Deadline.in(MOMENT));
        Path file = directory.resolve("started");

        assertThatThrownBy(() -> run(PLENTY, "touch", file.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("touch is not started")
                .hasMessageContaining("process " + leftBehind.get(0))
                .hasMessageContaining("process " + leftBehind.get(1));
        assertThat(file).doesNotExist();
        assertThat(run(PLENTY, "sleep", "605").end()).isEqualTo(CommandResult.End.STUCK);

        ProcessHandle.of(leftBehind.get(0)).ifPresent(ProcessHandle::destroyForcibly);
        await().until(() -> livingIn(leftBehind.get(0)).isEmpty());
        assertThat(run(PLENTY, "echo", "other").stdoutOrThrow()).isEqualTo("other\n");
    }

    @Test
    void startsAnActionHoweverManyStuckOnesLive() throws Exception {
        withoutTeeth().run(Command.of("sleep", "607"), Deadline.in(MOMENT));
        withoutTeeth().run(Command.of("sleep", "608"), Deadline.in(MOMENT));

        CommandResult result =
                ProcessRunner.forActions(scratch())
                        .run(Command.of("echo", "drain"), Deadline.in(PLENTY));
        assertThat(result.stdoutOrThrow()).isEqualTo("drain\n");
    }

    @Test
    void startsAgainWhenTheStuckOneIsGone() throws Exception {
        Path slow = directory.resolve("slow");
        Files.createFile(slow);
        String[] argv = {"sh", "-c", "test -e \"$1\" && sleep 603; echo fine", "sh", "" + slow};
        withoutTeeth().run(Command.of(argv), Deadline.in(SHORT));
        Files.delete(slow);
        long session = leftBehind.get(0);
        ProcessRunner grown = new ProcessRunner(scratch());
        grown.run(
                Command.of("sh", "-c", "kill -s KILL -- \"-$1\"", "sh", "" + session),
                Deadline.in(PLENTY));
        await().untilAsserted(() -> assertThat(livingIn(session)).isEmpty());

        assertThat(run(PLENTY, argv).stdoutOrThrow()).isEqualTo("fine\n");
        try (Stream<Path> files = Files.list(scratch())) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 0\n", "x", "1", "99999999999999999999 1", "../../1 5"})
    void believesNoOddRecordOfAStuckProcess(String record) throws Exception {
        withoutTeeth().run(Command.of("sleep", "604"), Deadline.in(MOMENT));
        Path file;
        try (Stream<Path> files = Files.list(scratch())) {
            file = files.findFirst().orElseThrow();
        }
        Files.writeString(file, record);
        assertThat(run(MOMENT, "sleep", "604").end()).isEqualTo(CommandResult.End.TIMED_OUT);
    }

    private static List<ProcessStat> livingIn(long session) {
        List<ProcessStat> living = new ArrayList<>();
        for (String name : Path.of("/proc").toFile().list()) {
            if (ProcessStat.isPid(name)) {
                stat(name)
                        .filter(stat -> stat.session() == session && !stat.isDead())
                        .ifPresent(living::add);
            }
        }
        return living;
    }

    private static Optional<ProcessStat> stat(String pid) {
        try {
            return Optional.of(ProcessStat.read(Path.of("/proc"), pid));
        } catch (IOException e) {
            return Optional.empty(); // gone in the meantime
        }
    }
}
