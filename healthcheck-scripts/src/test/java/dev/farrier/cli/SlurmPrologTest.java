package dev.farrier.cli;

import static dev.farrier.cli.HookMachine.BOOT;
import static dev.farrier.cli.HookMachine.DRAINED;
import static dev.farrier.cli.HookMachine.FRESH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.cli.HookMachine.End;
import dev.farrier.cli.HookMachine.Hook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a Prolog sends a job elsewhere: behind our own drain that still stands, and never else. */
@ParameterizedClass
@ValueSource(strings = {"dash", "bash"})
class SlurmPrologTest {
    /** As Slurm 24.11.5 shows a node that we have drained. */
    private static final String OURS =
            shown("IDLE+DRAIN", "farrier:1f4c gpu.lost gpu 3 [root@2026-11-30T09:40:41]");

    @Parameter String shell = "";
    @TempDir Path folder = Path.of("");
    private HookMachine machine;

    private static String shown(String state, String reason) {
        return "NodeName=node02 Arch=x86_64 CoresPerSocket=8  CPUAlloc=0 CPUEfctv=16 CPUTot=16"
                + " CPULoad=8.36 AvailableFeatures=(null) ActiveFeatures=(null) Gres=gpu:h100:8"
                + " NodeAddr=node02 NodeHostName=node02 Version=24.11.5 OS=Linux 6.12.0 #1 SMP"
                + " RealMemory=64000 AllocMem=0 FreeMem=18991 Sockets=2 Boards=1 State="
                + state
                + " ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A NextState=RESUME"
                + " Partitions=gpu  BootTime=2026-11-30T09:15:49 CfgTRES=cpu=16,mem=62.50G"
                + " AllocTRES= CurrentWatts=0 AveWatts=0  Reason="
                + reason;
    }

    @AfterEach
    void awaitWhatHooksLeftBehind() {
        machine.awaitLeftBehind();
    }

    @BeforeEach
    void makeMachine() throws IOException {
        machine = new HookMachine(folder, shell);
        machine.verdict(DRAINED);
        slurmShows(OURS);
    }

    private void slurmShows(String line) throws IOException {
        Files.writeString(folder.resolve("shown"), line + "\n");
        machine.scontrol("cat \"$folder/shown\"");
    }

    @Test
    void refusesAJobOnANodeThatWeDrained() throws Exception {
        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.REFUSED);
        assertThat(machine.asked()).containsExactly("show node -o node02");
    }

    @Test
    void leavesNoFileBehind() throws Exception {
        machine.call(Hook.PROLOG);

        try (Stream<Path> files = Files.list(machine.run())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("verdict", "scontrol", "hooks");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Hook.class,
            names = {"PERIODIC", "EPILOG"})
    void refusesNothingInAnotherHook(Hook hook) throws Exception {
        assertThat(machine.call(hook)).isEqualTo(End.QUIET);
        assertThat(machine.asked()).isEmpty();
    }

    @Test
    void refusesNothingAsAnEpilogWhateverItsName() throws Exception {
        machine.environment.put("SLURM_SCRIPT_CONTEXT", "epilog_slurmd");

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FRESH,
                "1 " + BOOT + " 900 1000 UNHEALTHY 1 gpu.lost gpu 3", // no longer valid
                "1 other-boot 1030 1150 UNHEALTHY 1 gpu.lost gpu 3",
                "1 " + BOOT + " 1030 1150 UNHEALTHY 1",
                "1 " + BOOT + " 1030 1150 UNHEALTHY 11 gpu.lost gpu 3",
            })
    void asksNobodyWithoutAValidVerdictThatSaysSo(String verdict) throws Exception {
        machine.verdict(verdict);

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.asked()).isEmpty();
    }

    @Test
    void refusesStillWhileTheNextLookIsDue() throws Exception {
        machine.verdict("1 " + BOOT + " 800 1001 UNHEALTHY 1 gpu.lost gpu 3");

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.REFUSED);
        machine.awaitRefresh(Hook.PROLOG);
    }

    @Test
    void takesNoPartOfAVerdictForAWholeOne() throws Exception {
        for (int length = 0; length <= DRAINED.length(); length++) {
            Files.writeString(machine.verdict(), DRAINED.substring(0, length));

            assertThat(machine.call(Hook.PROLOG))
                    .as(DRAINED.substring(0, length))
                    .isEqualTo(End.QUIET);
        }
        assertThat(machine.asked()).isEmpty();
    }

    @Test
    void refusesNothingWhilePaused() throws Exception {
        Files.createFile(machine.run().resolve("paused"));

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "IDLE",
                "IDLE+DRAINX",
                "ALLOCATED",
                "IDLE+MAINTENANCE",
                "DOWN",
                "DOWN+NOT_RESPONDING",
                ""
            })
    void letsTheJobRunWhenTheNodeWasResumed(String state) throws Exception {
        // 24.11 keeps our reason on it.
        slurmShows(shown(state, "farrier:1f4c gpu.lost gpu 3 [root@2026-11-30T09:40:41]"));

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.asked()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MIXED+DRAIN",
                "ALLOCATED+DRAIN",
                "DOWN+DRAIN",
                "IDLE+CLOUD+DRAIN+POWERED_DOWN"
            })
    void refusesInWhateverStateTheDrainedNodeIs(String state) throws Exception {
        slurmShows(shown(state, "farrier:1f4c gpu.lost gpu 3 [root@2026-11-30T09:40:41]"));

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "admin: broken fan [root@2026-11-30T09:40:41]",
                "admin: see farrier:1f4c gpu.lost [root@2026-11-30T09:40:41]",
                "admin Reason=farrier:1f4c [root@2026-11-30T09:40:41]",
                "Prolog error [slurm@2026-11-30T09:40:41]",
                "farrier [root@2026-11-30T09:40:41]",
                "",
            })
    void letsTheJobRunUnderTheDrainOfAnother(String reason) throws Exception {
        slurmShows(shown("IDLE+DRAIN", reason));

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
    }

    @Test
    void takesTheStateFromBeforeTheReasonOnly() throws Exception {
        slurmShows(shown("IDLE", "farrier:1f4c x State=IDLE+DRAIN y [root@2026-11-30T09:40:41]"));
        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);

        slurmShows("NodeName=node02 Reason=farrier:1f4c x State=IDLE+DRAIN y");
        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 600", // no answer
                "trap '' TERM INT HUP; while :; do sleep 600; done", // and hard to kill
                "setsid -f sleep 60; sleep 600", // leaves somebody with its output
                "cat \"$folder/shown\"; sleep 600", // answers, and does not end
                "cat \"$folder/shown\"; exit 1",
                "cat \"$folder/shown\"; kill -s KILL $$",
                "echo 'slurm_load_node error: Unable to contact slurm controller' >&2; exit 1",
                "printf '%s' \"$(cat \"$folder/shown\")\"", // cut off
                "head -c 1000000 /dev/zero",
                "head -c 1000000 /dev/urandom",
                "exit 0",
            })
    void letsTheJobRunWhenSlurmGivesNoAnswer(String scontrol) throws Exception {
        machine.scontrol(scontrol);

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.asked()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "scontrol",
                "./scontrol",
                "/usr/bin/scontrol;id",
                "/usr/bin/scontrol x",
                "$(id)"
            })
    void asksNobodyWhenItCannotTellWhom(String path) throws Exception {
        Files.writeString(machine.run().resolve("scontrol"), path + "\n");

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.asked()).isEmpty();
    }

    @Test
    void letsTheJobRunWhenScontrolIsNotThere() throws Exception {
        Files.delete(folder.resolve("scontrol"));

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-o", "node02 node03", "node[02-03]", "$(id)"})
    void asksNobodyWithoutAPlainNameOfTheNode(String name) throws Exception {
        machine.environment.put("SLURMD_NODENAME", name);

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.asked()).isEmpty();
    }

    @Test
    void letsTheJobRunWhereNoAnswerCanBeWrittenTo() throws Exception {
        Files.createDirectory(folder.resolve("elsewhere"));
        machine.program(
                "scontrol", "mv \"$folder/run\" \"$folder/elsewhere\"; cat \"$folder/shown\"");

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
    }

    @Test
    void showsTheAnswerToNobodyElse() throws Exception {
        machine.scontrol("stat -L -c %a /proc/self/fd/1 > \"$folder/mode\"");

        machine.call(Hook.PROLOG);

        assertThat(folder.resolve("mode")).hasContent("600");
    }
}
