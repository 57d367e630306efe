package dev.farrier.check.gpu;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GpuLostCheckTest {
    private final GpuLostCheck check = new GpuLostCheck();

    @Test
    void passesGpusThatAnswer() throws Exception {
        assertPassed(check.examine(Listings.exits(0, Listings.EIGHT)));
    }

    @Test
    void findsTheGpuThatTheDriverHasNoHandleFor() throws Exception {
        FieldCase mixed = new FieldCase("nvsmi-csv-03");
        Examination examination = check.examine(Listings.exits(255, mixed.text("query.csv")));
        assertFound(examination, "gpu.lost", Severity.FATAL);
        assertThat(only(examination).component().id()).isEqualTo("0000:5e:00.0");
        assertThat(only(examination).fault().latched()).isTrue();
    }

    @Test
    void findsTheOneThatMadeTheToolStop() throws Exception {
        String stdout =
                new FieldCase("nvsmi-exit-01")
                        .view("cases.json")
                        .items()
                        .get(5)
                        .get("stdout")
                        .text();
        Examination examination = check.examine(Listings.exits(15, stdout));
        assertFound(examination, "gpu.lost", Severity.FATAL);
        assertThat(only(examination).component().id()).isEqualTo("0000:41:00.0");
    }

    @Test
    void tellsALostGpuFromAFieldThatCouldNotBeRead() throws Exception {
        FieldCase fields = new FieldCase("nvsmi-csv-02");
        Examination examination = check.examine(Listings.exits(0, fields.text("query.csv")));
        List<String> found = new ArrayList<>();
        for (Finding finding : examination.findings()) {
            found.add(finding.component().id() + " " + finding.code() + " " + finding.severity());
        }
        assertThat(found)
                .containsExactly(
                        "index 2 gpu.lost FATAL",
                        "index 3 gpu.lost FATAL",
                        "index 4 gpu.field-error INFO");
        assertThat(examination.findings().get(2).message()).contains("power.draw");
    }

    @Test
    void cannotTellWhileTheDriverDoesNotAnswer() throws Exception {
        assertThat(check.examine(Listings.hung()).undetermined()).isPresent();
    }
}
