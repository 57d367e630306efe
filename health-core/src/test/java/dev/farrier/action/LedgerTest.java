package dev.farrier.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.NodeName;
import dev.farrier.action.Ledger.EndedBy;
import dev.farrier.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final NodeName NODE = new NodeName("gpu001");
    private static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");
    private static final String REASON = Reason.ofFaults(List.of("gpu.lost"), "gpu 3").text();

    private static Ledger drained() {
        return Ledger.EMPTY.begun(NODE, REASON, List.of("gpu.lost"), AT, false);
    }

    private static Ledger throughJson(Ledger ledger) {
        return Ledger.fromJson(Json.object(Json.write(ledger.toJson())));
    }

    @Test
    void isTheSameAfterItWasWrittenAndRead() {
        Ledger ended = drained().seen(NODE, true).ended(NODE, EndedBy.ADMIN, AT.plusSeconds(60));

        assertThat(throughJson(drained())).isEqualTo(drained());
        assertThat(throughJson(ended)).isEqualTo(ended);
    }

    @Test
    void keepsFieldsOfANewerVersion() {
        String newer =
                "{\"schema\":2,\"cluster\":\"a\",\"drains\":[{\"node\":\"n\",\"reason\":\"r\","
                        + "\"codes\":[],\"at\":\"2026-11-30T10:00:00Z\",\"readBack\":true,"
                        + "\"endedAt\":null,\"endedBy\":null,\"ticket\":17}]}";

        Map<String, Object> written = Ledger.fromJson(Json.object(newer)).toJson();

        assertThat(written).containsEntry("cluster", "a");
        assertThat(Json.write(written)).contains("\"ticket\":17");
    }

    @Test
    void knowsOnlyOneOpenDrainOfANode() {
        Ledger twice = drained().begun(NODE, "other", List.of("gpu.ecc"), AT.plusSeconds(9), true);

        assertThat(twice.open(NODE).orElseThrow().reason()).isEqualTo("other");
        assertThat(twice.drains().get(0).endedBy()).contains(EndedBy.UNKNOWN);
    }

    @Test
    void doesNotTakeAPersonsDrainForAnOpenOne() {
        Ledger manual = Ledger.EMPTY.begun(NODE, "x", List.of(Reason.MANUAL), AT, true);

        assertThat(manual.open(NODE)).isEmpty();
        assertThat(manual.last(NODE)).isPresent();
    }

    @Test
    void forgetsADrainThatDidNotComeAbout() {
        assertThat(drained().withdrawn(NODE)).isEqualTo(Ledger.EMPTY);
    }

    @Test
    void staysSmall() {
        Ledger ledger = Ledger.EMPTY;
        for (int i = 0; i < 1_000; i++) {
            ledger = ledger.begun(NODE, "r" + i, List.of("c"), AT.plusSeconds(i), true);
        }

        assertThat(ledger.drains()).hasSize(200);
        assertThat(ledger.open(NODE).orElseThrow().reason()).isEqualTo("r999");
    }

    @Test
    void saysWhyATextIsNoLedger() {
        for (String text :
                List.of(
                        "{\"drains\":7}",
                        "{\"drains\":[7]}",
                        "{\"drains\":[{\"reason\":\"r\"}]}",
                        "{\"drains\":[{\"node\":\"n\",\"reason\":\"r\",\"at\":\"yesterday\"}]}",
                        "{\"drains\":[{\"node\":\"-n\",\"reason\":\"r\"}]}")) {
            assertThatThrownBy(() -> Ledger.fromJson(Json.object(text)))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("null");
        }
    }
}
