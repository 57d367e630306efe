package dev.farrier.check.gpu;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.nvidia.GpuListing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GpuCountCheckTest {
    private static final String HANDLE_LOST =
            "Unable to determine the device handle for GPU 0000:0F:00.0: Unknown Error\n";

    private static Examination examine(GpuListing listing) {
        return new GpuCountCheck(Optional.of(8)).examine(listing);
    }

    private static String seven() {
        return Listings.EIGHT
                .substring(0, Listings.EIGHT.indexOf("\n7, ") + 1)
                .replace(", 8, GPU-", ", 7, GPU-");
    }

    @Test
    void passesAllOfThem() throws Exception {
        assertPassed(examine(Listings.exits(0, Listings.EIGHT)));
    }

    @Test
    void findsAMissingGpuButNotByOneLookAlone() throws Exception {
        Examination examination = examine(Listings.exits(0, seven()));
        assertFound(examination, "gpu.missing", Severity.FATAL);
        assertThat(only(examination).message()).isEqualTo("the driver knows 7 of 8 GPUs");
        assertThat(only(examination).fault().latched()).isFalse();
    }

    @Test
    void countsALostGpuThatTheDriverStillKnows() throws Exception {
        FieldCase mixed = new FieldCase("nvsmi-csv-03");
        GpuListing listing = Listings.exits(255, mixed.text("query.csv"));
        assertPassed(new GpuCountCheck(Optional.of(4)).examine(listing));
    }

    @Test
    void cannotTellWhereTheListEndsAtALostGpu() throws Exception {
        assertThat(examine(Listings.exits(15, HANDLE_LOST)).undetermined()).isPresent();
    }

    @Test
    void findsAllOfThemMissingWithoutADriverOrDevices() throws Exception {
        for (String stdout : new String[] {Listings.NO_DRIVER, Listings.NO_DEVICES}) {
            Examination examination = examine(Listings.exits(9, stdout));
            assertFound(examination, "gpu.missing", Severity.FATAL);
            assertThat(only(examination).value()).isEqualTo("0");
            assertThat(only(examination).fault().latched()).isFalse();
        }
    }

    @Test
    void cannotTellWhileTheDriverDoesNotAnswer() throws Exception {
        assertThat(examine(Listings.hung()).undetermined()).contains("driver-hang");
        assertThat(examine(Listings.exits(18, Listings.MISMATCH)).undetermined()).isPresent();
    }

    @Test
    void showsTheCountWhereNothingIsExpected() throws Exception {
        GpuCountCheck check = new GpuCountCheck(Optional.empty());
        assertPassed(check.examine(Listings.exits(0, seven())));
        assertThat(check.examine(Listings.exits(9, Listings.NO_DRIVER)).undetermined()).isPresent();
    }

    @Test
    void makesAMissingToolAFailedLookWhereGpusAreExpected() throws Exception {
        Machine machine =
                new Machine(
                        Path.of("/"),
                        (command, deadline) ->
                                new CommandResult(
                                        command.argv(), CommandResult.End.NOT_FOUND, 127, "", ""));
        assertThat(reading(machine, Map.of())).isInstanceOf(Reading.Unsupported.class);
        assertThat(reading(machine, Map.of("expected", 0))).isInstanceOf(Reading.Unsupported.class);
        assertThat(reading(machine, Map.of("expected", 8))).isInstanceOf(Reading.Failed.class);
    }

    private static Reading<?> reading(Machine machine, Map<String, Object> settings)
            throws Exception {
        Sources sources = new Sources(machine);
        GpuLostCheck.KIND.maker().make(Settings.EMPTY, sources);
        return GpuCountCheck.KIND
                .maker()
                .make(new Settings(settings), sources)
                .source()
                .read(Deadline.in(Duration.ofMinutes(1)));
    }
}
