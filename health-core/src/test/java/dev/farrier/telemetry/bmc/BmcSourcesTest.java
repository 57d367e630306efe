package dev.farrier.telemetry.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BmcSourcesTest {
    private static final String MARK = "\n\u001e";

    @TempDir Path root;
    private final FakeCommandRunner commands = new FakeCommandRunner();

    @BeforeEach
    void thereIsABmc() throws IOException {
        Files.createDirectories(root.resolve("dev"));
        Files.createFile(root.resolve("dev/ipmi0"));
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/uptime"), "86400.12 1.0\n");
    }

    private Machine machine() {
        return new Machine(root, commands);
    }

    private List<String> locked(String... argv) {
        List<String> all = new ArrayList<>(List.of("flock", "-w", "4", "-E", "93"));
        all.add(root.resolve("run/farrier/bmc.lock").toString());
        all.addAll(List.of(argv));
        return all;
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(9).plusMillis(900));
    }

    @Test
    void asksForTheLogAndWhenItWasRead() throws Exception {
        FieldCase field = new FieldCase("ipmi-sel-01");
        commands.prints(locked("ipmitool", "sel", "info"), field.text("sel-info.txt"));
        commands.prints(locked("ipmitool", "sel", "time", "get"), "11/30/2026 08:10:00\n");
        commands.prints(locked("ipmitool", "sel", "elist"), field.text("sel.txt"));

        Reading<SystemEventLog> reading =
                new SystemEventLogSource(machine(), IpmiTool.IPMITOOL).read(deadline());

        SystemEventLog log = ((Reading.Present<SystemEventLog>) reading).value();
        assertThat(log.overflow()).isTrue();
        assertThat(log.age(log.events().get(6))).contains(Duration.ofMinutes(8));
        assertThat(log.uptime()).contains(Duration.ofDays(1));
    }

    @Test
    void isUnsupportedWhereThereIsNoBmc() throws Exception {
        Files.delete(root.resolve("dev/ipmi0"));

        assertThat(new SensorReadingsSource(machine(), IpmiTool.IPMITOOL).read(deadline()))
                .isInstanceOf(Reading.Unsupported.class);
        assertThat(commands.ran()).isEmpty();
    }

    @Test
    void asksNobodyWhoIsBeingAskedByAnother() {
        commands.answers(
                new CommandResult(
                        locked("ipmitool", "sdr", "elist"), CommandResult.End.EXITED, 93, "", ""));

        assertThatThrownBy(
                        () ->
                                new SensorReadingsSource(machine(), IpmiTool.IPMITOOL)
                                        .read(deadline()))
                .hasMessageContaining("asked by another");
    }

    private List<String> curl(String... paths) {
        List<String> argv =
                new ArrayList<>(
                        List.of(
                                "curl",
                                "-q",
                                "-sS",
                                "--globoff",
                                "-H",
                                "Accept: application/json",
                                "-w",
                                MARK + "%{http_code}\n"));
        for (String path : paths) {
            argv.add("https://bmc" + path);
        }
        return locked(argv.toArray(String[]::new));
    }

    private static String bodies(String... bodies) {
        StringBuilder text = new StringBuilder();
        for (String body : bodies) {
            text.append(body).append(MARK).append("200\n");
        }
        return text.toString();
    }

    private static String link(String path) {
        return "{\"@odata.id\":\"" + path + "\"}";
    }

    @Test
    void followsTheLinksOfTheService() throws Exception {
        FieldCase field = new FieldCase("redfish-01");
        String v1 = "/redfish/v1";
        commands.prints(
                curl(v1 + "/"),
                bodies(
                        "{\"Systems\":"
                                + link(v1 + "/Systems")
                                + ",\"Chassis\":"
                                + link(v1 + "/Chassis")
                                + "}"));
        commands.prints(
                curl(v1 + "/Systems"),
                bodies("{\"Members\":[" + link(v1 + "/Systems/Self") + "]}"));
        commands.prints(curl(v1 + "/Systems/Self"), bodies("{\"PowerState\":\"On\"}"));
        commands.prints(
                curl(v1 + "/Chassis"), bodies("{\"Members\":[" + link(v1 + "/Chassis/1") + "]}"));
        commands.prints(
                curl(v1 + "/Chassis/1"),
                bodies(
                        "{\"Thermal\":"
                                + link(v1 + "/Chassis/1/Thermal")
                                + ",\"Power\":"
                                + link(v1 + "/Chassis/1/Power")
                                + "}"));
        commands.prints(
                curl(v1 + "/Chassis/1/Thermal", v1 + "/Chassis/1/Power"),
                bodies(field.text("thermal.json"), field.text("psu.json")));

        Reading<RedfishParts> reading = redfish().read(deadline());

        RedfishParts parts = ((Reading.Present<RedfishParts>) reading).value();
        assertThat(parts.hostIsOff()).isFalse();
        assertThat(parts.parts()).extracting(RedfishParts.Part::name).contains("Inlet", "PSU6");
    }

    @Test
    void saysWhatTheServiceAnswers() {
        commands.prints(curl("/redfish/v1/"), "Unauthorized" + MARK + "401\n");

        assertThatThrownBy(() -> redfish().read(deadline()))
                .hasMessage("https://bmc/redfish/v1/: HTTP 401");
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void takesNothingElseForAnAnswerOfTheService(String text) {
        commands.prints(curl("/redfish/v1/"), text);
        assertThatThrownBy(() -> redfish().read(deadline())).isInstanceOf(IOException.class);

        commands.prints(curl("/redfish/v1/"), bodies(text));
        assertThatThrownBy(() -> redfish().read(deadline()))
                .isInstanceOfAny(IOException.class, IllegalArgumentException.class);
    }

    @Test
    void believesNoServiceThatLeavesAnAnswerOut() {
        String v1 = "/redfish/v1";
        commands.prints(curl(v1 + "/"), bodies("{\"Systems\":" + link(v1 + "/Systems") + "}"));
        commands.prints(
                curl(v1 + "/Systems"),
                bodies(
                        "{\"Members\":["
                                + link(v1 + "/Systems/1")
                                + ","
                                + link(v1 + "/Systems/2")
                                + "]}"));
        commands.prints(curl(v1 + "/Systems/1", v1 + "/Systems/2"), bodies("{}"));

        assertThatThrownBy(() -> redfish().read(deadline()))
                .hasMessage("https://bmc: 1 of 2 answers");
    }

    @Test
    void followsNoLinkToElsewhere() throws Exception {
        commands.prints(
                curl("/redfish/v1/"),
                bodies(
                        "{\"Systems\":"
                                + link("https://elsewhere/redfish/v1")
                                + ",\"Chassis\":"
                                + link("/redfish/v1/../../x?y")
                                + "}"));

        assertThat(redfish().read(deadline())).isInstanceOf(Reading.Present.class);
        assertThat(commands.ran()).hasSize(1);
    }

    private RedfishSource redfish() {
        return new RedfishSource(machine(), new RedfishSource.Access("https://bmc", "", List.of()));
    }
}
