package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.farrier.straggler.NodeEffects.GpuResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeEffectsTest {
    private static final int NODES = 20;
    private static final int GPUS = 8;
    private static final double NAN = Double.NaN;
    private static final double VARIANCE = 1e-5;

    private final NodeEffects effects = new NodeEffects(StragglerSettings.defaults());
    private final SplittableRandom random = new SplittableRandom(1);
    private int jobs;

    /** What one GPU's job and tests tell of it. */
    private record Told(double effect, double rankShare, double testLoss) {}

    private static GpuResult result(Told told) {
        return new GpuResult(told.effect(), VARIANCE, told.rankShare(), told.testLoss(), NAN);
    }

    private static final Told SLOW_JOB = new Told(0.07, 0.97, NAN);
    private static final Told LOW_TEST = new Told(0.01, 0.6, 0.08);

    private Told good(boolean tested) {
        return new Told(
                0.012 * random.nextGaussian(),
                random.nextDouble() * 0.98,
                tested ? 0.01 * random.nextGaussian() : NAN);
    }

    /** A job on one node, whose GPU 3 is as told and whose others are good. */
    private void job(NodeEffects to, String node, String user, boolean bad, Told third) {
        List<GpuResult> results = new ArrayList<>();
        for (int gpu = 0; gpu < GPUS; gpu++) {
            Told told = gpu == 3 ? third : good(!Double.isNaN(third.testLoss()));
            results.add(result(told));
        }
        to.add(node, user, ApplicationClass.GPU_BOUND, bad, results);
    }

    /** One job a node of different users; the first node's GPU 3 is as told. */
    private void round(boolean bad, Told third) {
        jobs++;
        for (int node = 0; node < NODES; node++) {
            boolean first = node == 0;
            boolean tested = !Double.isNaN(third.testLoss());
            job(effects, "n" + node, "user" + jobs % 7, first && bad, first ? third : good(tested));
        }
    }

    private void rounds(int count, boolean bad, Told third) {
        for (int i = 0; i < count; i++) {
            round(bad, third);
        }
    }

    private void goodRounds(int count, boolean tested) {
        for (int i = 0; i < count; i++) {
            round(false, good(tested));
        }
    }

    private List<String> lemonNodes() {
        return effects.lemons().stream().map(Lemon::node).toList();
    }

    @Test
    void aGpuThatIsSlowInItsTestsIsALemon() {
        rounds(6, true, LOW_TEST);
        List<Lemon> lemons = effects.lemons();
        assertThat(lemons).hasSize(1);
        assertThat(lemons.get(0).node()).isEqualTo("n0");
        assertThat(lemons.get(0).gpu()).isEqualTo(3);
        assertThat(lemons.get(0).effect()).isCloseTo(0.08, within(0.005));
        assertThat(lemons.get(0).deviation()).isPositive();
        assertThat(lemons.get(0).jobs()).isEqualTo(6);
    }

    @Test
    void aGpuThatIsSlowInItsJobsIsALemonWithoutTests() {
        rounds(8, false, SLOW_JOB);
        assertThat(lemonNodes()).containsExactly("n0");
        assertThat(effects.lemons().get(0).gpu()).isEqualTo(3);
    }

    @Test
    void nothingIsALemonBeforeFiveJobs() {
        rounds(4, false, SLOW_JOB);
        assertThat(effects.lemons()).isEmpty();
    }

    @Test
    void oneDreadfulTestMakesNoLemon() {
        goodRounds(6, true);
        round(true, new Told(0, 0.5, 3));
        goodRounds(2, true);
        assertThat(effects.lemons()).isEmpty();
    }

    @Test
    void goodNodesAreNoLemons() {
        goodRounds(200, true);
        assertThat(effects.lemons()).isEmpty();
        goodRounds(200, false);
        assertThat(effects.lemons()).isEmpty();
    }

    @Test
    void aNodeThatIsBadInSomeJobsIsALemonAsAWhole() {
        for (int i = 0; i < 8; i++) {
            round(true, good(true));
            goodRounds(3, true);
        }
        assertThat(lemonNodes()).containsExactly("n0");
        assertThat(effects.lemons().get(0).gpu()).isEqualTo(Detection.WHOLE_NODE);
        assertThat(effects.lemons().get(0).deviation()).isNaN();
    }

    @Test
    void twoBadJobsAreChance() {
        goodRounds(10, true);
        rounds(2, true, good(true));
        assertThat(effects.lemons()).isEmpty();
    }

    @Test
    void whereEveryNodeIsBadAtTimesNoneIsALemon() {
        for (int i = 0; i < 20; i++) {
            for (int node = 0; node < NODES; node++) {
                job(effects, "n" + node, "u" + i % 5, (i + node) % 4 == 0, good(true));
            }
        }
        assertThat(effects.lemons()).isEmpty();
    }

    @Test
    void aRepairedNodeIsNoLemonAfterSomeCleanJobs() {
        rounds(12, true, LOW_TEST);
        assertThat(lemonNodes()).containsExactly("n0");
        goodRounds(6, true);
        assertThat(effects.lemons()).isEmpty();
    }

    @Test
    void aRepairedNodeThatBreaksAgainIsALemonAgain() {
        rounds(12, true, LOW_TEST);
        goodRounds(10, true);
        rounds(8, true, LOW_TEST);
        assertThat(lemonNodes()).containsExactly("n0");
    }

    @Test
    void anIntermittentNodeIsNotTakenForRepairedBetweenItsBadJobs() {
        for (int i = 0; i < 16; i++) {
            round(true, good(true));
            goodRounds(3, true);
            if (i >= 8) {
                assertThat(lemonNodes()).as("after bad job %d", i + 1).containsExactly("n0");
            }
        }
    }

    @Test
    void jobsThatTellNothingAreNoSignOfARepair() {
        rounds(10, false, SLOW_JOB);
        for (int i = 0; i < 10; i++) {
            List<GpuResult> nothing =
                    IntStream.range(0, GPUS)
                            .mapToObj(gpu -> result(new Told(NAN, NAN, NAN)))
                            .toList();
            effects.add("n0", "someone", ApplicationClass.GPU_BOUND, false, nothing);
        }
        assertThat(lemonNodes()).containsExactly("n0");
    }

    @Test
    void whatANodeWasFadesWithTheJobsThatFollow() {
        rounds(10, false, SLOW_JOB);
        goodRounds(40, false);
        assertThat(effects.lemons()).isEmpty();
    }

    @Test
    void aGoodPastOfThousandsOfJobsDoesNotHideWhatAGpuIsNow() {
        goodRounds(2_000, false);
        rounds(30, false, SLOW_JOB);
        assertThat(lemonNodes()).containsExactly("n0");
    }

    @Test
    void oneUsersApplicationCountsLittle() {
        NodeEffects habit = new NodeEffects(StragglerSettings.defaults());
        NodeEffects many = new NodeEffects(StragglerSettings.defaults());
        for (int i = 0; i < 30; i++) {
            job(habit, "n0", "one", false, SLOW_JOB);
            job(many, "n0", "user" + i, false, SLOW_JOB);
        }
        assertThat(habit.lemons()).hasSize(1);
        assertThat(many.lemons()).hasSize(1);
        assertThat(habit.lemons().get(0).deviation())
                .as("so sure as of five jobs, not of thirty")
                .isGreaterThan(many.lemons().get(0).deviation() * 1.4);
    }

    @Test
    void whatANodeIsInOneClassOfApplicationsSaysNothingOfTheOthers() {
        for (ApplicationClass kind : ApplicationClass.values()) {
            for (int i = 0; i < 4; i++) {
                List<GpuResult> results = new ArrayList<>();
                for (int gpu = 0; gpu < GPUS; gpu++) {
                    results.add(result(gpu == 3 ? SLOW_JOB : good(false)));
                }
                effects.add("n0", kind + " of " + i, kind, false, results);
            }
        }
        assertThat(effects.lemons()).as("four jobs of each class").isEmpty();
    }

    @Test
    void goesOnFromWhatWasSavedAtAnyJob() throws IOException {
        NodeEffects restored = new NodeEffects(StragglerSettings.defaults());
        for (int i = 0; i < 40; i++) {
            boolean bad = i % 4 == 0;
            long seed = i;
            job(effects, "n" + i % 3, "user" + i % 5, bad, told(seed));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        effects.save(new DataOutputStream(bytes));
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(restored.lemons()).isEqualTo(effects.lemons());
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        restored.save(new DataOutputStream(again));
        assertThat(again.toByteArray()).isEqualTo(bytes.toByteArray());
    }

    private Told told(long seed) {
        return seed % 2 == 0 ? LOW_TEST : good(true);
    }
}
