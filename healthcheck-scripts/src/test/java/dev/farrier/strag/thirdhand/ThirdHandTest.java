package dev.farrier.strag.thirdhand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ThirdHandTest {
    private static final List<String> TRUTHS =
            ThirdHandScenarios.all().stream().map(one -> ThirdHand.tell(one).truth()).toList();
    private static final Pattern EFFECT = Pattern.compile("\"effect\":([0-9.]+)");
    private static final Pattern JOB_NODES = Pattern.compile("\"job_nodes\":(\\d+)");
    private static final Pattern SIXTH_ECC = Pattern.compile("\"ecc\":\\[(?:\\d+,){5}(\\d+)");

    @Test
    void tellsTheSameScenarioTwice() {
        assertThat(ThirdHand.tell(scenario("T09"))).isEqualTo(ThirdHand.tell(scenario("T09")));
    }

    @Test
    void leavesAThirdOfTheScenariosWithoutAnythingToFind() {
        long quiet = TRUTHS.stream().filter(one -> one.contains("\"positives\":[]")).count();

        assertThat(TRUTHS).hasSize(24);
        assertThat(3 * quiet).isGreaterThanOrEqualTo(24);
    }

    @Test
    void countsNothingBelowFivePercent() {
        List<Double> effects = new ArrayList<>();
        TRUTHS.forEach(
                truth -> matches(EFFECT, truth).forEach(e -> effects.add(Double.valueOf(e))));

        assertThat(effects).isNotEmpty().allMatch(effect -> effect >= 0.05);
    }

    @Test
    void givesAtLeast2500NodesOfJobs() {
        int all = 0;
        for (String truth : TRUTHS) {
            all += Integer.parseInt(matches(JOB_NODES, truth).get(0));
        }

        assertThat(all).isGreaterThanOrEqualTo(2500);
    }

    @Test
    void leavesTheNoiseOfAJobAloneWhenAFaultIsTakenAway() {
        Scenario scenario = scenario("T09");
        Plan plan = scenario.jobs().get(0);

        Frame ill = Run.of(scenario, plan, scenario.faults()).get(20);
        Frame well = Run.of(scenario, plan, List.of()).get(20);

        assertThat(ill.gpu(0).own()).isEqualTo(well.gpu(0).own(), within(20.0));
        assertThat(ill.gpu(8 * 8 + 1).own() / well.gpu(8 * 8 + 1).own()).isBetween(1.05, 1.1);
    }

    @Test
    void keepsLemonsIllToTheEnd() {
        for (Scenario scenario : ThirdHandScenarios.all()) {
            double end = scenario.jobs().stream().mapToDouble(Plan::end).max().orElseThrow();

            assertThat(scenario.lemons())
                    .allMatch(
                            node ->
                                    scenario.faults().stream()
                                            .anyMatch(f -> f.node() == node && f.t1() > end));
        }
    }

    @Test
    void putsEachFaultOnANodeOfSomeJob() {
        for (Scenario scenario : ThirdHandScenarios.all()) {
            Set<Integer> used =
                    scenario.jobs().stream()
                            .flatMap(plan -> plan.nodes().stream())
                            .collect(Collectors.toSet());

            assertThat(used).containsAll(scenario.faults().stream().map(Fault::node).toList());
        }
    }

    @Test
    void neverLetsACounterFall() {
        Scenario scenario = scenario("T06");
        List<Long> seen = new ArrayList<>();
        for (String line : ThirdHand.tell(scenario).lines()) {
            if (line.contains("\"type\":\"s\"") && line.contains("n0002")) {
                matches(SIXTH_ECC, line).forEach(count -> seen.add(Long.valueOf(count)));
            }
        }

        assertThat(seen).isNotEmpty().isSorted();
    }

    private static List<String> matches(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private static Scenario scenario(String name) {
        return ThirdHandScenarios.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
