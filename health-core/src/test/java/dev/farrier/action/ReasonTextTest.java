package dev.farrier.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReasonTextTest {
    static Stream<Arguments> texts() {
        FieldCase field = new FieldCase("slurm-reason-02");
        List<?> typed = field.list("in.json");
        List<?> sent = (List<?>) FieldCase.member(field.expect(), "we_must_send");
        assertThat(sent).hasSameSizeAs(typed);
        return IntStream.range(0, typed.size())
                .mapToObj(i -> Arguments.of(typed.get(i), Optional.ofNullable(sent.get(i))));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void sendsWhatSlurmKeepsInOneLine(String typed, Optional<String> sent) {
        assertThat(ReasonText.clean(typed)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "'single quoted'   ; single quoted",
                "\"a\" and \"b\"   ; 'a' and 'b'",
                "\"                ; '",
                "a\u0085b\u009bc   ; abc",
                "a\u2028b          ; a b",
                "a\ud800b          ; ab",
            })
    void makesOnePlainLine(String typed, String sent) {
        assertThat(ReasonText.clean(typed)).contains(sent);
    }

    @Test
    void refusesWhatLeavesNothing() {
        for (String typed : List.of("", "\"\"", "\" \"", "\n\t\r", "\u0000")) {
            assertThat(ReasonText.clean(typed)).as(typed).isEmpty();
        }
    }

    @Test
    void cutsBetweenCharactersOutsideTheBasicPlane() {
        String cut = ReasonText.clean("\ud83d\ude00".repeat(300)).orElseThrow();

        assertThat(cut).isEqualTo("\ud83d\ude00".repeat(200));
    }

    @Test
    void leavesNoBlankAtTheCut() {
        assertThat(ReasonText.clean("x".repeat(199) + " y")).contains("x".repeat(199));
    }

    @Test
    void answersEnormousText() {
        assertThat(ReasonText.clean("ab\n".repeat(2_000_000)).orElseThrow())
                .hasSizeLessThanOrEqualTo(200);
    }

    @Property
    void isUneditedOnceCleaned(@ForAll String typed) {
        ReasonText.clean(typed)
                .ifPresent(
                        clean -> {
                            assertThat(clean).isEqualTo(clean.strip()).isNotEmpty();
                            assertThat(clean.chars()).noneMatch(Character::isISOControl);
                            assertThat(clean).doesNotContain("\"", "|", "[", "]");
                            assertThat(Reason.isUnedited(Reason.ofPerson(clean).text())).isTrue();
                        });
    }
}
