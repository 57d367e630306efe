package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code farrier explain} on every case from the field whose kind it knows: the real command, on
 * the case's files, with its context, held against what the case expects.
 */
class FieldCasesTest {
    /** The names of the cases that are run, without their numbers: one line a kind. */
    private static final List<String> GROUPS =
            List.of(
                    "slurm-node",
                    "slurm-sinfo",
                    "slurm-reason",
                    "hook-env",
                    "nvsmi-csv",
                    "nvsmi-exit",
                    "hook-exit",
                    "seq-[a-z]+",
                    "hostlist",
                    "sysfs-edac",
                    "sysfs-aer",
                    "sysfs-pcie",
                    "ib-sysfs",
                    "ib-ibstat",
                    "ipmi-sel",
                    "ipmi-sdr",
                    "redfish",
                    "kmsg-aer",
                    "kmsg-edac",
                    "kmsg-mlx5",
                    "kmsg-hung",
                    "mounts",
                    "clock",
                    "straggler");

    private static final List<Path> FOLDERS =
            List.of(
                    Path.of("src/test/resources/field"),
                    Path.of("../health-core/src/test/resources/field"),
                    Path.of("../slurm-integration/src/test/resources/field"));

    /** Explain what is expected, and are not compared. */
    private static final Set<String> FREE_TEXTS =
            Set.of("why", "note", "notes", "hint", "rule", "rules", "advice");

    /** Asked of the look itself, which no explanation can show. */
    private static final Set<String> DEMANDS = Set.of("probe_must_return_ms");

    /** Words of the cases for which ours are others. */
    private static final Map<String, String> OUR_WORDS = Map.of("hw-power-brake", "power-brake");

    private static final Pattern RANGE = Pattern.compile("([0-9.]+?)\\.\\.([0-9.]+)");

    @TempDir private Path folder = Path.of("");

    private record Ran(int code, String out, String err) {}

    private static Ran explain(List<String> arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of("explain"));
        all.addAll(arguments);
        int code =
                Commands.run(
                        all.toArray(new String[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8));
        return new Ran(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    static Stream<Arguments> cases() {
        return GROUPS.stream().flatMap(group -> casesOf(group).map(Arguments::of));
    }

    private static Stream<Path> casesOf(String group) {
        List<Path> found = new ArrayList<>();
        for (Path folder : FOLDERS) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> all = Files.list(folder)) {
                    all.filter(path -> name(path).matches(group + "-\\d+")).forEach(found::add);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return found.stream().sorted();
    }

    private static String name(Path path) {
        return Objects.requireNonNull(path.getFileName()).toString();
    }

    static List<String> groups() {
        return GROUPS;
    }

    @ParameterizedTest
    @MethodSource("groups")
    void hasACaseOfEachGroup(String group) {
        assertThat(casesOf(group)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void explainsTheCaseAsExpected(Path field) throws IOException {
        Map<String, Object> expected =
                Json.object(Files.readString(field.resolve("expected.json")));

        Ran ran = explain(List.of("--json", "--context=" + context(expected), field.toString()));

        assertThat(ran.err()).isEmpty();
        Map<String, Object> seen = Json.object(ran.out());
        List<String> differences = new ArrayList<>();
        compare("", expect(expected), counted(seen), differences);
        assertThat(differences).as(ran.out()).isEmpty();
        assertThat(seen).containsEntry("schema", "farrier-explain/1");
        assertThat(seen.get("kind")).isEqualTo(expected.get("kind"));
        assertThat(ran.code()).isZero();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void saysTheSameToPeopleInWholeLines(Path field) throws IOException {
        Map<String, Object> expected =
                Json.object(Files.readString(field.resolve("expected.json")));

        Ran ran = explain(List.of("--context=" + context(expected), field.toString()));

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains(": " + expected.get("kind")).endsWith("\n");
        assertThat(ran.out().chars()).noneMatch(c -> c != '\n' && Character.isISOControl(c));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answersEachCutOfACaseInWords(Path field) throws IOException {
        List<Path> inputs;
        try (Stream<Path> all = Files.walk(field)) {
            inputs =
                    all.filter(Files::isRegularFile)
                            .filter(f -> !f.endsWith("expected.json"))
                            .toList();
        }
        for (Path input : inputs) {
            byte[] whole = Files.readAllBytes(input);
            for (int tenth = 0; tenth < 10; tenth += 3) {
                Path cut = folder.resolve(name(input));
                Files.write(cut, java.util.Arrays.copyOf(whole, whole.length * tenth / 10));
                Ran ran = explain(List.of("--json", cut.toString()));
                assertThat(ran.err()).isEmpty();
                assertThat(ran.code()).isIn(0, ExitCode.NOT_UNDERSTOOD);
                assertThat(ran.out()).contains("\"farrier-explain/1\"");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"context", "whole"})
    void takesTheContextAloneOrTheWholeFileOfACase(String form) throws IOException {
        Path field = casesOf("slurm-reason").findFirst().orElseThrow();
        Map<String, Object> expected =
                Json.object(Files.readString(field.resolve("expected.json")));
        Path file = folder.resolve("context.json");
        Files.writeString(
                file, Json.write(form.equals("whole") ? expected : expected.get("context")));

        Ran ran = explain(List.of("--json", "--context=" + file, field.toString()));

        assertThat(Json.object(ran.out())).containsEntry("may_resume", List.of(12L, 16L));
    }

    /** The context of the case; with the paths that it asks about, where it asks about paths. */
    private Path context(Map<String, Object> expected) throws IOException {
        Map<Object, Object> context =
                new LinkedHashMap<>((Map<?, ?>) Objects.requireNonNull(expected.get("context")));
        if (expect(expected).get("checks") instanceof Map<?, ?> asked) {
            context.put("paths", new ArrayList<>(asked.keySet()));
        }
        Path file = folder.resolve("context.json");
        Files.writeString(file, Json.write(context));
        return file;
    }

    private static Map<?, ?> expect(Map<String, Object> expected) {
        return (Map<?, ?>) Objects.requireNonNull(expected.get("expect"));
    }

    /** With the bounds that a sequence is held to counted from its actions. */
    private static Map<String, Object> counted(Map<String, Object> seen) {
        if (seen.get("actions") instanceof List<?> actions) {
            seen.put("max_drains", count(actions, "drain"));
            seen.put("max_resumes", count(actions, "resume"));
        }
        return seen;
    }

    private static long count(List<?> actions, String word) {
        return actions.stream()
                .filter(action -> action.toString().contains("action=" + word))
                .count();
    }

    private static void compare(
            String where, Object expected, Object seen, List<String> differences) {
        if (expected instanceof Map<?, ?> members && seen instanceof Map<?, ?> object) {
            for (Map.Entry<?, ?> member : members.entrySet()) {
                String key = String.valueOf(member.getKey());
                if (!FREE_TEXTS.contains(key) && !DEMANDS.contains(key)) {
                    String at = where + "/" + key;
                    if (object.containsKey(key)) {
                        compare(at, member.getValue(), object.get(key), differences);
                    } else {
                        differences.add(at + " is missing");
                    }
                }
            }
        } else if (expected instanceof List<?> list && seen instanceof List<?> other) {
            if (list.size() != other.size()) {
                differences.add(where + " is " + other + ", expected " + list);
                return;
            }
            for (int i = 0; i < list.size(); i++) {
                compare(where + "/" + i, list.get(i), other.get(i), differences);
            }
        } else if (expected instanceof Number one && seen instanceof Number another) {
            boolean bound = where.startsWith("/max_") && !where.equals("/max_hosts");
            boolean within =
                    bound
                            ? another.doubleValue() <= one.doubleValue()
                            : another.doubleValue() == one.doubleValue();
            if (!within) {
                differences.add(where + " is " + seen + ", expected " + expected);
            }
        } else if (expected instanceof String range && seen instanceof Number number) {
            if (!isWithin(range, number.doubleValue())) {
                differences.add(where + " is " + seen + ", expected " + expected);
            }
        } else if (!Objects.equals(ourWord(expected), seen)) {
            differences.add(where + " is " + seen + ", expected " + expected);
        }
    }

    private static Object ourWord(Object expected) {
        return expected instanceof String word ? OUR_WORDS.getOrDefault(word, word) : expected;
    }

    private static boolean isWithin(String range, double value) {
        Matcher bounds = RANGE.matcher(range);
        return bounds.matches()
                && value >= Double.parseDouble(bounds.group(1))
                && value <= Double.parseDouble(bounds.group(2));
    }
}
