package dev.farrier.check.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.farrier.FieldCase;
import dev.farrier.Severity;
import dev.farrier.check.Finding;
import dev.farrier.telemetry.bmc.IpmitoolSensors;
import java.util.List;
import org.junit.jupiter.api.Test;

class SensorCheckTest {
    private static List<Finding> findings(String text, String... ignored) {
        return new SensorCheck(List.of(ignored)).examine(IpmitoolSensors.parse(text)).findings();
    }

    @Test
    void findsWhatTheOkColumnHides() {
        assertThat(findings(new FieldCase("ipmi-sdr-01").text("sdr.txt")))
                .extracting(finding -> finding.component().id(), Finding::severity)
                .containsExactly(
                        tuple("GPU3 Temp", Severity.DEGRADED),
                        tuple("Fan2 RPM", Severity.DEGRADED),
                        tuple("PS2 Status", Severity.WARNING),
                        tuple("PS Redundancy", Severity.WARNING),
                        tuple("dimm4", Severity.DEGRADED));
    }

    @Test
    void nothingIsFoundInTheShortList() {
        assertThat(findings(new FieldCase("ipmi-sdr-01").text("sdr-short.txt"))).isEmpty();
    }

    @Test
    void judgesNoSensorThatTheSiteLeavesOut() {
        assertThat(findings("Fan2 RPM | 31h | nr | 29.2 | 0 RPM\n", "Fan2 RPM")).isEmpty();
    }

    @Test
    void aPredictionThatDidNotComeIsNone() {
        assertThat(findings("Disk1 | 31h | ok | 4.1 | Predictive Failure Deasserted\n")).isEmpty();
        assertThat(findings("Disk1 | 31h | ok | 4.1 | Predictive Failure Asserted\n"))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING);
    }

    @Test
    void takesNoNodeOutOfService() {
        assertThat(SensorCheck.KIND.faults())
                .extracting(fault -> fault.severity())
                .doesNotContain(Severity.FATAL);
    }
}
