package dev.farrier.telemetry.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuListingSourceTest {
    private static final FieldCase FIELDS = new FieldCase("nvsmi-csv-02");
    private static final FieldCase MIXED = new FieldCase("nvsmi-csv-03");
    private static final FieldCase STARTS = new FieldCase("nvsmi-exit-01");
    private static final String EIGHT = FieldCase.resource("nvidia/list-8-h100.csv");
    private static final List<String> ARGV = GpuListingSource.argv("nvidia-smi");

    private static Reading<GpuListing> exits(int code, String stdout) {
        return GpuListingSource.understand(
                new CommandResult(ARGV, CommandResult.End.EXITED, code, stdout, ""), false);
    }

    private static GpuListing present(Reading<GpuListing> reading) {
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<GpuListing>) reading).value();
    }

    private static Stream<Arguments> gpus() {
        FieldCase.View gpus = FIELDS.expected().get("gpus");
        return gpus.keys().stream()
                .map(index -> Arguments.of(Integer.parseInt(index), gpus.get(index)));
    }

    @ParameterizedTest
    @MethodSource("gpus")
    void tellsEverySpellingOfAnUnreadableField(int index, FieldCase.View right) {
        Gpu gpu = GpuListingSource.parse(FIELDS.text("query.csv")).gpus().get(index);
        assertThat(gpu.index()).isEqualTo(index);
        for (String fact : right.keys()) {
            if (!fact.equals("why")) {
                assertThat(fact(gpu, fact)).as(fact).isEqualTo(right.get(fact).raw());
            }
        }
    }

    private static Object fact(Gpu gpu, String fact) {
        return switch (fact) {
            case "verdict" ->
                    switch (gpu.state()) {
                        case ANSWERS -> "healthy";
                        case FIELD_ERROR -> "unknown";
                        case LOST -> "unhealthy";
                    };
            case "not_available" -> gpu.columns(SmiField.Kind.NOT_AVAILABLE);
            case "no_permission" -> gpu.columns(SmiField.Kind.NOT_PERMITTED);
            case "field_errors" -> gpu.columns(SmiField.Kind.ERROR);
            case "errors" ->
                    (long) gpu.columns(SmiField.Kind.ERROR).size()
                            + gpu.columns(SmiField.Kind.LOST).size();
            default -> throw new IllegalArgumentException("nothing compares " + fact);
        };
    }

    @Test
    void keepsTheGoodRowsAroundALostGpu() {
        int code = MIXED.view("exit.json").get("rc").number();
        GpuListing listing = present(exits(code, MIXED.text("query.csv")));
        FieldCase.View right = MIXED.expected();
        List<Object> lost = new ArrayList<>();
        listing.lost().forEach(gpu -> lost.add(gpu.pciId()));
        List<Object> indices = new ArrayList<>();
        listing.gpus().forEach(gpu -> indices.add((long) gpu.index()));
        assertThat(listing.gpus()).hasSize(right.get("rows").number());
        assertThat(lost).isEqualTo(right.get("lost").raw());
        assertThat(indices).isEqualTo(right.get("indices_seen").raw());
        assertThat(listing.known()).isEqualTo(4);
        assertThat(listing.complete()).isTrue();
        assertThat(listing.gpus().get(0).pciId()).isEqualTo("0000:3b:00.0");
    }

    private static Stream<Arguments> starts() {
        return STARTS.view("cases.json").items().stream()
                .map(
                        start -> {
                            String id = start.get("id").text();
                            return Arguments.of(id, start, STARTS.expected().get(id));
                        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("starts")
    void tellsWhatAStartFailureMeans(String id, FieldCase.View start, FieldCase.View right) {
        boolean stuck = start.has("timed_out");
        CommandResult result =
                new CommandResult(
                        ARGV,
                        stuck ? CommandResult.End.STUCK : CommandResult.End.EXITED,
                        stuck ? 0 : start.get("rc").number(),
                        start.get("stdout").text(),
                        start.get("stderr").text());
        Reading<GpuListing> reading = GpuListingSource.understand(result, true);
        String verdict = reading instanceof Reading.Failed ? "unknown" : "unhealthy";
        assertThat(verdict).isEqualTo(right.get("verdict").text());
        String what = right.get("class").text();
        switch (what) {
            case "nvml-unknown" ->
                    assertThat(reading)
                            .isEqualTo(
                                    new Reading.Failed<>(
                                            "Failed to initialize NVML: Unknown Error"));
            case "tool-missing" ->
                    assertThat(((Reading.Failed<?>) reading).why()).contains("not found");
            case "gpu-lost" ->
                    assertThat(present(reading).lost().get(0).pciId())
                            .isEqualTo(right.get("pci").text());
            default -> assertThat(present(reading).driver().word()).isEqualTo(what);
        }
    }

    @Test
    void listsEveryGpuOfAHealthyNode() {
        GpuListing listing = present(exits(0, EIGHT));
        assertThat(listing.gpus()).hasSize(8).allMatch(gpu -> gpu.state() == Gpu.State.ANSWERS);
        assertThat(listing.driver()).isEqualTo(GpuListing.Driver.READY);
        assertThat(listing.gpus().get(7).pciId()).isEqualTo("0000:cd:00.0");
    }

    @Test
    void believesNoCutList() {
        for (int i = 0; i < EIGHT.length(); i++) {
            assertThat(exits(0, EIGHT.substring(0, i))).isInstanceOf(Reading.Failed.class);
        }
    }

    @Test
    void saysThatTheListEndsAtALostGpu() {
        String message =
                "Unable to determine the device handle for GPU 0000:10:00.0: Unknown Error\n";
        String head = EIGHT.substring(0, EIGHT.indexOf("\n1, ") + 1);
        GpuListing listing = present(exits(15, head + message));
        assertThat(listing.gpus()).hasSize(1);
        assertThat(listing.complete()).isFalse();
    }

    @Test
    void callsAGpuThatMayNotBeOpenedHiddenAndNotLost() {
        String message =
                "Unable to determine the device handle for GPU 0000:10:00.0: Insufficient"
                        + " Permissions\n";
        GpuListing listing = present(exits(4, MIXED.text("query.csv") + message));
        assertThat(listing.hidden()).containsExactly("0000:10:00.0");
        assertThat(listing.lost()).hasSize(1);
        assertThat(exits(4, message)).isInstanceOf(Reading.NotPermitted.class);
    }

    @Test
    void readsPastTheWarningOfACorruptInforom() {
        String warning = "WARNING: infoROM is corrupted at gpu 0000:0F:00.0\n";
        assertThat(present(exits(14, EIGHT + warning)).gpus()).hasSize(8);
    }

    @Test
    void believesNoListOfACrashedTool() {
        assertThat(exits(139, EIGHT)).isInstanceOf(Reading.Failed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Field \"count\" is not a valid field to query.\n",
                "Failed to initialize NVML: GPU access blocked by the operating system\n",
                "NVIDIA-SMI couldn't find libnvidia-ml.so library in your system.\n"
            })
    void hasFailedWithTheWordsOfTheTool(String stdout) {
        assertThat(exits(2, stdout)).isInstanceOf(Reading.Failed.class);
        assertThat(((Reading.Failed<GpuListing>) exits(2, stdout)).why()).contains(stdout.strip());
    }

    @Test
    void namesTheLineThatIsNoRow() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GpuListingSource.parse(EIGHT + "what, is, this\n"))
                .withMessageContaining("line 10")
                .withMessageContaining("what, is, this");
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoList(String text) {
        assertThat(exits(0, text)).isInstanceOf(Reading.Failed.class);
        assertThat(exits(0, EIGHT + text + "\n#\n")).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void hasNoGpusWithoutTheToolUnlessSomebodyExpectsThem() throws Exception {
        FakeCommandRunner commands = new FakeCommandRunner();
        commands.ends(ARGV, CommandResult.End.NOT_FOUND);
        GpuListingSource source =
                new GpuListingSource(new Machine(Path.of("/"), commands), "nvidia-smi");
        Deadline soon = Deadline.in(Duration.ofMinutes(1));
        assertThat(source.read(soon)).isEqualTo(new Reading.Unsupported<>("no nvidia-smi"));
        source.expectGpus();
        assertThat(source.read(soon)).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void callsAPlainTimeoutNoHang() {
        CommandResult result = new CommandResult(ARGV, CommandResult.End.TIMED_OUT, 0, "", "");
        assertThat(GpuListingSource.understand(result, true)).isInstanceOf(Reading.Failed.class);
    }
}
