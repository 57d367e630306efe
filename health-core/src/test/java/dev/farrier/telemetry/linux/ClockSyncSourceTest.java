package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClockSyncSourceTest {
    private static final String SYNCHRONISED =
            "Timezone=Etc/UTC\nLocalRTC=no\nCanNTP=yes\nNTP=yes\nNTPSynchronized=yes\n";

    private final FakeCommandRunner commands = new FakeCommandRunner();

    ClockSyncSourceTest() {
        for (List<String> argv :
                List.of(
                        ClockSyncSource.CHRONYC,
                        ClockSyncSource.TIMEDATECTL,
                        ClockSyncSource.ADJTIMEX,
                        ClockSyncSource.NTPTIME)) {
            commands.ends(argv, CommandResult.End.NOT_FOUND);
        }
    }

    private Reading<ClockSync> read() throws Exception {
        return new ClockSyncSource(new Machine(Path.of("/"), commands))
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private ClockSync.State state() throws Exception {
        assertThat(read()).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<ClockSync>) read()).value().state();
    }

    @Test
    void asksChronyFirst() throws Exception {
        commands.prints(ClockSyncSource.CHRONYC, new FieldCase("clock-01").text("b.txt"));
        commands.prints(ClockSyncSource.TIMEDATECTL, SYNCHRONISED);
        assertThat(state()).isEqualTo(ClockSync.State.NOT_SYNCHRONISED);
    }

    @Test
    void asksSystemdWhereChronyIsNotAtWork() throws Exception {
        commands.exits(ClockSyncSource.CHRONYC, 1, "506 Cannot talk to daemon\n", "");
        commands.prints(ClockSyncSource.TIMEDATECTL, SYNCHRONISED);
        assertThat(state()).isEqualTo(ClockSync.State.SYNCHRONISED);
    }

    @Test
    void asksTheKernelWhereSystemdIsNotAtWork() throws Exception {
        commands.exits(ClockSyncSource.TIMEDATECTL, 1, "", "System has not been booted\n");
        commands.prints(ClockSyncSource.ADJTIMEX, "         mode: 0\n       status: 8193\n");
        assertThat(state()).isEqualTo(ClockSync.State.SYNCHRONISED);
        commands.prints(ClockSyncSource.ADJTIMEX, "       status: 64\n");
        assertThat(state()).isEqualTo(ClockSync.State.NO_SERVICE);
        commands.ends(ClockSyncSource.ADJTIMEX, CommandResult.End.NOT_FOUND);
        commands.exits(
                ClockSyncSource.NTPTIME,
                1,
                "  status 0x41 (PLL,UNSYNC),\n  time constant 7,\n",
                "");
        assertThat(state()).isEqualTo(ClockSync.State.NO_SERVICE);
    }

    @Test
    void tellsNothingToAskFromADaemonThatDoesNotAnswer() throws Exception {
        assertThat(read()).isInstanceOf(Reading.Unsupported.class);
        commands.exits(ClockSyncSource.CHRONYC, 1, "506 Cannot talk to daemon\n", "");
        assertThat(read())
                .isEqualTo(
                        new Reading.Failed<ClockSync>(
                                "chronyc -n tracking: exit 1: 506 Cannot talk to daemon"));
    }

    @Test
    void tellsAServiceWithoutSuccessFromNoService() {
        String failing = SYNCHRONISED.replace("NTPSynchronized=yes", "NTPSynchronized=no");
        assertThat(ClockSyncSource.ofTimedatectl(failing).state())
                .isEqualTo(ClockSync.State.NOT_SYNCHRONISED);
        assertThat(ClockSyncSource.ofTimedatectl(failing.replace("\nNTP=yes", "\nNTP=no")).state())
                .isEqualTo(ClockSync.State.NO_SERVICE);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void guessesNothing(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ClockSyncSource.ofTimedatectl(text));
        CommandResult odd =
                new CommandResult(ClockSyncSource.ADJTIMEX, CommandResult.End.EXITED, 0, text, "");
        assertThat(ClockSyncSource.ofKernel(odd)).isEmpty();
    }
}
