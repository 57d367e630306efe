package dev.farrier.strag.otherhand;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OtherHandTest {
    private static final Pattern NAMED = Pattern.compile("\"(n\\d{4})\"");
    private static final Pattern NUMBERED = Pattern.compile("\"node\":(\\d+)");

    @Test
    void tellsTheSameScenarioTwice() {
        Scenario messy = scenario("O09");

        assertThat(OtherHand.tell(messy)).isEqualTo(OtherHand.tell(messy));
    }

    @Test
    void leavesAThirdOfTheScenariosWithoutAnythingToFind() {
        long healthy =
                HealthyScenarios.all().stream()
                        .filter(one -> OtherHand.tell(one).truth().contains("\"positives\":[]"))
                        .count();

        assertThat(healthy).isEqualTo(HealthyScenarios.all().size());
        assertThat(3 * healthy).isGreaterThanOrEqualTo(Scenarios.all().size());
    }

    @ParameterizedTest
    @MethodSource("names")
    void namesOnlyNodesOfItsJobsInTheTruth(String name) {
        Scenario scenario = scenario(name);
        Set<String> used = new TreeSet<>();
        scenario.jobs().forEach(job -> job.nodes().forEach(node -> used.add(Node.name(node))));

        assertThat(used).containsAll(nodes(OtherHand.tell(scenario).truth()));
    }

    private static Set<String> nodes(String truth) {
        Set<String> nodes = new TreeSet<>();
        Matcher named = NAMED.matcher(truth);
        while (named.find()) {
            nodes.add(named.group(1));
        }
        Matcher numbered = NUMBERED.matcher(truth);
        while (numbered.find()) {
            nodes.add(Node.name(Integer.parseInt(numbered.group(1))));
        }
        return nodes;
    }

    private static Stream<String> names() {
        return Scenarios.all().stream().map(Scenario::name);
    }

    private static Scenario scenario(String name) {
        return Scenarios.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
