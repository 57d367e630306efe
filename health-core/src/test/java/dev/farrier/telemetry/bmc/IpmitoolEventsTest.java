package dev.farrier.telemetry.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.FieldCase;
import dev.farrier.OddTexts;
import dev.farrier.telemetry.bmc.SystemEvent.Direction;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpmitoolEventsTest {
    private static final FieldCase CASE = new FieldCase("ipmi-sel-01");

    private static SystemEvent only(String line) {
        List<SystemEvent> events = IpmitoolEvents.events(line);
        assertThat(events).hasSize(1);
        return events.get(0);
    }

    @Test
    void readsIdsAsHexadecimal() {
        assertThat(IpmitoolEvents.events(CASE.text("sel.txt")))
                .extracting(SystemEvent::id)
                .containsExactly(1, 2, 9, 10, 11, 28, 29, 30, 31, 32);
    }

    @Test
    void tellsTheTypeFromTheSensor() {
        SystemEvent event =
                only(
                        "a | 11/29/2026 | 22:11:00 UTC | Power Supply PS2 Status | AC lost | Asserted");

        assertThat(event.sensorType()).isEqualTo("Power Supply");
        assertThat(event.sensor()).isEqualTo("PS2 Status");
        assertThat(event.direction()).isEqualTo(Direction.ASSERTED);
        assertThat(event.at()).contains(LocalDateTime.of(2026, 11, 29, 22, 11));
    }

    @Test
    void readsWhatAThresholdEventMeasured() {
        SystemEvent event =
                only(
                        "1c | 11/30/2026 | 08:00:00 | Temperature GPU3_Temp | Upper Critical going high"
                                + " | Asserted | Reading 96 > Threshold 95 degrees C");

        assertThat(event.value()).contains(96.0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "11/30/2026 | 20:10:01",
                "11/30/26 | 08:10:01 PM UTC",
                "11/30/2026 | 20:10:01 CET"
            })
    void readsTheTimesOfAllVersions(String time) {
        assertThat(only("1 | " + time + " | Fan FAN1 | Lower Critical going low | Asserted").at())
                .contains(LocalDateTime.of(2026, 11, 30, 20, 10, 1));
    }

    @Test
    void hasNoTimeFromBeforeTheClockWasSet() {
        assertThat(IpmitoolEvents.events(CASE.text("sel.txt")).get(0).at()).isEmpty();
    }

    @Test
    void readsWhetherTheLogIsFull() {
        String info = CASE.text("sel-info.txt");

        assertThat(IpmitoolEvents.overflow(info)).isTrue();
        assertThat(IpmitoolEvents.percentUsed(info)).contains(100);
        assertThat(IpmitoolEvents.percentUsed("Percent Used : unknown\n")).isEmpty();
    }

    @Test
    void readsTheClock() {
        assertThat(IpmitoolEvents.clock("11/30/2026 08:10:00\n"))
                .contains(LocalDateTime.of(2026, 11, 30, 8, 10));
        assertThat(IpmitoolEvents.clock("Unspecified\n")).isEqualTo(Optional.empty());
    }

    @Test
    void anEmptyLogHasNoEvents() {
        assertThat(IpmitoolEvents.events("SEL has no entries\n")).isEmpty();
        assertThat(IpmitoolEvents.events("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1d | 11/30/2026 | 08:0",
                "no such record",
                "zz | 11/30/2026 | 08:02:00 | Memory DIMM_A1 | Uncorrectable ECC | Asserted",
                "\u0000\u0001\ufffd | | | ",
                "fffffffffffff | 11/30/2026 | 08:02:00 | Memory | Parity | Asserted"
            })
    void saysWhichLineIsNoRecord(String line) {
        assertThatThrownBy(() -> IpmitoolEvents.events("\n" + line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line 2: ");
    }

    @Test
    void readsAnEnormousLog() {
        String line = "1d | 11/30/2026 | 08:02:00 | Memory DIMM_A1 | Correctable ECC | Asserted\n";

        assertThat(IpmitoolEvents.events(line.repeat(65_535))).hasSize(65_535);
    }

    @Test
    void readsFreeIpmiToo() {
        List<SystemEvent> events =
                FreeIpmiEvents.events(
                        "ID,Date,Time,Name,Type,State,Event\n"
                                + "1,PostInit,PostInit,SEL,Event Logging Disabled,Nominal,Log Area"
                                + " Reset/Cleared\n"
                                + "29,Nov-30-2026,08:02:00,DIMM_A1,Memory,Critical,Uncorrectable"
                                + " memory error ; OEM Event Data2 code = 01h, more\n");

        assertThat(events.get(0).at()).isEmpty();
        assertThat(events.get(1).id()).isEqualTo(29);
        assertThat(events.get(1).sensor()).isEqualTo("DIMM_A1");
        assertThat(events.get(1).event()).endsWith(", more");
        assertThat(events.get(1).at()).contains(LocalDateTime.of(2026, 11, 30, 8, 2));
        assertThatThrownBy(() -> FreeIpmiEvents.events("1,PostInit"))
                .hasMessageStartingWith("line 1: ");
    }

    /** A log without events prints nothing. */
    private static Stream<String> oddTextsThatAreNotBlank() {
        return OddTexts.all().stream().filter(text -> !text.isBlank());
    }

    @ParameterizedTest
    @MethodSource("oddTextsThatAreNotBlank")
    void takesNothingElseForARecord(String text) {
        assertThatThrownBy(() -> IpmitoolEvents.events(text))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
        assertThatThrownBy(() -> FreeIpmiEvents.events(text))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }
}
