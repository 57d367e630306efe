package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;

import dev.farrier.Severity;
import dev.farrier.telemetry.linux.MungeAnswer;
import org.junit.jupiter.api.Test;

class MungeCheckTest {
    private final MungeCheck check = new MungeCheck();

    @Test
    void findsThatNoCredentialIsMade() {
        assertPassed(check.examine(new MungeAnswer(true, "")));
        assertFound(
                check.examine(new MungeAnswer(false, "no answer in time")),
                "munge.not-answering",
                Severity.DEGRADED);
    }
}
