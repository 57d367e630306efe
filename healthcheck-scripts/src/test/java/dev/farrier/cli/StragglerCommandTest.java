package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StragglerCommandTest {
    private static final String RECORDED = "src/test/resources/straggler-score/";

    @TempDir private Path folder = Path.of("");

    private record Ran(int code, String out, String err) {}

    private static Ran run(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "straggler";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code =
                Commands.run(
                        all, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        return new Ran(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    @Test
    void writesAScenarioAndItsTruth() throws IOException {
        Ran ran = run("simulate", "--out", folder.toString(), "--scenario", "M05");
        assertThat(ran.code()).isZero();
        assertThat(Files.readString(folder.resolve("M05.jsonl")))
                .startsWith("{\"type\":\"meta\",\"scenario\":\"M05\",\"format\":\"strag-1\"");
        assertThat(Json.object(Files.readString(folder.resolve("truth/M05.json"))))
                .containsEntry("scenario", "M05");
    }

    @Test
    void listsTheScenariosWithoutWriting() {
        Ran ran = run("simulate", "--list");
        assertThat(ran.code()).isZero();
        assertThat(ran.out().lines()).hasSizeGreaterThan(40).allMatch(line -> line.length() <= 100);
    }

    @Test
    void refusesAScenarioThatThereIsNot() {
        Ran ran = run("simulate", "--out", folder.toString(), "--scenario", "M999");
        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("no such scenario: 'M999'; --list shows all");
    }

    @Test
    void refusesAFileForAFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Ran ran = run("simulate", "--out", file.toString(), "--scenario", "M05");
        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("--out must be a folder to write to");
    }

    @Test
    void wantsToKnowWhereToWrite() {
        assertThat(run("simulate").code()).isEqualTo(ExitCode.WRONG_USE);
    }

    @Test
    void scoresWithTheKeysOfTheBenchmark() throws IOException {
        Ran ran = run("score", RECORDED + "truth", RECORDED + "mixed-0.jsonl", "--json");
        String expected = Files.readString(Path.of(RECORDED + "mixed-0.expected"));
        assertThat(ran.code()).isZero();
        assertThat(Json.object(ran.out()))
                .containsEntry("schema", "farrier-straggler-score/1")
                .containsAllEntriesOf(Json.object(expected.substring(expected.indexOf('{'))));
    }

    @Test
    void showsPeopleATableOfEachScenario() {
        Ran ran = run("score", "--each", RECORDED + "truth", RECORDED + "mixed-0.jsonl");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("A4        40     7      8       1/0/0   1.0\n")
                .contains("false alarms                      19      2\n");
    }

    @Test
    void saysWhichScenariosHaveNoTruth() {
        Ran ran = run("score", RECORDED + "truth", RECORDED + "unknown-scenarios.jsonl");
        assertThat(ran.err()).isEqualTo("farrier: no truth, so nothing counted of 2 lines: ZZ\n");
    }

    @Test
    void doesNotScoreWhatItDoesNotUnderstand() throws IOException {
        Path file = Files.writeString(folder.resolve("d.jsonl"), "{\"scenario\":7}\n");
        Ran ran = run("score", RECORDED + "truth", file.toString());
        assertThat(ran.code()).isEqualTo(ExitCode.NOT_UNDERSTOOD);
        assertThat(ran.err()).isEqualTo("farrier: " + file + ":1: scenario is 7, must be a text\n");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void refusesAMissingFile() {
        Ran ran = run("score", RECORDED + "truth", folder.resolve("none").toString());
        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("no such file: ").contains("it must hold JSON lines");
    }
}
