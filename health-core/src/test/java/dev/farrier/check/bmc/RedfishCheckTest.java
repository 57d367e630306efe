package dev.farrier.check.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import dev.farrier.json.Json;
import dev.farrier.telemetry.bmc.RedfishBody;
import dev.farrier.telemetry.bmc.RedfishParts;
import dev.farrier.telemetry.bmc.RedfishParts.Part;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedfishCheckTest {
    private static Map<String, String> health(String body) {
        Map<String, String> health = new LinkedHashMap<>();
        for (Part part : RedfishBody.parts(Json.object(body))) {
            health.put(part.name(), PartHealth.of(part).word());
        }
        return health;
    }

    @Test
    void aMissingHealthIsNoFault() {
        assertThat(health(new FieldCase("redfish-01").text("psu.json")))
                .isEqualTo(
                        Map.of(
                                "PSU1", "unknown",
                                "PSU2", "unknown",
                                "PSU3", "unknown",
                                "PSU4", "unhealthy",
                                "PSU5", "absent",
                                "PSU6", "degraded"));
    }

    @Test
    void aHealthInAnotherWordIsNotKnown() {
        assertThat(
                        health(
                                "{\"Processors\":[{\"Name\":\"GPU1\","
                                        + "\"Status\":{\"State\":\"Enabled\",\"Health\":\"critical\"}}]}"))
                .isEqualTo(Map.of("GPU1", "unknown"));
    }

    @Test
    void readsNumbersThatAreTexts() {
        assertThat(health(new FieldCase("redfish-01").text("thermal.json")))
                .isEqualTo(
                        Map.of(
                                "CPU2 Temp", "healthy",
                                "GPU4 Temp", "unknown",
                                "Inlet", "healthy",
                                "Fan Redundancy", "healthy"));
    }

    @ParameterizedTest
    @CsvSource({
        "101, healthy",
        "102, unhealthy",
        "95, degraded",
        "3, unhealthy",
        "5, healthy",
    })
    void holdsAReadingAgainstTheSensorsOwnThresholds(int celsius, String expected) {
        String body =
                """
                {"Temperatures":[{"Name":"CPU","ReadingCelsius":%d,"LowerThresholdCritical":4,
                 "UpperThresholdCritical":102%s,"Status":{"State":"Enabled","Health":"OK"}}]}
                """
                        .formatted(
                                celsius, celsius == 95 ? ",\"UpperThresholdNonCritical\":95" : "");

        assertThat(health(body)).containsEntry("CPU", expected);
    }

    @Test
    void tellsNothingOfAMachineThatIsOff() {
        Map<String, Object> body = Json.object(new FieldCase("redfish-01").text("cpu-off.json"));
        RedfishParts board = new RedfishParts(RedfishBody.parts(body), RedfishBody.isOff(body));

        Examination examination = new RedfishCheck().examine(board);

        assertThat(examination.undetermined()).isPresent();
        assertThat(examination.findings()).isEmpty();
    }

    @Test
    void namesThePartAndWhatTheBmcSaysOfIt() {
        Map<String, Object> body = Json.object(new FieldCase("redfish-01").text("psu.json"));

        assertThat(
                        new RedfishCheck()
                                .examine(new RedfishParts(RedfishBody.parts(body), false))
                                .findings())
                .extracting(Finding::message)
                .containsExactly(
                        "PSU4: health Critical, state Enabled",
                        "PSU6: health OK, state UnavailableOffline");
    }

    @Test
    void findsNothingInABodyOfAnotherKind() {
        assertThat(health("{\"Members\":[{\"@odata.id\":\"/redfish/v1/Systems/1\"}]}")).isEmpty();
        assertThat(health("{\"PowerSupplies\":[null,1,\"x\",{\"@odata.id\":\"/x\"}]}")).isEmpty();
    }
}
