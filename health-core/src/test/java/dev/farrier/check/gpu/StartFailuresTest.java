package dev.farrier.check.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.check.Finding;
import dev.farrier.telemetry.nvidia.GpuListing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the checks of GPUs together make of an {@code nvidia-smi} that could not even begin. */
class StartFailuresTest {
    private static final FieldCase STARTS = new FieldCase("nvsmi-exit-01");
    private static final int EXPECTED =
            STARTS.view("expected.json").get("context").get("expected_gpus").number();

    private static Stream<Arguments> symptoms() {
        return STARTS.view("cases.json").items().stream()
                .map(start -> Arguments.of(start, STARTS.expected().get(start.get("id").text())))
                .filter(pair -> ((FieldCase.View) pair.get()[1]).has("action"));
    }

    @ParameterizedTest
    @MethodSource("symptoms")
    void suggestTheRepair(FieldCase.View start, FieldCase.View right) throws Exception {
        GpuListing listing =
                start.has("timed_out")
                        ? Listings.hung()
                        : Listings.exits(start.get("rc").number(), start.get("stdout").text());
        List<Finding> findings = new ArrayList<>();
        findings.addAll(new GpuDriverCheck().examine(listing).findings());
        findings.addAll(new GpuCountCheck(Optional.of(EXPECTED)).examine(listing).findings());
        findings.addAll(new GpuLostCheck().examine(listing).findings());
        assertThat(findings)
                .isNotEmpty()
                .allMatch(
                        finding ->
                                finding.fault().remedy().word().equals(right.get("action").text()));
    }
}
