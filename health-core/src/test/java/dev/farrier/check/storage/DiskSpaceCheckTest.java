package dev.farrier.check.storage;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Portion;
import dev.farrier.telemetry.linux.FileSystemUse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskSpaceCheckTest {
    private static final long GIB = 1L << 30;

    private static Examination examine(String limit, FileSystemUse use) {
        return examine(limit, "5%", use);
    }

    private static Examination examine(String space, String inodes, FileSystemUse use) {
        return new DiskSpaceCheck(
                        Portion.TYPE.parse(List.of(space)), FreeInodes.TYPE.parse(List.of(inodes)))
                .examine(use);
    }

    private static FileSystemUse use(long freeGib, long freeInodes) {
        return new FileSystemUse("/var", 100 * GIB, freeGib * GIB, 1000, freeInodes);
    }

    @Test
    void passesWhatHasEnough() {
        assertPassed(examine("5%", use(5, 50)));
        assertPassed(examine("5GiB", use(5, 50)));
    }

    @Test
    void onlyWarnsSinceAJobCanFillIt() {
        assertFound(examine("5%", use(4, 500)), "space.low", Severity.WARNING);
        assertFound(examine("6GiB", use(5, 500)), "space.low", Severity.WARNING);
        assertFound(examine("5%", use(50, 49)), "inodes.low", Severity.WARNING);
    }

    @Test
    void findsBothAtOnce() {
        assertThat(codes(examine("5%", use(0, 0)))).containsExactly("space.low", "inodes.low");
    }

    @Test
    void takesANumberOfInodesAsWell() {
        assertPassed(examine("5%", "50", use(50, 50)));
        Examination examination = examine("5%", "51", use(50, 50));
        assertFound(examination, "inodes.low", Severity.WARNING);
        assertThat(only(examination).message()).isEqualTo("/var has 50 of its inodes free");
        assertThat(only(examination).limit()).isEqualTo("at least 51");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5%", "100%", "1000"})
    void passesWhereInodesAreNotCounted(String limit) {
        FileSystemUse btrfs = new FileSystemUse("/var", 100 * GIB, 50 * GIB, 0, 0);
        assertPassed(examine("5%", limit, btrfs));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5%", "10GiB"})
    void showsTheLimitAsItIsWritten(String text) {
        assertThat(Portion.TYPE.show(Portion.TYPE.parse(List.of(text)))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5%", "100000"})
    void showsTheLimitOfInodesAsItIsWritten(String text) {
        assertThat(FreeInodes.TYPE.show(FreeInodes.TYPE.parse(List.of(text)))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "101%", "-1", "much"})
    void refusesALimitThatIsNone(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Portion.TYPE.parse(List.of(text)));
        assertThatIllegalArgumentException().isThrownBy(() -> FreeInodes.TYPE.parse(List.of(text)));
    }
}
