package dev.farrier.check.storage;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.linux.MountTable;
import dev.farrier.telemetry.linux.MountTableSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadOnlyFileSystemCheckTest {
    @TempDir Path root;

    private Examination examine(String... lines) throws IOException {
        Files.createDirectories(root.resolve("proc/self"));
        Files.write(root.resolve("proc/self/mountinfo"), List.of(lines));
        Machine machine = new Machine(root, new FakeCommandRunner());
        Reading<MountTable> reading =
                new MountTableSource(machine).read(Deadline.in(Duration.ofMinutes(1)));
        return new ReadOnlyFileSystemCheck(List.of("/", "/var/lib/farrier/"))
                .examine(((Reading.Present<MountTable>) reading).value());
    }

    @Test
    void passesAWritableRootOnce() throws IOException {
        Examination examination = examine("26 1 8:1 / / rw - xfs /dev/sda1 rw");
        assertPassed(examination);
        assertThat(examination.looked()).isEqualTo("/");
    }

    @Test
    void findsARootThatWentReadOnly() throws IOException {
        assertFound(
                examine("26 1 8:1 / / rw - ext4 /dev/sda1 ro"), "root.read-only", Severity.FATAL);
        assertFound(
                examine("26 1 8:1 / / ro - ext4 /dev/sda1 ro"), "root.read-only", Severity.FATAL);
    }

    @Test
    void findsTheFileSystemOfTheStateThatWentReadOnly() throws IOException {
        Examination examination =
                examine(
                        "26 1 8:1 / / rw - ext4 /dev/sda1 rw",
                        "30 26 8:2 / /var rw - ext4 /dev/sda2 ro,errors=remount-ro");
        assertFound(examination, "root.read-only", Severity.FATAL);
        assertThat(only(examination).component().id()).isEqualTo("/var");
        assertThat(examination.looked()).isEqualTo("/, /var");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "26 1 0:2 / / ro - squashfs /dev/loop0 ro",
                "26 1 0:2 / / ro - nfs 192.0.2.1:/image ro,vers=3",
                "26 1 0:2 / / ro - overlay overlay ro",
                "26 1 8:1 /deploy / ro - xfs /dev/sda1 rw"
            })
    void drainsNoNodeWhoseRootIsReadOnlyByDesign(String line) throws IOException {
        assertFound(examine(line), "root.read-only-by-design", Severity.INFO);
    }

    @Test
    void findsAnotherLocalFileSystemThatWentReadOnlyOnce() throws IOException {
        Examination examination =
                examine(
                        "26 1 8:1 / / rw - ext4 /dev/sda1 rw",
                        "30 26 8:2 / /data rw - xfs /dev/sdb1 ro",
                        "31 26 8:2 /x /srv/x rw - xfs /dev/sdb1 ro");
        assertFound(examination, "filesystem.went-read-only", Severity.DEGRADED);
        assertThat(only(examination).component().id()).isEqualTo("/data");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "30 26 8:2 / /data ro - xfs /dev/sdb1 ro",
                "30 26 8:2 / /data ro - xfs /dev/sdb1 rw",
                "30 26 0:9 / /sys/fs/cgroup ro - cgroup2 cgroup rw",
                "30 26 0:9 / /snap/core/1 ro - squashfs /dev/loop0 ro",
                "30 26 0:9 / /home rw - nfs4 nfs01:/home ro",
                "30 26 8:2 / /var/lib/kubelet/pods/1/volumes/x rw - ext4 /dev/sdb1 ro",
                "30 26 8:2 / /run/media/user/STICK rw - ext4 /dev/sdb1 ro",
                "30 26 8:2 / /var/lib/docker/overlay2/x/merged rw - overlay overlay ro"
            })
    void isQuietAboutWhatIsReadOnlyOnPurposeOrNotTheNodesOwn(String line) throws IOException {
        assertPassed(examine("26 1 8:1 / / rw - ext4 /dev/sda1 rw", line));
    }

    @Test
    void cannotTellWithoutARoot() throws IOException {
        assertThat(examine("30 26 8:2 / /data rw - ext4 /dev/sda2 rw").undetermined()).isPresent();
    }
}
