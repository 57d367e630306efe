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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MountCheckTest {
    private static final MountCheck ANY = check(Map.of());
    private static final MountCheck READ_ONLY_ALLOWED = check(Map.of("readWrite", false));

    private static MountCheck check(Map<String, Object> settings) {
        return new MountCheck(MountCheck.Expected.of(new Settings(settings)));
    }

    private static MountLook home(String options, String superOptions, MountLook.State state) {
        Mount mount = new Mount(30, 26, "/", "/home", options, "nfs4", "nfs01:/home", superOptions);
        return new MountLook("/home", Optional.of(mount), state, "what happened", 0);
    }

    private static MountLook home() {
        return home("rw", "rw", MountLook.State.ANSWERS);
    }

    private static MountLook absent(MountLook.State state) {
        return new MountLook("/home", Optional.empty(), state, "", 0);
    }

    @Test
    void passesAMountThatAnswers() {
        assertPassed(ANY.examine(home()));
        assertPassed(check(Map.of("fsType", "nfs4", "source", "nfs01:/home")).examine(home()));
        assertPassed(check(Map.of("fsType", "nfs*", "source", "nfs0?:*")).examine(home()));
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
                check(Map.of("fsType", "lustre", "source", "nfs02:/home")).examine(home());
        assertThat(codes(examination)).containsExactly("mount.wrong-type", "mount.wrong-source");
        assertThat(examination.findings())
                .allMatch(finding -> finding.severity() == Severity.DEGRADED);
    }

    @Test
    void findsTheOptionsThatAreMissingAndThoseThatMustNotBeThere() {
        MountLook look =
                home(
                        "rw,nosuid,relatime",
                        "rw,vers=4.2,soft,rsize=1048576",
                        MountLook.State.ANSWERS);
        assertPassed(
                check(Map.of("options", List.of("rw", "nosuid", "vers=4.*", "rsize=1048576")))
                        .examine(look));
        assertPassed(check(Map.of("forbiddenOptions", List.of("ro", "vers=3"))).examine(look));
        Examination examination =
                check(
                                Map.of(
                                        "options",
                                        List.of("nosuid", "noexec", "vers=4.1"),
                                        "forbiddenOptions",
                                        List.of("soft")))
                        .examine(look);
        assertFound(examination, "mount.wrong-options", Severity.DEGRADED);
        assertThat(only(examination).value())
                .isEqualTo("mounted without noexec, without vers=4.1, with soft");
    }

    @Test
    void expectsNoWritableMountThatHasToBeReadOnly() {
        MountCheck check = check(Map.of("options", List.of("ro")));
        assertPassed(check.examine(home("ro", "rw", MountLook.State.ANSWERS)));
        assertFound(check.examine(home()), "mount.wrong-options", Severity.DEGRADED);
    }

    @Test
    void findsThatAnotherDirectoryOfTheFileSystemIsMounted() {
        Mount bind = new Mount(30, 26, "/old", "/home", "rw", "xfs", "/dev/sdb1", "rw");
        MountLook look = new MountLook("/home", Optional.of(bind), MountLook.State.ANSWERS, "", 0);
        assertPassed(check(Map.of("root", "/old")).examine(look));
        assertFound(
                check(Map.of("root", "/home")).examine(look),
                "mount.wrong-source",
                Severity.DEGRADED);
    }

    @Test
    void mentionsAMountThatIsHiddenBelow() {
        Mount top = home().mount().orElseThrow();
        MountLook look = new MountLook("/home", Optional.of(top), MountLook.State.ANSWERS, "", 1);
        assertFound(ANY.examine(look), "mount.covers-another", Severity.INFO);
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
