package dev.farrier.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import java.util.List;

/** What tests ask of an examination. */
public final class Examinations {
    private Examinations() {}

    public static List<String> codes(Examination examination) {
        return examination.findings().stream().map(Finding::code).toList();
    }

    public static Finding only(Examination examination) {
        assertThat(examination.findings()).hasSize(1);
        return examination.findings().get(0);
    }

    /** It was examined and nothing was found. */
    public static void assertPassed(Examination examination) {
        assertThat(examination.findings()).isEmpty();
        assertThat(examination.undetermined()).isEmpty();
        assertThat(examination.unsupported()).isEmpty();
    }

    public static void assertFound(Examination examination, String code, Severity severity) {
        Finding finding = only(examination);
        assertThat(finding.code()).isEqualTo(code);
        assertThat(finding.severity()).isEqualTo(severity);
    }
}
