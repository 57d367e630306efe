package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.FieldCase;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MountTableTest {
    private static final FieldCase MOUNTS = new FieldCase("mounts-01");
    private static final FieldCase MOUNTINFO = new FieldCase("mounts-03");
    private static final String CAPTURED = FieldCase.resource("linux/mountinfo.txt");

    private static Stream<Arguments> factsOfMounts() {
        return facts(MOUNTS.expected().get("mounts"));
    }

    private static Stream<Arguments> factsOfMountinfo() {
        return facts(MOUNTINFO.expected());
    }

    private static Stream<Arguments> facts(FieldCase.View byPath) {
        return byPath.keys().stream()
                .flatMap(
                        path ->
                                byPath.get(path).keys().stream()
                                        .map(fact -> fact(byPath, path, fact)));
    }

    private static Arguments fact(FieldCase.View byPath, String path, String fact) {
        return Arguments.of(path, fact, byPath.get(path).get(fact).raw());
    }

    @ParameterizedTest
    @MethodSource("factsOfMounts")
    void readsProcMounts(String path, String fact, Object right) {
        MountTable table = MountTable.parseMounts(MOUNTS.text("mounts.txt"));
        assertThat(fact(table, path, fact)).isEqualTo(right);
    }

    @ParameterizedTest
    @MethodSource("factsOfMountinfo")
    void readsMountinfo(String path, String fact, Object right) {
        MountTable table = MountTable.parseMountinfo(MOUNTINFO.text("mountinfo.txt"));
        assertThat(fact(table, path, fact)).isEqualTo(right);
    }

    private static Object fact(MountTable table, String path, String fact) {
        Mount mount = table.at(path).orElseThrow();
        return switch (fact) {
            case "src" -> mount.source();
            case "type" -> mount.type();
            case "remote" -> mount.isRemote();
            case "stat_allowed" -> !mount.isAutomountTrigger();
            case "over_mounted" -> table.stackedAt(path).size() > 1;
            case "read_only" -> mount.isReadOnly();
            case "fs_read_only" ->
                    mount.isReadOnly() && mount.access() != Mount.Access.READ_ONLY_MOUNT;
            case "bind" -> mount.isBind();
            case "root" -> mount.root();
            case "finding" -> mount.access().words();
            default -> throw new IllegalArgumentException("nothing compares " + fact);
        };
    }

    @Test
    void tellsMountedFromNotMountedAndFromLeftToTheAutomounter() {
        MountTable table = MountTable.parseMounts(MOUNTS.text("mounts.txt"));
        FieldCase.View checks = MOUNTS.expected().get("checks");
        for (String path : checks.keys()) {
            String right = checks.get(path).text();
            boolean mounted = table.at(path).isPresent();
            boolean autofs = table.over(path).orElseThrow().isAutomountTrigger();
            assertThat(right).startsWith(mounted ? "mounted" : "not-mounted");
            assertThat(autofs).isEqualTo(right.contains("autofs parent"));
        }
    }

    @Test
    void takesTheLastOfSeveralMountsOnOnePath() {
        MountTable table = MountTable.parseMounts(MOUNTS.text("mounts.txt"));
        FieldCase.View last = MOUNTS.expected().get("last_wins");
        for (String path : last.keys()) {
            assertThat(table.at(path).orElseThrow().type()).isEqualTo(last.get(path).text());
        }
    }

    @ParameterizedTest
    @CsvSource({"/dev/pts,29", "/dev/shm,30", "/dev/shm/x,30", "/dev,24", "/home/x,27", "/,27"})
    void findsTheUppermostMountOfACapturedList(String path, int id) {
        assertThat(MountTable.parseMountinfo(CAPTURED).over(path).orElseThrow().id()).isEqualTo(id);
    }

    @Test
    void doesNotSeeAMountBelowOneThatHidesIt() {
        MountTable table =
                MountTable.parseMountinfo(
                        """
                        1 1 0:1 / / rw - rootfs rootfs rw
                        26 1 8:1 / / rw - ext4 /dev/sda1 rw
                        30 26 8:2 / /data/inner rw - ext4 /dev/sdb1 rw
                        31 26 8:3 / /data rw - xfs /dev/sdc1 rw
                        """);
        assertThat(table.at("/data/inner")).isEmpty();
        assertThat(table.over("/data/inner").orElseThrow().id()).isEqualTo(31);
        assertThat(table.at("/").orElseThrow().type()).isEqualTo("ext4");
    }

    @Test
    void findsMountsInAChrootThatShowsNoRoot() {
        MountTable table = MountTable.parseMountinfo("30 26 8:2 / /data rw - ext4 /dev/sdb1 rw\n");
        assertThat(table.at("/data")).isPresent();
        assertThat(table.over("/data/x").orElseThrow().id()).isEqualTo(30);
        assertThat(table.over("/home")).isEmpty();
    }

    @Test
    void comesToAnEndOnAListThatGoesInCircles() {
        MountTable table =
                MountTable.parseMountinfo(
                        """
                        1 0 8:1 / / rw - ext4 /dev/sda1 rw
                        2 1 8:1 / /a rw - ext4 /dev/sda1 rw
                        1 2 8:1 / /a rw - ext4 /dev/sda1 rw
                        """);
        assertThat(table.over("/a/b/c")).isPresent();
    }

    @Test
    void finds500Mounts() {
        StringBuilder text = new StringBuilder("26 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
        for (int i = 0; i < 500; i++) {
            text.append(100 + i).append(" 26 0:").append(i).append(" / /mnt/").append(i);
            text.append(" rw shared:").append(i).append(" - nfs4 nfs:/").append(i).append(" rw\n");
        }
        MountTable table = MountTable.parseMountinfo(text.toString());
        for (int i = 0; i < 500; i++) {
            assertThat(table.at("/mnt/" + i).orElseThrow().source()).isEqualTo("nfs:/" + i);
        }
        assertThat(table.mounts()).hasSize(501);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "rw;rw;READ_WRITE",
                "ro;rw;READ_ONLY_MOUNT",
                "ro;ro;READ_ONLY_FILE_SYSTEM",
                "rw;ro;READ_ONLY_AFTER_ERROR",
                "ro;ro,errors=remount-ro;READ_ONLY_AFTER_ERROR",
                "rw;rw,errors=remount-ro;READ_WRITE",
                "rw,relatime;rw,euro,rod;READ_WRITE"
            })
    void tellsWhyItIsReadOnly(String options, String superOptions, Mount.Access access) {
        Mount mount = new Mount(1, 0, "/", "/x", options, "ext4", "/dev/sdb1", superOptions);
        assertThat(mount.access()).isEqualTo(access);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"a\\040b;a b", "a\\;a\\", "\\04;\\04", "\\999;\\999", "\\134040;\\040"})
    void unescapesOctalDigitsOnce(String escaped, String plain) {
        assertThat(MountTable.unescape(escaped)).isEqualTo(plain);
    }

    @Test
    void keepsAnEmptySource() {
        MountTable table = MountTable.parseMountinfo("26 1 8:1 / / rw - tmpfs  rw\n");
        assertThat(table.at("/").orElseThrow().source()).isEmpty();
    }

    @Test
    void givesOnlyWholeLinesOfACutList() {
        List<Mount> all = MountTable.parseMountinfo(CAPTURED).mounts();
        for (int i = 0; i < CAPTURED.length(); i++) {
            String cut = CAPTURED.substring(0, i);
            if (cut.endsWith("\n")) {
                List<Mount> some = MountTable.parseMountinfo(cut).mounts();
                assertThat(some).isEqualTo(all.subList(0, some.size()));
            } else {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> MountTable.parseMountinfo(cut));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "26 1 8:1 / / rw - ext4 /dev/sda1\n",
                "26 1 8:1 / / rw shared:1 ext4 /dev/sda1 rw\n",
                "x 1 8:1 / / rw - ext4 /dev/sda1 rw\n",
                "26 1 8:1 / none rw - ext4 /dev/sda1 rw\n",
                "26 1 8:1 / / rw - ext4 /dev/sda1 rw more\n"
            })
    void namesTheLineThatIsNone(String line) {
        String good = "26 1 8:1 / / rw - ext4 /dev/sda1 rw\n";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MountTable.parseMountinfo(good + line))
                .withMessageContaining("line 2");
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoList(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MountTable.parseMountinfo(text));
        assertThatIllegalArgumentException().isThrownBy(() -> MountTable.parseMounts(text));
    }
}
