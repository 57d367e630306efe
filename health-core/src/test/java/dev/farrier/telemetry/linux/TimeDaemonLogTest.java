package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.telemetry.linux.TimeDaemonLog.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TimeDaemonLogTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "System clock wrong by -2.345678 seconds|WRONG|-2.345678",
                "System clock wrong by 1.5 seconds, adjustment started|WRONG|1.5",
                "System clock was stepped by 3.250000 seconds|STEPPED|3.25",
                "Forward time jump detected!|JUMPED|",
                "Backward time jump detected!|JUMPED|",
                "Can't synchronise: no selectable sources|UNSYNCHRONISED|",
                "Can't synchronise: no majority|UNSYNCHRONISED|",
                "Selected source 192.0.2.1|SELECTED|",
                "Detected falseticker 192.0.2.9|FALSETICKER|",
                "chronyd exiting|STOPPED|",
                "chronyd version 4.3 starting (+CMDMON +NTP)|STARTED|",
                "time reset +1.234567 s|STEPPED|1.234567",
                "step time server 192.0.2.1 offset -1.5 sec|STEPPED|-1.5",
                "synchronized to 192.0.2.1, stratum 3|SELECTED|",
                "kernel reports TIME_ERROR: 0x41: Clock Unsynchronized|UNSYNCHRONISED|",
                "Initial synchronization to time server 192.0.2.1:123 (ntp).|SELECTED|"
            })
    void knowsWhatALineSays(String message, Kind kind, Double seconds) {
        List<TimeDaemonLog.Event> events =
                TimeDaemonLog.parse("Nov 30 09:00:00 node001 chronyd[812]: " + message + "\n");
        assertThat(events)
                .containsExactly(
                        new TimeDaemonLog.Event(1, kind, Optional.ofNullable(seconds), message));
    }

    @Test
    void countsPhysicalLinesAndLeavesOutWhatSaysNothing() {
        List<TimeDaemonLog.Event> events =
                TimeDaemonLog.parse("chronyd[1]: Frequency 1.0\n\nchronyd exiting");
        assertThat(events).extracting(TimeDaemonLog.Event::line).containsExactly(3);
    }

    @Test
    void knowsTheLinesOfItsDaemons() {
        assertThat(TimeDaemonLog.isLine("Nov 30 node001 ntpd[9]: Listen normally")).isTrue();
        assertThat(TimeDaemonLog.isLine("Nov 30 node001 sshd[9]: session opened")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void seesNothingInWhatIsNoLog(String text) {
        assertThat(TimeDaemonLog.parse(text)).isEmpty();
    }
}
