package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code farrier explain} beyond the cases from the field. */
class ExplainCommandTest {
    private static final Path RECORDED = Path.of("../slurm-integration/src/test/resources/slurm");
    private static final String CONTEXT = "{\"our_reason_prefix\": \"hc: \"}";

    @TempDir private Path folder = Path.of("");

    private record Ran(int code, String out, String err) {
        Map<String, Object> object() {
            return Json.object(out);
        }
    }

    private static Ran explain(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of("explain"));
        all.addAll(List.of(arguments));
        int code =
                Commands.run(
                        all.toArray(new String[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8));
        return new Ran(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    private String file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, text).toString();
    }

    private List<?> actions(String events) throws IOException {
        return (List<?>) Objects.requireNonNull(sequence(events).get("actions"));
    }

    private Map<String, Object> sequence(String events) throws IOException {
        return explain(
                        "--json",
                        "--context=" + file("context.json", CONTEXT),
                        file("events.jsonl", events.replace('\'', '"')))
                .object();
    }

    private static final String OURS =
            "{'t':0,'node':{'state':'IDLE+DRAIN','reason':'hc: gpu-count[8] 7','user':'root'}}\n";
    private static final String PASSES =
            "{'t':60,'check':'pass'}\n{'t':360,'check':'pass'}\n{'t':660,'check':'pass'}\n";

    @Test
    void readsAPipe() throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "explain",
                                "--json")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write("n01 idle*\n".getBytes(UTF_8));
        }

        assertThat(Json.object(new String(process.getInputStream().readAllBytes(), UTF_8)))
                .containsEntry("n01", "not-responding");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void saysWhomASoftLockupFound() throws IOException {
        Map<String, Object> told =
                explain(
                                "--json",
                                file(
                                        "dmesg",
                                        "[1.0] watchdog: BUG: soft lockup - CPU#18 stuck for 27s!"
                                                + " [a:b:77]\n[2.0] nothing\n"))
                        .object();

        assertThat(told.get("events")).asString().contains("cpu=18, seconds=27, comm=a:b, pid=77");
        assertThat(told.get("non_events")).hasToString("[2]");
    }

    @Test
    void takesTheLoadOfGpusFromAListThatBeginsWithTheirIndex() throws IOException {
        String device = "sys/bus/pci/devices/0000:1b:00.0/";
        file(device + "vendor", "0x10de\n");
        file(device + "class", "0x030200\n");
        file(device + "current_link_speed", "16.0 GT/s PCIe\n");
        file(device + "max_link_speed", "32.0 GT/s PCIe\n");
        file(device + "current_link_width", "16\n");
        file(device + "max_link_width", "16\n");
        file(
                "smi.csv",
                """
                index, pci.bus_id, pcie.link.gen.max, utilization.gpu [%], pstate
                0, 00000000:1B:00.0, 5, 100 %, P0
                """);

        Ran ran = explain("--json", folder.toString());

        assertThat(ran.object().get("kind")).isEqualTo("sysfs-pcie");
        assertThat(ran.object().get("devices")).asString().contains("verdict=degraded");
    }

    @Test
    void resumesOurOwnDrainWhenTheChecksPassForLongEnough() throws IOException {
        assertThat(actions(OURS + PASSES)).hasToString("[{t=660, action=resume}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'hc: gpu-count[8] 7 -- admin1: keep','user':'root'",
                "'hc: gpu-count[8] 7','user':'admin1'",
                "'HC: gpu-count[8] 7','user':'root'",
                "'NHC: gpu-count','user':'root'",
                "'Kill task failed','user':'slurm'"
            })
    void leavesAnothersDrainAsItIs(String reasonAndUser) throws IOException {
        String shown = "{'t':0,'node':{'state':'IDLE+DRAIN','reason':" + reasonAndUser + "}}\n";
        String fails = "{'t':700,'check':'fail'}\n{'t':760,'check':'fail'}\n";

        assertThat(actions(shown + PASSES + fails)).isEmpty();
    }

    @Test
    void leavesOurDrainToWhoEditsItMeanwhile() throws IOException {
        String edited =
                "{'t':120,'node':{'state':'IDLE+DRAIN','reason':'hc: gpu-count[8] 7 -- al: mine',"
                        + "'user':'root'}}\n";

        assertThat(actions(OURS + PASSES.replace("}\n{'t':360", "}\n" + edited + "{'t':360")))
                .isEmpty();
    }

    @Test
    void handsOffWhatAnAdministratorResumed() throws IOException {
        String events =
                """
                {'t':0,'check':'fail'}
                {'t':60,'check':'fail'}
                {'t':120,'node':{'state':'IDLE'}}
                {'t':180,'check':'fail'}
                {'t':240,'check':'fail'}
                """;

        assertThat(actions(events).toString()).contains("t=60, action=drain").doesNotContain("240");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DOWN*",
                "DOWN+NOT_RESPONDING",
                "IDLE+MAINTENANCE+RESERVED",
                "IDLE+REBOOT_REQUESTED",
                "IDLE+CLOUD+POWERED_DOWN",
                "FUTURE"
            })
    void drainsNoNodeThatIsOnlyObserved(String state) throws IOException {
        String fails =
                "{'t':0,'check':'fail'}\n{'t':60,'check':'fail'}\n{'t':120,'check':'fail'}\n";

        assertThat(actions("{'t':0,'node':{'state':'" + state + "'}}\n" + fails)).isEmpty();
    }

    @Test
    void countsAfreshAfterABoot() throws IOException {
        String events =
                """
                {'t':0,'check':'fail'}
                {'t':60,'reboot':true,'check':'fail'}
                {'t':120,'check':'fail'}
                {'t':420,'check':'fail'}
                {'t':480,'check':'fail'}
                """;

        assertThat(actions(events).toString()).contains("t=480, action=drain").hasSizeLessThan(80);
    }

    @Test
    void drainsNobodyWhenTheBudgetIsUsed() throws IOException {
        String fails = "{'t':0,'check':'fail','drained_by_us':10}\n{'t':60,'check':'fail'}\n";

        assertThat(actions(fails)).isEmpty();
        assertThat(actions(fails.replace("10", "9"))).hasSize(1);
    }

    @Test
    void needsAPassOfTheCheckThatDrained() throws IOException {
        String others = PASSES.replace("'pass'", "'pass','name':'disk'");

        assertThat(actions(OURS + others)).isEmpty();
        assertThat(actions(OURS + PASSES.replace("'pass'", "'pass','name':'gpu-count'")))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"t\":0,\"check\":\"perhaps\"}', line 1",
        "'{\"check\":\"pass\"}', line 1",
        "'{\"t\":0,\"check\":\"pass\"', line 1"
    })
    void saysWhichEventIsNone(String event, String where) throws IOException {
        Ran ran = explain("--json", "--kind=sequence", file("events.jsonl", event + "\n"));

        assertThat(ran.code()).isEqualTo(65);
        assertThat((String) ran.object().get("error")).contains("events.jsonl: " + where);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"rc\":0', healthy",
        "'\"rc\":null,\"timed_out\":true', unhealthy",
        "'\"rc\":1,\"stderr\":\"stat: /home: Stale file handle\"', unhealthy",
        "'\"errno\":\"EIO\"', unhealthy",
        "'\"rc\":1,\"stderr\":\"stat: /home: Permission denied\"', unknown",
        "'\"rc\":127,\"stderr\":\"sh: stat: not found\"', unknown"
    })
    void judgesAMountByHowAProbeEnded(String end, String verdict) throws IOException {
        Ran ran = explain("--json", file("probes.json", "[{\"path\":\"/home\"," + end + "}]"));

        assertThat(ran.object()).containsEntry("kind", "mounts");
        assertThat(String.valueOf(ran.object().get("/home"))).contains("verdict=" + verdict + ",");
    }

    static Stream<Path> recordings() throws IOException {
        try (Stream<Path> all = Files.walk(RECORDED)) {
            return all
                    .filter(
                            path ->
                                    path.toString()
                                            .matches(
                                                    ".*/(show-node|sinfo-json|hc-env|env-none-batch).*txt"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** A recording starts with the command line, and ends with stderr and exit code. */
    @ParameterizedTest
    @MethodSource("recordings")
    void recognisesWhatSlurmPrints(Path recorded) throws IOException {
        String text = new String(Files.readAllBytes(recorded), UTF_8);
        String command = text.substring(0, text.indexOf('\n'));
        String stdout = text.substring(command.length() + 1, text.indexOf("\n--- stderr\n") + 1);
        if (stdout.isBlank() || command.contains(";") || command.contains("|")) {
            return;
        }
        Ran ran = explain("--json", file("captured", stdout));

        assertThat(ran.code()).as(ran.out()).isZero();
        assertThat((String) ran.object().get("kind"))
                .isEqualTo(
                        command.contains("scontrol")
                                ? "slurm-node"
                                : command.contains("sinfo") ? "slurm-sinfo" : "hook");
    }

    @Test
    void explainsSeveralKindsALineEach() throws IOException {
        file("case/a.txt", "Node gpu7 not found\n");
        file("case/b.json", "[\"n[1-2]\"]");
        file("case/expected.json", "{\"expect\":{}}");

        List<String> lines =
                explain("--json", folder.resolve("case").toString()).out().lines().toList();

        assertThat(lines).hasSize(2).allMatch(line -> Json.object(line).containsKey("inputs"));
        assertThat(lines.toString()).doesNotContain("expected.json");
    }

    @Test
    void saysThatItDoesNotKnow() throws IOException {
        Ran ran = explain("--json", file("x", "something else\n"));

        assertThat(ran.code()).isEqualTo(65);
        assertThat(ran.object()).containsEntry("kind", "unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm-node", "slurm-sinfo", "hook", "sequence", "mounts", "hostlist"})
    void saysWhereAFileIsBinary(String kind) throws IOException {
        Ran ran = explain("--json", "--kind=" + kind, file("x", "one\n\u0000\n"));

        assertThat(ran.code()).isEqualTo(65);
        assertThat((String) ran.object().get("error")).contains("x: line 2 is binary");
    }

    @Test
    void showsControlCharactersSpelledOut() throws IOException {
        String mounts = "x\\033[31m /a ext4 rw 0 0\n";

        assertThat(explain(file("mounts", mounts)).out()).doesNotContain("\u001b").contains("/a");
    }

    @Test
    void refusesWrongUse() throws IOException {
        assertThat(explain("--kind=nonsense", file("x", "")).code()).isEqualTo(64);
        assertThat(explain(folder.resolve("none").toString()).code()).isEqualTo(64);
        assertThat(explain("--context=" + file("c", "[]"), file("x", "")).code()).isEqualTo(64);
        assertThat(explain("--kind=help").out()).contains("hostlist\n");
    }
}
