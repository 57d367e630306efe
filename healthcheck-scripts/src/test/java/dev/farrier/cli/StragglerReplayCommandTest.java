package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import dev.farrier.strag.Catalogue;
import dev.farrier.strag.ScenarioFile;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StragglerReplayCommandTest {
    private static final String META =
            "{\"type\":\"meta\",\"scenario\":\"A\",\"format\":\"strag-1\",\"interval_s\":10,"
                    + "\"gpus_per_node\":8}\n";
    private static final String JOB =
            "{\"type\":\"job\",\"job\":\"j1\",\"t\":0,\"nodes\":[\"n0000\",\"n0001\"]}\n";

    /** M05: one power cap, from before the job on; M14: nothing to find. */
    @TempDir private static Path recorded = Path.of("");

    @TempDir private Path folder = Path.of("");

    private record Ran(int code, String out, String err) {
        List<Map<String, Object>> lines() {
            return out.lines().map(Json::object).toList();
        }
    }

    @BeforeAll
    static void record() throws IOException {
        ScenarioFile plain = new ScenarioFile(recorded, false);
        plain.write(Catalogue.named("M05").orElseThrow(), 1);
        plain.write(Catalogue.named("M14").orElseThrow(), 1);
        new ScenarioFile(recorded, true).write(Catalogue.named("M05").orElseThrow(), 1);
    }

    private static Ran replay(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Ran ran = replay(out, arguments);
        return new Ran(ran.code(), out.toString(UTF_8), ran.err());
    }

    private static Ran replay(OutputStream out, String... arguments) {
        List<String> all = new ArrayList<>(List.of("straggler", "replay"));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code =
                Commands.run(
                        all.toArray(new String[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8));
        return new Ran(code, "", err.toString(UTF_8));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String m05() {
        return recorded.resolve("M05.jsonl").toString();
    }

    private static Map<?, ?> positive() throws IOException {
        Map<String, Object> truth =
                Json.object(Files.readString(recorded.resolve("truth/M05.json")));
        return (Map<?, ?>) ((List<?>) truth.getOrDefault("positives", List.of())).get(0);
    }

    @Test
    void printsALineForAnAlarmWithItsEvidence() throws IOException {
        Ran ran = replay(m05());

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.lines()).hasSize(1);
        Map<String, Object> alarm = ran.lines().get(0);
        assertThat(alarm)
                .containsEntry("scenario", "M05")
                .containsEntry("job", "j1")
                .containsEntry("node", positive().get("node"))
                .containsEntry("gpu", positive().get("gpu"))
                .containsEntry("kind", "power_cap")
                .containsKeys("t", "effect", "evidence");
        assertThat(List.copyOf(alarm.keySet()).subList(0, 6))
                .containsExactly("scenario", "job", "node", "gpu", "t", "kind");
        assertThat((Map<?, ?>) alarm.get("evidence")).isNotEmpty();
    }

    @Test
    void readsPackedFilesAndSeveralInTheirOrder() {
        Ran ran = replay(m05(), recorded.resolve("M14.jsonl").toString(), m05() + ".gz");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo(replay(m05()).out().repeat(2));
    }

    @Test
    void takesTheNaNOfPythonForAMissingValue() throws IOException {
        String line =
                "{\"type\":\"s\",\"t\":10,\"job\":\"j1\",\"node\":\"n0000\","
                        + "\"sm\":[NaN, -Infinity, Infinity,1,1,1,1,1],\"cpu\":NaN}\n";
        Ran ran = replay(file("nan", META + JOB + line));

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
    }

    @Test
    void namesTheLineThatIsTornAndGoesOn() throws IOException {
        String whole = Files.readString(Path.of(m05()));
        List<String> lines = new ArrayList<>(whole.lines().toList());
        lines.set(99, lines.get(99).substring(0, 100));
        String torn = file("torn", String.join("\n", lines) + "\n");

        Ran ran = replay(torn);

        assertThat(ran.code()).isEqualTo(ExitCode.NOT_UNDERSTOOD);
        assertThat(ran.err())
                .startsWith("farrier: " + torn + ":100: must be one JSON object: column 101:")
                .hasLineCount(1);
        assertThat(ran.lines()).hasSize(1);
    }

    @Test
    void takesACutFileForATornLine() throws IOException {
        String whole = Files.readString(Path.of(m05()));
        String cut = file("cut", whole.substring(0, whole.length() - 20));

        Ran ran = replay(cut);

        assertThat(ran.code()).isEqualTo(ExitCode.NOT_UNDERSTOOD);
        assertThat(ran.err()).hasLineCount(1).contains(cut + ":" + whole.lines().count() + ": ");
        assertThat(ran.out()).isEqualTo(replay(m05()).out());
    }

    @Test
    void usesWhatIsWholeOfPackedDataThatAreCut() throws IOException {
        byte[] packed = Files.readAllBytes(Path.of(m05() + ".gz"));
        Path cut = folder.resolve("cut.gz");
        Files.write(cut, Arrays.copyOf(packed, packed.length - 200));

        Ran ran = replay(cut.toString());

        assertThat(ran.code()).isEqualTo(ExitCode.NOT_UNDERSTOOD);
        assertThat(ran.err()).hasLineCount(1).contains(": cut or damaged gzip data (");
        assertThat(ran.lines()).hasSize(1);
    }

    @Test
    void countsWrongLinesFromTheEleventhOn() throws IOException {
        String file = file("odd", META + "{\"type\":\"x\"}\n".repeat(25));

        Ran ran = replay(file);

        assertThat(ran.code()).isEqualTo(ExitCode.NOT_UNDERSTOOD);
        assertThat(ran.err())
                .hasLineCount(11)
                .contains(
                        file
                                + ":2: type is 'x', must be one of meta, sku, node, job, bench, s,"
                                + " end\n")
                .endsWith(file + ": 15 more lines cannot be used\n");
    }

    @Test
    void saysThatTheFirstLineMustBeMeta() throws IOException {
        Ran ran = replay(m05(), file("headless", JOB));

        assertThat(ran.code()).isEqualTo(ExitCode.NOT_UNDERSTOOD);
        assertThat(ran.err())
                .contains(":1: type is 'job', but the first line must be of type meta\n");
    }

    @Test
    void refusesSamplesOfAJobThatNothingHasBegun() throws IOException {
        String sample = "{\"type\":\"s\",\"t\":10,\"job\":\"j2\",\"node\":\"n0000\"}\n";

        Ran ran = replay(file("early", META + JOB + sample));

        assertThat(ran.err()).contains(":3: job is 'j2', but no line of type job has begun it\n");
    }

    @Test
    void refusesALineWithoutEnd() throws IOException {
        Ran ran = replay(file("endless", META + "x".repeat((16 << 20) + 9)));

        assertThat(ran.code()).isEqualTo(ExitCode.NOT_UNDERSTOOD);
        assertThat(ran.err()).contains(":2: longer than 16777216 characters, must be one JSON");
    }

    @Test
    void readsTheOtherFilesWhenOneIsMissing() {
        Ran ran = replay(folder.resolve("none").toString(), folder.toString(), m05());

        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.err())
                .contains("none: no such file\n")
                .contains(folder + ": is a folder; name the files in it\n");
        assertThat(ran.lines()).hasSize(1);
    }

    @Test
    void doesNotTakeAnEmptyFileForAHealthyCluster() throws IOException {
        String empty = file("empty", "");
        assertThat(replay(empty))
                .isEqualTo(
                        new Ran(
                                ExitCode.NOT_UNDERSTOOD,
                                "",
                                "farrier: "
                                        + empty
                                        + ": holds no scenario; its first line must be of type"
                                        + " meta\n"));
    }

    @Test
    void keepsSuspectsToItselfUnlessAsked() throws IOException {
        new ScenarioFile(folder, false).write(Catalogue.named("M17").orElseThrow(), 1);
        String unevenWork = folder.resolve("M17.jsonl").toString();

        assertThat(replay(unevenWork).out()).isEmpty();
        assertThat(replay("--suspects", unevenWork).lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).containsEntry("confidence", "suspect"));
    }

    @Test
    void showsPeopleATableWithinAHundredColumns() throws IOException {
        Ran ran = replay("--table", m05(), recorded.resolve("M14.jsonl").toString());

        assertThat(ran.code()).isZero();
        assertThat(ran.out().lines()).allMatch(line -> line.length() <= Table.WIDTH);
        assertThat(ran.out())
                .contains("scenario M05\n")
                .contains(positive().get("node") + " GPU " + positive().get("gpu") + "  power cap")
                .contains(" low, power-cap bit, compute test ")
                .contains("j1   no straggler  ")
                .contains("no lemon\n");
    }

    @Test
    void saysInTheTableThatAJobHadNotEnded() throws IOException {
        Ran ran = replay("--table", file("short", META + JOB));

        assertThat(ran.out())
                .contains("cannot tell  0 samples of nodes; the input ends before the job does\n");
    }

    @Test
    void staysQuietWhenNobodyReadsOn() {
        OutputStream closed =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                };
        Ran ran = replay(closed, m05(), m05());

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
    }

    @Test
    @Timeout(60)
    void printsAnAlarmBeforeTheInputEnds() throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "straggler",
                                "replay",
                                "-")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String whole = Files.readString(Path.of(m05()));
        int half = whole.indexOf('\n', whole.length() / 2) + 1;
        try (OutputStream in = process.getOutputStream();
                BufferedReader out =
                        new BufferedReader(
                                new InputStreamReader(process.getInputStream(), UTF_8))) {
            in.write(whole.substring(0, half).getBytes(UTF_8));
            in.flush();
            assertThat(out.readLine() + "\n").isEqualTo(replay(m05()).out());
        } finally {
            process.destroy();
        }
        process.waitFor();
    }
}
