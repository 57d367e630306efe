package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the file holds: a configuration or problems with a place, nothing else, and soon. */
class ConfigReaderFuzzTest {
    private static final String GOOD =
            """
            interval: 60s
            scheduler: {kind: slurm, nodeName: gpu001}
            policy:
              mode: act
              failCount: 2
            checks:
              memory.size: {expected: 512GiB}
              home: {check: mount, path: "/home", fsType: [nfs4, 'x'], for: {hosts: 'gpu*'}}
            """;

    @Property(tries = 2_000)
    void readsOrRefusesAnyText(@ForAll String text) {
        readsOrRefuses(text);
    }

    @Property(tries = 5_000)
    void readsOrRefusesAnyMixOfTokens(@ForAll("tokens") String text) {
        readsOrRefuses(text);
    }

    @Property(tries = 5_000)
    void readsOrRefusesAGoodFileWithAPartReplaced(@ForAll("damaged") String text) {
        readsOrRefuses(text);
    }

    @Example
    void isNotSlowedDownByAnyShape() {
        List<String> shapes =
                List.of(
                        "[",
                        "{",
                        "- ",
                        "? ",
                        "a: ",
                        "a:\n",
                        "'",
                        "\"",
                        "\"\\",
                        "|\n",
                        "&a ",
                        "*a ",
                        "!",
                        "!!a ",
                        "%a\n",
                        "---\n",
                        "...\n",
                        "#",
                        ",",
                        ":",
                        "a",
                        " ",
                        "\n",
                        "\r",
                        "a\n",
                        " a\n",
                        "x: [*a]\n",
                        "? a\n",
                        "{a: ",
                        "[a, ",
                        "a,",
                        "'a' ",
                        "\t",
                        "é",
                        "\ud83d\ude00",
                        "- a\n",
                        "-\n",
                        "\ufeff",
                        "a: b\n",
                        "k: |\n a\n");
        for (String shape : shapes) {
            for (String start :
                    List.of("", "a: [", "a: {", "a: \"", "checks: {", "checks:\n  a: ")) {
                String text = start + shape.repeat((1 << 17) / shape.length());
                assertTimeoutPreemptively(
                        Duration.ofSeconds(60), () -> readsOrRefuses(text), start + shape);
            }
        }
    }

    private static void readsOrRefuses(String text) {
        try {
            HealthConfig config = Kinds.reader().read(text, "f");
            assertThat(config.checks()).doesNotContainNull();
        } catch (ConfigException e) {
            assertThat(e.problems()).isNotEmpty();
            for (Problem problem : e.problems()) {
                assertThat(problem.message().codePoints().allMatch(Printable::is)).isTrue();
            }
        }
    }

    @Provide
    Arbitrary<String> tokens() {
        return Arbitraries.of(
                        "interval",
                        "policy",
                        "checks",
                        "mode",
                        "home",
                        "check",
                        "for",
                        "hosts",
                        "mount",
                        "path",
                        "60s",
                        "act",
                        "~",
                        ":",
                        ": ",
                        "- ",
                        "? ",
                        "\n",
                        "\n  ",
                        "\n    ",
                        " ",
                        "\t",
                        "{",
                        "}",
                        "[",
                        "]",
                        ",",
                        "'",
                        "\"",
                        "\\",
                        "|",
                        ">",
                        "&a",
                        "*a",
                        "!",
                        "!!str",
                        "!<",
                        "%YAML 1.2\n",
                        "%TAG ! x\n",
                        "---",
                        "...",
                        "#",
                        " #",
                        "@",
                        "`",
                        "0",
                        "\r",
                        "\u0085",
                        "\u2028",
                        "é",
                        "\ud83d\ude00",
                        "<<",
                        "=",
                        "|+1",
                        ">-",
                        "\\x",
                        "\\uD800",
                        "\ufeff")
                .list()
                .ofMaxSize(40)
                .map(tokens -> String.join("", tokens));
    }

    @Provide
    Arbitrary<String> damaged() {
        Arbitrary<Integer> places = Arbitraries.integers().between(0, GOOD.length());
        Arbitrary<String> others =
                Arbitraries.oneOf(tokens(), Arbitraries.strings().ofMaxLength(5));
        return Combinators.combine(places, places, others)
                .as(
                        (one, other, text) ->
                                GOOD.substring(0, Math.min(one, other))
                                        + text
                                        + GOOD.substring(Math.max(one, other)));
    }
}
