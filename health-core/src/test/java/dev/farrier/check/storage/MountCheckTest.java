package dev.farrier.check.storage;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Examination;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.linux.Mount;
import dev.farrier.telemetry.linux.MountLook;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MountCheckTest {
    private static final MountCheck ANY = new MountCheck(Optional.empty(), Optional.empty(), true);
    private static final MountCheck READ_ONLY_ALLOWED =
            new MountCheck(Optional.empty(), Optional.empty(), false);

    private static MountLook home(String options, String superOptions, MountLook.State state) {
        Mount mount = new Mount(30, 26, "/", "/home", options, "nfs4", "nfs01:/home", superOptions);
        return new MountLook("/home", Optional.of(mount), state, "what happened");
    }

    private static MountLook home() {
        return home("rw", "rw", MountLook.State.ANSWERS);
    }

    private static MountLook absent(MountLook.State state) {
        return new MountLook("/home", Optional.empty(), state, "");
    }

    @Test
    void passesAMountThatAnswers() {
        assertPassed(ANY.examine(home()));
        assertPassed(
                new MountCheck(Optional.of("nfs4"), Optional.of("nfs01:/home"), true)
                        .examine(home()));
    }

    @Test
    void findsThatNothingIsMounted() {
        assertFound(
                ANY.examine(absent(MountLook.State.NOT_MOUNTED)), "mount.missing", Severity.FATAL);
    }

    @Test
    void leavesToTheAutomounterWhatItHasNotMounted() {
        assertFound(
                ANY.examine(absent(MountLook.State.LEFT_TO_AUTOMOUNTER)),
                "mount.left-to-automounter",
                Severity.INFO);
    }

    @ParameterizedTest
    @EnumSource(names = {"SILENT", "BROKEN"})
    void namesTheServerThatDoesNotAnswer(MountLook.State state) {
        Examination examination = ANY.examine(home("rw", "rw", state));
        assertFound(examination, "mount.not-answering", Severity.FATAL);
        assertThat(only(examination).message())
                .startsWith("/home: nfs01:/home")
                .endsWith("what happened");
    }

    @Test
    void findsAMountThatCannotBeWritten() {
        assertFound(
                ANY.examine(home("ro", "rw", MountLook.State.ANSWERS)),
                "mount.read-only",
                Severity.FATAL);
    }

    @Test
    void tellsAFileSystemThatWentReadOnlyFromAReadOnlyMount() {
        Examination examination = ANY.examine(home("rw", "ro", MountLook.State.ANSWERS));
        assertFound(examination, "mount.went-read-only", Severity.FATAL);
        assertThat(only(examination).value()).isEqualTo("filesystem went read-only after an error");
    }

    @Test
    void letsAMountBeReadOnlyThatIsSoOnPurpose() {
        assertPassed(READ_ONLY_ALLOWED.examine(home("ro", "rw", MountLook.State.ANSWERS)));
        assertPassed(READ_ONLY_ALLOWED.examine(home("ro", "ro", MountLook.State.ANSWERS)));
    }

    @Test
    void findsAnotherTypeAndAnotherSource() {
        Examination examination =
                new MountCheck(Optional.of("lustre"), Optional.of("nfs02:/home"), true)
                        .examine(home());
        assertThat(codes(examination)).containsExactly("mount.wrong-type", "mount.wrong-source");
        assertThat(examination.findings())
                .allMatch(finding -> finding.severity() == Severity.DEGRADED);
    }

    @Test
    void looksOnceAtAPathThatTwoChecksJudge() {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        Set<Object> distinct = new HashSet<>();
        for (String path : new String[] {"/home", "/home", "/scratch"}) {
            CheckKind.Made<?> made =
                    MountCheck.KIND.maker().make(new Settings(Map.of("path", path)), sources);
            distinct.add(made.source());
        }
        assertThat(distinct).hasSize(2);
    }
}
