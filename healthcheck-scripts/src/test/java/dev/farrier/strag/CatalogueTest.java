package dev.farrier.strag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private static final List<Recipe> RECIPES = Catalogue.recipes();

    @Test
    void namesAreNumbersInTheirOrder() {
        for (int i = 0; i < RECIPES.size(); i++) {
            assertThat(RECIPES.get(i).name()).isEqualTo("M%02d".formatted(i + 1));
        }
        assertThat(RECIPES).hasSizeGreaterThanOrEqualTo(40);
    }

    @Test
    void everyKindOfFaultIsSomebodysPositive() {
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (Recipe recipe : RECIPES) {
            truth(recipe, 1).positives().forEach(positive -> kinds.add(positive.kind()));
        }
        assertThat(kinds).isEqualTo(EnumSet.complementOf(EnumSet.of(FaultKind.MILD)));
    }

    @Test
    void aNodeIsInOneJobAtATime() {
        for (Recipe recipe : RECIPES) {
            Scenario scenario = recipe.scenario(1);
            double[] freeAt = new double[scenario.nodes().size()];
            for (JobPlan job : scenario.jobs()) {
                for (int node : job.nodes()) {
                    assertThat(job.start()).as(job.id()).isGreaterThanOrEqualTo(freeAt[node]);
                    freeAt[node] = job.end(scenario.interval());
                }
            }
        }
    }

    @Test
    void everySeedGivesATruthThatNamesOnlyNodesOfItsJobs() {
        for (Recipe recipe : RECIPES) {
            LongStream.range(1, 9).forEach(seed -> namesOnlyItsNodes(recipe.scenario(seed)));
        }
    }

    private static void namesOnlyItsNodes(Scenario scenario) {
        Set<String> pairs = new HashSet<>();
        Set<String> nodes = new HashSet<>();
        for (JobPlan job : scenario.jobs()) {
            for (int node : job.nodes()) {
                nodes.add(Scenario.nodeName(node));
                pairs.add(job.id() + Scenario.nodeName(node));
            }
        }
        Truth truth = Truths.of(scenario);
        truth.positives().forEach(each -> assertThat(pairs).contains(each.job() + each.node()));
        assertThat(nodes).containsAll(truth.lemons());
    }

    @Test
    void anotherSeedMovesTheFault() {
        Set<String> places = new HashSet<>();
        for (long seed = 1; seed < 6; seed++) {
            Truth.Positive positive = truth(RECIPES.get(0), seed).positives().get(0);
            places.add(positive.node() + " " + positive.gpu());
        }
        assertThat(places).hasSizeGreaterThan(1);
    }

    private static Truth truth(Recipe recipe, long seed) {
        return Truths.of(recipe.scenario(seed));
    }
}
