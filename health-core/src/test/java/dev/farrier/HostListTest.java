package dev.farrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
    private static final FieldCase EXPANSIONS = new FieldCase("hostlist-01");
    private static final FieldCase REFUSALS = new FieldCase("hostlist-02");

    static Stream<Arguments> expansions() {
        List<?> lists = EXPANSIONS.list("cases.json");
        List<?> expected = (List<?>) FieldCase.member(EXPANSIONS.expect(), "expansions");
        return IntStream.range(0, lists.size())
                .mapToObj(i -> Arguments.of(lists.get(i), expected.get(i)));
    }

    @ParameterizedTest
    @MethodSource("expansions")
    void expandsAsSlurmDoes(String list, List<String> expected) {
        assertThat(HostList.expand(list)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("expansions")
    void foldsToTheSameHosts(String list, List<String> expected) {
        assertThat(HostList.expand(HostList.fold(expected)))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(Set.copyOf(expected));
    }

    static Stream<String> refusals() {
        List<?> lists = REFUSALS.list("cases.json");
        List<?> refused = (List<?>) FieldCase.member(REFUSALS.expect(), "reject");
        return refused.stream().map(i -> (String) lists.get(((Long) i).intValue()));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusesAsAWholeAndSaysWhere(String list) {
        assertThatThrownBy(() -> HostList.expand(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("host list '" + list + "', character ");
    }

    @Test
    void takesTheLimitOfTheFieldCase() {
        long most = (Long) FieldCase.member(REFUSALS.expect(), "max_hosts");

        assertThat(HostList.expand("n[1-" + most + "]")).hasSize((int) most);
        for (String more :
                List.of(
                        "n[1-" + (most + 1) + "]",
                        "x,n[1-" + most + "]",
                        "n[1-" + most + "],x",
                        "n[1-256]-[1-256][1-2]",
                        "n[1-300]-[1-300]",
                        "n[1-9][1-999999999999999999][1-999999999999999999]")) {
            assertThatThrownBy(() -> HostList.expand(more))
                    .as(more)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("more than 65536 hosts");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node[3-1]  | 6 | runs downwards; write 1-3",
                "node[1     | 7 | ']' is missing",
                "node[      | 6 | ']' is missing",
                "node[1-    | 8 | ']' is missing",
                "a,node1]   | 8 | ']' without a '['",
                "n[a-c]     | 3 | expected a number",
                "n[1-2 ]    | 6 | expected '-', ',' or ']'",
                "n[1-003]   | 3 | same number of digits",
                "a, b       | 3 | not a node name",
                "a..b       | 1 | nothing between two dots",
                "x,None     | 3 | means no host",
                "n[0000000000000000001] | 3 | more than 18 digits",
            })
    void saysWhatIsWrongAndWhere(String list, int character, String what) {
        assertThatThrownBy(() -> HostList.expand(list))
                .hasMessageContaining("', character " + character + ": ")
                .hasMessageContaining(what);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",", ",,,", " ", "\u0000", "\u007fELF\u0002\u0001", "n[1-2]\n", "é1"})
    void refusesEmptyAndBinaryText(String list) {
        assertThatThrownBy(() -> HostList.expand(list))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @MethodSource("expansions")
    void answersEveryCutWithRefusalOrHosts(String list, List<String> ignored) {
        for (int end = 0; end < list.length(); end++) {
            String cut = list.substring(0, end);
            Throwable refusal = catchThrowable(() -> HostList.expand(cut));
            if (refusal == null) {
                assertThat(cut.lastIndexOf('[')).as(cut).isLessThanOrEqualTo(cut.lastIndexOf(']'));
            } else {
                assertThat(refusal).as(cut).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void refusesEnormousTextWithAShortMessage() {
        for (String piece :
                List.of("a", "[", "]", "1", "n1,", "[1]", "n[1,", "[1-9]", "\u0000", "é")) {
            String huge = piece.repeat(5_000_000 / piece.length());
            assertThatThrownBy(() -> HostList.expand(huge))
                    .as(piece)
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(500));
        }
        String oneLargeBracket = "n[" + "1,".repeat(2_000_000) + "1]";
        assertThatThrownBy(() -> HostList.expand(oneLargeBracket))
                .hasMessageContaining("more than 65536 hosts");
    }

    @Test
    void keepsDuplicates() {
        assertThat(HostList.expand("n1,n[1-2],n1")).containsExactly("n1", "n1", "n2", "n1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n1                              | n1",
                "n2,n1                           | n[1-2]",
                "n1,n2,n3,n7                     | n[1-3,7]",
                "n08,n09,n10,n11                 | n[08-11]",
                "n8,n9,n10,n11                   | n[8-11]",
                "n1,n01,n001                     | n[1,01,001]",
                "n99,n100                        | n[99-100]",
                "n099,n100                       | n[099-100]",
                "r1-n1,r1-n2,r2-n1,r2-n2         | r[1-2]-n[1-2]",
                "r1-n1,r1-n2,r2-n1               | r1-n[1-2],r2-n1",
                "n1-ib0,n2-ib0                   | n[1-2]-ib0",
                "login,n1,n2                     | login,n[1-2]",
                "a1b1c1,a1b1c2,a2b1c1,a2b1c2     | a[1-2]b1c[1-2]",
                "1,2                             | [1-2]",
            })
    void foldsToTheShortForm(String names, String folded) {
        assertThat(HostList.fold(List.of(names.split(",")))).isEqualTo(folded);
    }

    @Test
    void foldsNothingToNothing() {
        assertThat(HostList.fold(List.of())).isEmpty();
    }

    @Test
    void foldsALargeClusterInAnyOrder() {
        List<String> names = new ArrayList<>(HostList.expand("rack[01-64]-node[0001-1024]"));
        Collections.shuffle(names, new Random(1));

        assertThat(HostList.fold(names)).isEqualTo("rack[01-64]-node[0001-1024]");
    }

    @Test
    void keepsNumbersThatNoBracketHolds() {
        List<String> names = List.of("id12345678901234567890-1", "id12345678901234567890-2");

        assertThat(HostList.fold(names)).isEqualTo("id12345678901234567890-[1-2]");
        assertThat(HostList.fold(List.of("n999999999999999999", "n999999999999999998")))
                .isEqualTo("n[999999999999999998-999999999999999999]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "n[1-2]", "a,b", "None", "a..b", "-n1", "(null)"})
    void refusesToFoldWhatItWouldNotRead(String name) {
        assertThatThrownBy(() -> HostList.fold(List.of("n1", name)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void readsBackWhatItFolded(@ForAll("hosts") Set<String> names) {
        String folded = HostList.fold(names);

        assertThat(HostList.expand(folded))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(names);
        assertThat(HostList.fold(HostList.expand(folded))).isEqualTo(folded);
    }

    @Property
    void neverFailsOtherwiseThanByRefusal(@ForAll("nearlyLists") String list) {
        try {
            assertThat(HostList.expand(list)).isNotEmpty();
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageStartingWith("host list '");
        }
    }

    @Provide
    Arbitrary<Set<String>> hosts() {
        Arbitrary<String> text = Arbitraries.of("n", "rack", "-", "_b", "x.y", "a-m");
        Arbitrary<String> number =
                Arbitraries.of(
                        "0", "1", "2", "3", "9", "10", "00", "01", "001", "11", "099", "100");
        Arbitrary<String> oneNumber =
                Combinators.combine(text, number)
                        .as((t, n) -> t.startsWith("-") ? "n" + t + n : t + n);
        Arbitrary<String> twoNumbers =
                Combinators.combine(oneNumber, text, number).as((first, t, n) -> first + t + n);
        Arbitrary<String> suffixed = Combinators.combine(oneNumber, text).as((name, t) -> name + t);
        return Arbitraries.oneOf(oneNumber, twoNumbers, suffixed).set().ofMinSize(1).ofMaxSize(40);
    }

    @Provide
    Arbitrary<String> nearlyLists() {
        return Arbitraries.strings().withChars("n1029[]-,._ a").ofMaxLength(12);
    }
}
