package dev.farrier.check.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import dev.farrier.telemetry.bmc.FreeIpmiEvents;
import dev.farrier.telemetry.bmc.IpmitoolEvents;
import dev.farrier.telemetry.bmc.SystemEvent;
import dev.farrier.telemetry.bmc.SystemEventLog;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventLogCheckTest {
    private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 30, 9, 0);
    private static final Duration WEEK = Duration.ofDays(7);

    private static SystemEventLog log(String lines, LocalDateTime now, Duration uptime) {
        return new SystemEventLog(
                IpmitoolEvents.events(lines),
                false,
                Optional.of(3),
                Optional.of(now),
                Optional.of(uptime));
    }

    private static List<Finding> findings(SystemEventLog log) {
        return new EventLogCheck(WEEK).examine(log).findings();
    }

    private static String uncorrectable(String time) {
        return "1d | " + time + " | Memory DIMM_A1 | Uncorrectable ECC | Asserted\n";
    }

    @Test
    void findsWhatIsActiveInTheFieldCase() {
        String lines = new FieldCase("ipmi-sel-01").text("sel.txt");

        assertThat(findings(log(lines, NOW, Duration.ofDays(1))))
                .extracting(Finding::code)
                .containsExactly(
                        "bmc.event.memory-ce",
                        "bmc.event.memory-ce-limit",
                        "bmc.event.temperature",
                        "bmc.event.memory-ue");
    }

    @Test
    void anUncorrectableErrorOfThisBootIsFatal() {
        assertThat(findings(log(uncorrectable("11/30/2026 | 08:02:00"), NOW, Duration.ofDays(1))))
                .extracting(Finding::severity)
                .containsExactly(Severity.FATAL);
    }

    @Test
    void oneFromBeforeThisBootMayHaveBeenRepaired() {
        assertThat(
                        findings(
                                log(
                                        uncorrectable("11/30/2026 | 08:02:00"),
                                        NOW,
                                        Duration.ofMinutes(9))))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING);
    }

    @Test
    void oneOfTheFutureTakesNoNodeOutOfService() {
        assertThat(findings(log(uncorrectable("11/30/2026 | 09:30:00"), NOW, Duration.ofDays(1))))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING);
    }

    @Test
    void oneOfUnknownTimeTakesNoNodeOutOfService() {
        SystemEventLog log =
                new SystemEventLog(
                        IpmitoolEvents.events(
                                "1d |  Pre-Init  |0000000012| Memory DIMM_A1 | Uncorrectable ECC |"
                                        + " Asserted\n"),
                        false,
                        Optional.empty(),
                        Optional.of(NOW),
                        Optional.of(Duration.ofDays(1)));

        assertThat(findings(log)).extracting(Finding::severity).containsExactly(Severity.WARNING);
    }

    @Test
    void anOldEventNoLongerCounts() {
        assertThat(findings(log(uncorrectable("11/20/2026 | 08:02:00"), NOW, Duration.ofDays(90))))
                .isEmpty();
    }

    @Test
    void anEventThatEndedIsOver() {
        String lines =
                """
                a | 11/29/2026 | 22:11:00 | Power Supply PS2 Status | Power Supply AC lost | Asserted
                b | 11/29/2026 | 22:15:00 | Power Supply PS2 Status | Power Supply AC lost | Deasserted
                """;

        assertThat(findings(log(lines, NOW, WEEK))).isEmpty();
    }

    @Test
    void anotherSensorsEndEndsNothing() {
        String lines =
                """
                a | 11/29/2026 | 22:11:00 | Power Supply PS2 Status | Power Supply AC lost | Asserted
                b | 11/29/2026 | 22:15:00 | Power Supply PS1 Status | Power Supply AC lost | Deasserted
                c | 11/29/2026 | 22:16:00 | Power Supply PS2 Status | Power Supply AC lost | Asserted
                """;

        assertThat(findings(log(lines, NOW, WEEK))).hasSize(2);
    }

    @Test
    void saysThatAFullLogHidesNewFaults() {
        SystemEventLog log =
                new SystemEventLog(
                        List.of(), true, Optional.of(100), Optional.empty(), Optional.empty());

        Examination examination = new EventLogCheck(WEEK).examine(log);

        assertThat(examination.value()).isEqualTo("0 events, 100 % of the log");
        assertThat(examination.findings())
                .extracting(Finding::code)
                .containsExactly("bmc.event.log-full");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Memory DIMM_B2           | Correctable ECC logging limit reached | memory-ce-limit
                    Memory DIMM_B2           | Parity                                | memory-fault
                    Temperature Inlet        | Upper Non-critical going high         | temperature-warning
                    Temperature Inlet        | Upper Non-recoverable going high      | temperature
                    Fan FAN1                 | Lower Critical going low              | fan
                    Voltage 12V              | Lower Critical going low              | voltage
                    Processor CPU1           | IERR                                  | processor
                    Processor CPU1           | Throttled                             | processor-throttled
                    Power Supply PS1         | Failure detected                      | power-supply
                    Power Unit Redund        | Redundancy Lost                       | redundancy
                    Critical Interrupt #0x90 | Bus Fatal Error                       | bus
                    Critical Interrupt #0x90 | PCI SERR                              | bus
                    Critical Interrupt #0x90 | Bus Correctable error                 | bus-corrected
                    Drive Slot / Bay Disk3   | Drive Fault                           | drive
                    Watchdog2 #0x05          | Hard reset                            | watchdog
                    """)
    void knowsTheWordsOfTheSpecification(String sensor, String event, String kind) {
        SystemEvent parsed =
                IpmitoolEvents.events(
                                "1 | 11/30/2026 | 08:00:00 | "
                                        + sensor
                                        + " | "
                                        + event
                                        + " | Asserted")
                        .get(0);

        assertThat(EventKind.of(parsed).map(EventKind::word)).contains(kind);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Power Unit Redund  | Fully Redundant
                    Memory DIMM_A1     | Presence Detected
                    Drive Slot / Bay 3 | Drive Present
                    Memory DIMM_A1     | a word of a vendor's own
                    """)
    void guessesNothingFromOtherWords(String sensor, String event) {
        SystemEvent parsed =
                IpmitoolEvents.events(
                                "1 | 11/30/2026 | 08:00:00 | "
                                        + sensor
                                        + " | "
                                        + event
                                        + " | Asserted")
                        .get(0);

        assertThat(EventKind.of(parsed)).isEmpty();
    }

    @Test
    void understandsFreeIpmisWords() {
        SystemEvent event =
                FreeIpmiEvents.events(
                                "29,Nov-30-2026,08:02:00,DIMM_A1,Memory,Critical,Uncorrectable"
                                        + " memory error")
                        .get(0);

        assertThat(EventKind.of(event)).contains(EventKind.MEMORY_UE);
    }
}
