package dev.farrier.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The flat form of a configuration: it gives the same configuration, or is taken for none. */
class FlatFileTest {
    private static final String GOOD =
            """
            # a comment
            interval: 30s
            scheduler: {kind: slurm, nodeName: gpu001}
            policy: {mode: act, failCount: 3}
            checks:
              memory.size: {expected: 512GiB, severity: warn}
              home: {check: mount, path: "/ho\\u006de", fsType: [nfs4, 'x'], for: {hosts: 'gpu*'}}
              gpu.count:
            """;

    @TempDir private Path folder = Path.of("");

    private Path file = Path.of("");
    private Path flat = Path.of("");

    @BeforeEach
    void makeFile() throws IOException {
        file = folder.resolve("farrier.yaml");
        flat = folder.resolve("config.flat");
        Files.writeString(file, GOOD.replace("  gpu.count:\n", ""));
    }

    private HealthConfig read() {
        return Kinds.reader().read(file, new FlatFile(flat));
    }

    private HealthConfig direct() {
        return Kinds.reader().read(file);
    }

    private static YamlNode nodes(String text) {
        return YamlReader.read(text, new Problems("f")).orElseThrow();
    }

    @Test
    void givesTheSameConfigurationAtEachReading() {
        HealthConfig direct = direct();

        assertThat(read()).isEqualTo(direct);
        assertThat(flat).exists();
        assertThat(read()).isEqualTo(direct);
    }

    @Test
    void isUsedInsteadOfTheParser() throws IOException {
        byte[] text = Files.readAllBytes(file);
        new FlatFile(flat).write(text, nodes("interval: 77s"));

        assertThat(read().interval()).hasSeconds(77);
    }

    @Test
    void isNotUsedForAnotherText() throws IOException {
        read();
        Files.writeString(file, "interval: 45s\n");

        assertThat(read().interval()).hasSeconds(45);
        Files.writeString(file, "interval: 46s\n"); // as long, within one tick of the clock
        assertThat(read().interval()).hasSeconds(46);
    }

    @Test
    void isNeverMadeOfABrokenConfiguration() throws IOException {
        Files.writeString(file, GOOD + "  nonsense: {}\n");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(this::read)
                    .isInstanceOfSatisfying(
                            ConfigException.class,
                            e -> assertThat(e.problems()).extracting(Problem::line).contains(9));
            assertThat(flat).doesNotExist();
        }
    }

    @Test
    void saysTheSameOfValuesThatAnotherVersionDoesNotTake() throws IOException {
        byte[] text = Files.readAllBytes(file);
        String broken = "checks:\n  memory.size: {expected: 512GiB, tolerance: 5%}\n";
        new FlatFile(flat).write(text, nodes(broken));

        assertThatThrownBy(this::read)
                .hasMessageContaining("unknown key 'tolerance'")
                .hasMessageContaining(":2:");
    }

    @Test
    void isIgnoredAndMadeAnewWhereverItIsCutOrDamaged() throws IOException {
        Files.writeString(file, "checks: {gpu.count: {count: 4, for: {hosts: [a, b]}}}\n");
        HealthConfig direct = direct();
        read();
        byte[] whole = Files.readAllBytes(flat);
        for (int i = 0; i < whole.length; i++) {
            byte[] cut = java.util.Arrays.copyOf(whole, i);
            Files.write(flat, cut);
            assertThat(read()).isEqualTo(direct);
            assertThat(Files.readAllBytes(flat)).isEqualTo(whole);

            byte[] damaged = whole.clone();
            damaged[i] ^= 0x41;
            Files.write(flat, damaged);
            assertThat(read()).isEqualTo(direct);
            assertThat(Files.readAllBytes(flat)).isEqualTo(whole);
        }
    }

    @Test
    void isDoneWithoutWhereItCannotBeWritten() throws IOException {
        Files.createDirectories(flat.resolve("in-its-place"));

        assertThat(read()).isEqualTo(direct());
        assertThat(flat).isDirectory();
    }

    @Test
    void keepsNoTextThatUtf8CannotHold() throws IOException {
        Files.writeString(file, "checks:\n  gpu.count: {note: \"\\uD800\"}\n");

        assertThat(read()).isEqualTo(direct());
        assertThat(flat).doesNotExist();
    }

    @Test
    void leavesAFileOfNothingButCommentsToTheParser() throws IOException {
        Files.writeString(file, "# nothing yet\n");

        assertThat(read()).isEqualTo(direct());
        assertThat(flat).doesNotExist();
    }

    private static final Path SCRATCH = scratch();

    private static Path scratch() {
        try {
            return Files.createTempDirectory("flat");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @AfterContainer
    static void removeScratch() throws IOException {
        for (String name : List.of("f.yaml", "f.flat", "")) {
            Files.deleteIfExists(SCRATCH.resolve(name));
        }
    }

    @Property(tries = 500)
    void givesAnEqualConfigurationForAnyFile(@ForAll("files") String text) throws IOException {
        Path yaml = SCRATCH.resolve("f.yaml");
        FlatFile form = new FlatFile(SCRATCH.resolve("f.flat"));
        Files.writeString(yaml, text);
        Optional<HealthConfig> direct = read(yaml, Optional.empty());

        assertThat(read(yaml, Optional.of(form))).isEqualTo(direct);
        assertThat(read(yaml, Optional.of(form))).isEqualTo(direct);
        if (direct.isPresent()) {
            assertThat(form.read(text.getBytes(UTF_8))).contains(nodes(text));
        }
    }

    private static Optional<HealthConfig> read(Path yaml, Optional<FlatFile> flat) {
        try {
            return Optional.of(
                    flat.isPresent()
                            ? Kinds.reader().read(yaml, flat.get())
                            : Kinds.reader().read(yaml));
        } catch (ConfigException e) {
            return Optional.empty();
        }
    }

    @Provide
    Arbitrary<String> files() {
        Arbitrary<String> note =
                Arbitraries.strings()
                        .ofMaxLength(12)
                        .map(text -> "note: " + ConfigText.quoted(text.replace("\ufeff", "")));
        Arbitrary<String> count = Arbitraries.integers().between(-1, 99).map(n -> "count: " + n);
        Arbitrary<String> common =
                Arbitraries.of(
                        "severity: warn",
                        "required: false",
                        "timeout: 5s",
                        "mode: act",
                        "for: {hosts: ['gpu[001-003]', 'x*']}",
                        "for:\n      hosts: gpu1",
                        "nonsense: 1");
        Arbitrary<String> keys =
                Arbitraries.oneOf(note, count, common)
                        .list()
                        .uniqueElements(line -> line.substring(0, line.indexOf(':')))
                        .ofMinSize(1)
                        .ofMaxSize(4)
                        .map(lines -> "    " + String.join("\n    ", lines) + "\n");
        Arbitrary<String> top =
                Arbitraries.of("", "interval: 20s\n", "# x\npolicy: {failCount: 4}\n", "\n\n");
        return Combinators.combine(top, keys, keys)
                .as(
                        (head, a, b) ->
                                head
                                        + "checks:\n  gpu.count:\n"
                                        + a
                                        + "  b:\n    check: gpu.count\n"
                                        + b);
    }
}
