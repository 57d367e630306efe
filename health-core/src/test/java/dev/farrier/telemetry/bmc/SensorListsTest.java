package dev.farrier.telemetry.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.FieldCase;
import dev.farrier.telemetry.bmc.SensorReadings.Sensor;
import dev.farrier.telemetry.bmc.SensorReadings.Threshold;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SensorListsTest {
    private static final FieldCase CASE = new FieldCase("ipmi-sdr-01");

    @Test
    void tellsNoReadingFromZero() {
        SensorReadings readings = IpmitoolSensors.parse(CASE.text("sdr.txt"));

        assertThat(readings.sensors().stream().filter(Sensor::isWithoutReading))
                .extracting(Sensor::name)
                .containsExactly("GPU2 Temp", "Fan3 RPM", "CPU1 Status");
        assertThat(readings.sensors().stream().filter(s -> s.name().equals("Fan2 RPM")))
                .extracting(Sensor::value)
                .containsExactly(Optional.of(0.0));
    }

    @Test
    void splitsTheStatesOfADiscreteSensor() {
        SensorReadings readings =
                IpmitoolSensors.parse(
                        "PS2 | 62h | ok | 10.2 | Presence detected, AC out-of-range, but present\n");

        assertThat(readings.sensors().get(0).states())
                .containsExactly("Presence detected", "AC out-of-range, but present");
    }

    @Test
    void theShortListTellsNoStates() {
        SensorReadings readings = IpmitoolSensors.parse(CASE.text("sdr-short.txt"));

        assertThat(readings.tellsStates()).isFalse();
        assertThat(readings.sensors().get(0).states()).isEmpty();
        assertThat(readings.sensors().get(4).value()).contains(19.99);
    }

    @Test
    void readsTheListWithThresholds() {
        SensorReadings readings =
                IpmitoolSensors.parse(
                        """
                        GPU3 Temp | 96.000 | degrees C | cr | na | na | na | 85.0 | 95.0 | 100.0
                        PS1 | 0x1 | discrete | 0x0180| na | na | na | na | na | na
                        FAN9 | na | RPM | na | na | na | na | na | na | na
                        """);

        assertThat(readings.sensors().get(0).threshold()).isEqualTo(Threshold.CRITICAL);
        assertThat(readings.sensors().get(0).value()).contains(96.0);
        assertThat(readings.sensors().get(1).isWithoutReading()).isTrue();
        assertThat(readings.sensors().get(2).isWithoutReading()).isTrue();
    }

    @Test
    void readsFreeIpmiToo() {
        SensorReadings readings =
                FreeIpmiSensors.parse(
                        """
                        ID,Name,Type,Reading,Units,Event
                        1,FAN1,Fan,0.00,RPM,'At or Below (<=) Lower Critical Threshold'
                        2,PS2,Power Supply,N/A,N/A,'Presence detected' 'Failure detected'
                        3,Inlet,Temperature,22.00,C,'OK'
                        4,GPU2,Temperature,N/A,C,N/A
                        """);

        assertThat(readings.sensors().get(0).threshold()).isEqualTo(Threshold.CRITICAL);
        assertThat(readings.sensors().get(1).states())
                .containsExactly("Presence detected", "Failure detected");
        assertThat(readings.sensors().get(2).threshold()).isEqualTo(Threshold.OK);
        assertThat(readings.sensors().get(3).isWithoutReading()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "|||",
                "\u0000\ufffd",
                "a|b|c|d|e|f",
                "GPU3 Temp | 52h",
                "GPU3 | 52h | cr"
            })
    void saysWhatIsNoListOfSensors(String text) {
        assertThatThrownBy(() -> IpmitoolSensors.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FreeIpmiSensors.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsAnEnormousList() {
        String line = "GPU1 Temp | 50h | ok | 11.1 | 61 degrees C\n";

        assertThat(IpmitoolSensors.parse(line.repeat(100_000)).sensors()).hasSize(100_000);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesEnormousAndBinaryText(String text) {
        assertThatThrownBy(() -> IpmitoolSensors.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
        assertThatThrownBy(() -> FreeIpmiSensors.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }
}
