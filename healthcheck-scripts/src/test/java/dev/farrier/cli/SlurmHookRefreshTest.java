package dev.farrier.cli;

import static dev.farrier.cli.HookMachine.BOOT;
import static dev.farrier.cli.HookMachine.FRESH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.farrier.cli.HookMachine.End;
import dev.farrier.cli.HookMachine.Hook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the hooks start a refresh, and that nobody waits for it. */
@ParameterizedClass
@ValueSource(strings = {"dash", "bash"})
class SlurmHookRefreshTest {
    @Parameter String shell = "";
    @TempDir Path folder = Path.of("");
    private HookMachine machine;

    @AfterEach
    void awaitWhatHooksLeftBehind() {
        machine.awaitLeftBehind();
    }

    @BeforeEach
    void makeMachine() throws IOException {
        machine = new HookMachine(folder, shell);
    }

    @ParameterizedTest
    @EnumSource(Hook.class)
    void startsNoProcessWhileTheVerdictIsFresh(Hook hook) throws Exception {
        machine.verdict(FRESH);
        machine.job();

        assertThat(machine.callWithoutProcesses(hook)).isEqualTo(End.QUIET);

        // It got to its end, which whoever wants a process does not.
        assertThat(machine.notes()).hasSize(hook == Hook.PERIODIC ? 0 : 1);
        assertThat(machine.call(hook)).isEqualTo(End.QUIET);
        assertThat(machine.started()).isEmpty();
    }

    @Test
    void startsTheRefreshByTheClockWhenItIsDue() throws Exception {
        machine.verdict("1 " + BOOT + " 1000 1120 HEALTHY 0 -");

        assertThat(machine.call(Hook.PERIODIC)).isEqualTo(End.QUIET);
        machine.awaitRefresh(Hook.PERIODIC);
    }

    @ParameterizedTest
    @EnumSource(
            value = Hook.class,
            names = {"PROLOG", "EPILOG"})
    void leavesTheFirstLookAtADueVerdictToTheClock(Hook hook) throws Exception {
        machine.verdict("1 " + BOOT + " 1000 1120 HEALTHY 0 -");

        machine.uptime("1059.99 9000.00");
        assertThat(machine.call(hook)).isEqualTo(End.QUIET);
        assertThat(folder.resolve("run/started")).doesNotExist();

        machine.uptime("1060.00 9000.00");
        assertThat(machine.call(hook)).isEqualTo(End.QUIET);
        machine.awaitRefresh(hook);
    }

    @ParameterizedTest
    @EnumSource(Hook.class)
    void startsARefreshWithoutAVerdict(Hook hook) throws Exception {
        assertThat(machine.call(hook)).isEqualTo(End.QUIET);
        machine.awaitRefresh(hook);
    }

    @ParameterizedTest
    @CsvSource({
        "prolog_slurmd, PROLOG",
        "epilog_slurmd, EPILOG",
    })
    void knowsWhatItIsAlsoUnderAnotherName(String context, Hook hook) throws Exception {
        machine.environment.put("SLURM_SCRIPT_CONTEXT", context);

        assertThat(machine.callAs("50-node-health", Hook.PERIODIC)).isEqualTo(End.QUIET);
        machine.awaitRefresh(hook);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1 other-boot 1030 1150 HEALTHY 0 -",
                "2 " + BOOT + " 1030 1150 HEALTHY 0 -",
                "1 " + BOOT + " soon 1150 HEALTHY 0 -",
                "1 " + BOOT + " 1030 later HEALTHY 0 -",
                "1 " + BOOT + " -1 1150 HEALTHY 0 -",
                "1 " + BOOT + " 01030 1150 HEALTHY 0 -",
                "1 " + BOOT + " 0x1030 1150 HEALTHY 0 -",
                "1 " + BOOT + " 99999999999999999999 1150 HEALTHY 0 -",
                "1 " + BOOT + " 1030 99999999999999999999 HEALTHY 0 -",
                "1 " + BOOT + " a[$(touch${IFS}x)] 1150 HEALTHY 0 -",
                "1 " + BOOT + " 1030 1150 SPLENDID 0 -",
                "1 " + BOOT + " 1030 1150 HEALTHY 2 -",
                "1 " + BOOT + " 1030 1150 HEALTHY 0",
                "1 " + BOOT + "  1030 1150",
                "( = ) -o ! -a",
            })
    void takesAnOddVerdictForNone(String line) throws Exception {
        machine.verdict(line);

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
        machine.awaitRefresh(Hook.PROLOG);
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(Hook.class)
    void holdsNothingUpWhileTheRefreshRuns(Hook hook) throws Exception {
        machine.program(
                "farrier",
                "until [ -e \"$folder/hook-is-over\" ]; do sleep 0.05; done\n"
                        + ": > \"$folder/refresh-is-over\"");

        // Its output ends only when nobody holds that open any more.
        assertThat(machine.call(hook)).isEqualTo(End.QUIET);

        assertThat(folder.resolve("refresh-is-over")).doesNotExist();
        Files.createFile(folder.resolve("hook-is-over"));
        await().until(() -> Files.exists(folder.resolve("refresh-is-over")));
    }

    /** What slurmd does: it kills the hook's group as soon as the hook has ended. */
    @Test
    void leavesTheRefreshAliveWhenItsGroupIsKilledAtOnce() throws Exception {
        machine.program("farrier", "echo alive >> \"$folder/started\"");

        String once =
                shell
                        + " slurm-prolog & wait $!; kill -s KILL -- -$! 2>/dev/null;"
                        + " rm -f run/started;";
        machine.bash("set -m; i=0; while [ $i -lt 50 ]; do i=$((i + 1)); " + once + " done");

        await().until(() -> machine.started().equals("alive\n".repeat(50)));
    }

    @Test
    void startsNoSecondRefreshWithinFiveSeconds() throws Exception {
        machine.call(Hook.PROLOG);
        machine.uptime("1004.99 9000.00");
        machine.call(Hook.PERIODIC);
        machine.awaitRefresh(Hook.PROLOG);

        machine.uptime("1005.00 9000.00");
        machine.call(Hook.EPILOG);
        await().until(() -> machine.started().contains("--trigger epilog "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1001", "", "soon", "99999999999999999999", "999 999"})
    void believesNoOddMarkOfTheLastStart(String mark) throws Exception {
        Files.writeString(folder.resolve("run/started"), mark + "\n");

        assertThat(machine.call(Hook.PERIODIC)).isEqualTo(End.QUIET);
        machine.awaitRefresh(Hook.PERIODIC);
    }

    @Test
    void saysNothingWhenFarrierIsGone() throws Exception {
        Files.delete(folder.resolve("farrier"));

        assertThat(machine.call(Hook.PERIODIC)).isEqualTo(End.QUIET);
    }
}
