package dev.farrier.cli;

import static dev.farrier.cli.HookMachine.FRESH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.cli.HookMachine.End;
import dev.farrier.cli.HookMachine.Hook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Prolog and Epilog note down of a job. */
@ParameterizedClass
@ValueSource(strings = {"dash", "bash"})
class SlurmHookNotesTest {
    private static final String NOTE = "1000 prolog 6 1796031387 0 node[01-02] 0,1";

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
        machine.verdict(FRESH);
        machine.job();
    }

    @Test
    void notesWhenAJobBeginsAndEnds() throws Exception {
        machine.call(Hook.PROLOG);
        machine.uptime("1007.01 9000.00");
        machine.call(Hook.EPILOG);

        assertThat(machine.notes())
                .containsExactly(NOTE, "1007 epilog 6 1796031387 0 node[01-02] 0,1");
    }

    @Test
    void showsItsNotesToNobodyElse() throws Exception {
        machine.call(Hook.PROLOG);

        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(folder.resolve("run/hooks"))))
                .isEqualTo("rw-------");
    }

    @Test
    void notesNothingByTheClock() throws Exception {
        machine.call(Hook.PERIODIC);

        assertThat(machine.notes()).isEmpty();
    }

    @Test
    void putsADashForWhatSlurm2205DoesNotTell() throws Exception {
        machine.environment.remove("SLURM_JOB_START_TIME");
        machine.environment.remove("SLURM_JOB_NODELIST");
        machine.environment.remove("SLURM_JOB_GPUS"); // of a job without any

        machine.call(Hook.PROLOG);

        assertThat(machine.notes()).containsExactly("1000 prolog 6 - 0 node[01-02] -");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SLURM_JOB_ID|6; rm x|1000 prolog - 1796031387 0 node[01-02] 0,1",
                "SLURM_JOB_ID|''|1000 prolog - 1796031387 0 node[01-02] 0,1",
                "SLURM_JOB_START_TIME|-1|1000 prolog 6 - 0 node[01-02] 0,1",
                "SLURM_JOB_RESTART_COUNT|0x1|1000 prolog 6 1796031387 - node[01-02] 0,1",
                "SLURM_JOB_NODELIST|node01 node02|1000 prolog 6 1796031387 0 - 0,1",
                "SLURM_JOB_NODELIST|$(id)|1000 prolog 6 1796031387 0 - 0,1",
                "SLURM_JOB_NODELIST|nöde01|1000 prolog 6 1796031387 0 - 0,1",
                "SLURM_JOB_NODELIST|%s%n|1000 prolog 6 1796031387 0 - 0,1",
                "SLURM_JOB_GPUS|0\\1|1000 prolog 6 1796031387 0 node[01-02] -",
            })
    void notesOnlyNumbersAndHostLists(String variable, String value, String note) throws Exception {
        machine.environment.put(variable, value);

        assertThat(machine.call(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.notes()).containsExactly(note);
    }

    @Test
    void keepsANoteOnOneLine() throws Exception {
        machine.environment.put("SLURM_JOB_NODELIST", "node01\n1000 epilog 7 - - node01 -");

        machine.call(Hook.PROLOG);

        assertThat(machine.notes()).containsExactly("1000 prolog 6 1796031387 0 - 0,1");
    }

    @Test
    void leavesOutAListThatIsTooLong() throws Exception {
        machine.environment.put("SLURM_JOB_NODELIST", "n" + "1".repeat(1900));
        machine.call(Hook.PROLOG);
        machine.environment.put("SLURM_JOB_NODELIST", "n" + "1".repeat(2000));
        machine.call(Hook.PROLOG);
        machine.environment.put("SLURM_JOB_GPUS", "1".repeat(2000));
        machine.call(Hook.PROLOG);

        assertThat(machine.notes()).hasSize(2);
        assertThat(machine.notes().get(0)).hasSizeBetween(1900, 2000);
        assertThat(machine.notes().get(1)).isEqualTo("1000 prolog 6 1796031387 0 - 0,1");
    }

    @Test
    void keepsTheNotesOfAHundredHooksAtOnceApart() throws Exception {
        String hosts = "node[" + "001,".repeat(400) + "001]";
        machine.environment.put("SLURM_JOB_NODELIST", hosts);
        List<Process> hooks = new ArrayList<>();
        for (int job = 0; job < 100; job++) {
            machine.environment.put("SLURM_JOB_ID", "" + job);
            hooks.add(machine.start(job % 2 == 0 ? Hook.PROLOG : Hook.EPILOG));
        }

        for (Process hook : hooks) {
            assertThat(HookMachine.end(hook)).isEqualTo(End.QUIET);
        }
        assertThat(machine.notes()).hasSize(100).doesNotHaveDuplicates();
        assertThat(machine.notes())
                .allMatch(
                        note ->
                                note.matches("1000 (prolog|epilog) [0-9]+ 1796031387 0 .* 0,1")
                                        && note.contains(" " + hosts + " "));
    }

    @Test
    void notesAlsoWithoutAVerdict() throws Exception {
        Files.delete(machine.verdict());

        machine.call(Hook.PROLOG);

        assertThat(machine.notes()).containsExactly(NOTE);
        machine.awaitRefresh(Hook.PROLOG); // it still writes into the folder
    }
}
