package dev.farrier.straggler;

import static dev.farrier.straggler.SyntheticJob.INTERVAL;
import static dev.farrier.straggler.SyntheticJob.hot;
import static dev.farrier.straggler.SyntheticJob.moreWork;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.farrier.straggler.SyntheticJob.Ear;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobWatchTest {
    private static final int LONG = 1000;
    private static final double DAY = 86_400;

    /** Rank 13 gets hot at tick 20 of 60. */
    private final SyntheticJob job = new SyntheticJob("j", 4).with(hot(13, 1.2, 20, LONG));

    private static NodeSample copy(NodeSample sample, String job, String node, double time) {
        NodeSample copy = new NodeSample(sample.gpus()).clear(job, node, time);
        for (Metric metric : Metric.values()) {
            for (int gpu = 0; gpu < sample.gpus(); gpu++) {
                copy.set(metric, gpu, sample.get(metric, gpu));
            }
        }
        return copy.cpuPercent(sample.cpuPercent()).stepMillis(sample.stepMillis());
    }

    private static NodeSample at(NodeSample sample, double time) {
        return copy(sample, sample.job(), sample.node(), time);
    }

    /** The job's samples, in the order in which they were taken, with one node's clock changed. */
    private List<NodeSample> withClockOf(String node, DoubleUnaryOperator clock) {
        return job.samples().stream()
                .map(s -> s.node().equals(node) ? at(s, clock.applyAsDouble(s.time())) : s)
                .toList();
    }

    private void findsTheHotGpu(Ear ear, int by) {
        assertThat(ear.found()).containsExactly("n1/5 thermal");
        assertThat(ear.alarms().get(0).time())
                .as("when it was said")
                .isBetween(job.time(20), job.time(by));
        assertThat(ear.suspects()).isEmpty();
    }

    @Test
    void judgesEverySampleOnce() {
        Ear ear = job.run();
        assertThat(ear.verdict().samples()).isEqualTo(4 * 60);
        assertThat(ear.verdict().lost()).isZero();
    }

    @Test
    void findsItWithFourInTenSamplesMissing() {
        SplittableRandom random = new SplittableRandom(1);
        Ear ear = job.hear(job.samples().stream().filter(s -> random.nextDouble() > 0.4).toList());
        findsTheHotGpu(ear, 40);
        assertThat(ear.verdict().lost()).isZero();
    }

    @Test
    void findsItWithSixInTenSamplesMissing() {
        SplittableRandom random = new SplittableRandom(1);
        Ear ear = job.hear(job.samples().stream().filter(s -> random.nextDouble() > 0.6).toList());
        assertThat(ear.found()).containsExactly("n1/5 thermal");
        assertThat(ear.suspects()).isEmpty();
    }

    @Test
    void aSampleToldTwiceChangesNothing() {
        List<NodeSample> twice = new ArrayList<>();
        job.samples()
                .forEach(
                        s -> {
                            twice.add(s);
                            twice.add(s);
                        });
        Ear ear = job.hear(twice);
        assertThat(ear.heard).isEqualTo(job.run().heard);
        assertThat(ear.verdict().lost()).isEqualTo(4 * 60);
    }

    @Test
    void allThatIsToldAgainLaterChangesNothing() {
        List<NodeSample> samples = job.samples();
        List<NodeSample> again = new ArrayList<>(samples.subList(0, 160));
        again.addAll(samples.subList(80, 160));
        again.addAll(samples.subList(160, samples.size()));
        assertThat(job.hear(again).heard).isEqualTo(job.run().heard);
    }

    @Test
    void oneTickLateIsInTimeAndManyAreTooLate() {
        List<NodeSample> samples = job.samples();
        List<NodeSample> late = new ArrayList<>(samples);
        NodeSample one = late.remove(4 * 10 + 2);
        late.add(4 * 11, one);
        assertThat(job.hear(late).verdict().lost()).isZero();
        late.remove(one);
        late.add(4 * 20, one);
        assertThat(job.hear(late).verdict().lost()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-40, -14, -4.9, 4.9, 14, 40, 600, -600, DAY, -DAY})
    void aNodeWhoseClockIsAlwaysOffIsCompared(double seconds) {
        for (String node : List.of("n0", "n1", "n3")) {
            Ear ear = job.hear(withClockOf(node, time -> time + seconds));
            assertThat(ear.found()).as("clock of %s", node).containsExactly("n1/5 thermal");
            assertThat(ear.suspects()).isEmpty();
            assertThat(ear.verdict().lost()).as("lost by %s", node).isLessThan(30);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {DAY, -DAY, 60, -60, 25})
    void aClockThatJumpsDoesNotBlindTheOthers(double seconds) {
        double from = job.time(10);
        for (String node : List.of("n0", "n2", "n3")) {
            findsTheHotGpu(job.hear(withClockOf(node, t -> t < from ? t : t + seconds)), 32);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {DAY, -DAY, 60, -60})
    void theSlowNodeIsFoundAlthoughItsClockJumped(double seconds) {
        double from = job.time(10);
        Ear ear = job.hear(withClockOf("n1", t -> t < from ? t : t + seconds));
        assertThat(ear.found()).containsExactly("n1/5 thermal");
    }

    @Test
    void aSingleTimeFromAnotherWorldSpoilsNothing() {
        for (double absurd : new double[] {1e300, -1e300, 0, 1e12, Double.NaN, 1 / 0.0}) {
            for (int place : new int[] {0, 1, 30, 41}) {
                List<NodeSample> samples = new ArrayList<>(job.samples());
                samples.set(place, at(samples.get(place), absurd));
                findsTheHotGpu(job.hear(samples), 32);
            }
        }
    }

    @Test
    void goesOnAfterAGapOfTheWholeJob() {
        for (int gap : new int[] {4, 30, 400, 100_000}) {
            List<NodeSample> samples =
                    job.samples().stream()
                            .map(
                                    s ->
                                            s.time() < job.time(10)
                                                    ? s
                                                    : at(s, s.time() + gap * INTERVAL))
                            .toList();
            Ear ear = job.hear(samples);
            assertThat(ear.found()).as("gap of %d", gap).containsExactly("n1/5 thermal");
            assertThat(ear.verdict().lost()).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void aJobOfOneNodeGoesOnAfterAGap() {
        SyntheticJob one = new SyntheticJob("j", 1).with(hot(5, 1.2, 20, LONG));
        for (int gap : new int[] {4, 400, 100_000}) {
            List<NodeSample> samples =
                    one.samples().stream()
                            .map(
                                    s ->
                                            s.time() < one.time(10)
                                                    ? s
                                                    : at(s, s.time() + gap * INTERVAL))
                            .toList();
            Ear ear = one.hear(samples);
            assertThat(ear.found()).containsExactly("n0/5 thermal");
            assertThat(ear.verdict().lost()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void samplesOfOtherNodesAreLostAndOfOtherJobsNotTaken() {
        Ear ear = new Ear().begin(job);
        NodeSample sample = job.samples().get(0);
        assertThat(ear.detector.sample(copy(sample, "j", "stranger", 1000))).isFalse();
        assertThat(ear.detector.sample(copy(sample, "no such job", "n0", 1000))).isFalse();
        assertThat(ear.detector.sample(sample)).isTrue();
        ear.end(job);
        assertThat(ear.verdict().lost()).isEqualTo(1);
        assertThat(ear.detector.sample(sample)).as("the job has ended").isFalse();
    }

    @Test
    void goesOnWithTheNodesThatStayWhenTheJobGrows() {
        SyntheticJob small = new SyntheticJob("j", 4).ticks(15);
        SyntheticJob grown =
                new SyntheticJob("j", 6).fromTick(15).ticks(45).with(hot(13, 1.2, 20, LONG));
        Ear ear = new Ear().begin(small).samples(small.samples());
        ear.begin(grown).samples(grown.samples()).end(grown);
        findsTheHotGpu(ear, 32);
        assertThat(ear.verdict().samples()).isEqualTo(4 * 15 + 6 * 45);
    }

    @Test
    void whatWasFoundBeforeTheJobShrankStandsInItsVerdict() {
        SyntheticJob large = new SyntheticJob("j", 6).ticks(40).with(hot(13, 1.2, 10, LONG));
        SyntheticJob shrunk =
                new SyntheticJob("j", 4).fromTick(40).ticks(30).with(hot(13, 1.2, 10, LONG));
        Ear ear = new Ear().begin(large).samples(large.samples());
        ear.begin(shrunk).samples(shrunk.samples()).end(shrunk);
        assertThat(ear.found()).containsExactly("n1/5 thermal");
        assertThat(ear.alarms()).hasSize(1);
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.STRAGGLER);
    }

    @Test
    void aSlowNodeThatLeftTheJobStandsInItsVerdict() {
        SyntheticJob all = new SyntheticJob("j", 4).ticks(40).with(hot(3, 1.2, 10, LONG));
        SyntheticJob rest = new SyntheticJob("j", 3).fromNode(1).fromTick(40).ticks(30);
        Ear ear = new Ear().begin(all).samples(all.samples());
        ear.begin(rest).samples(rest.samples()).end(rest);
        assertThat(ear.found()).containsExactly("n0/3 thermal");
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.STRAGGLER);
        assertThat(ear.verdict().stragglers())
                .extracting(JobVerdict.Straggler::node)
                .containsExactly("n0");
    }

    @Test
    void aNodeThatIsDroppedFromItsJobsForBeingSlowIsALemon() {
        Ear ear = new Ear();
        for (int i = 0; i < 8; i++) {
            String name = "j" + i;
            SyntheticJob all =
                    new SyntheticJob(name, 4).seed(i).ticks(30).with(hot(3, 1.12, 0, LONG));
            SyntheticJob rest =
                    new SyntheticJob(name, 3).seed(i).fromNode(1).fromTick(30).ticks(30);
            ear.begin(all.ofUser("user" + i)).samples(all.samples());
            ear.begin(rest.ofUser("user" + i)).samples(rest.samples()).end(rest);
        }
        assertThat(ear.detector.lemons())
                .extracting(lemon -> lemon.node() + "/" + lemon.gpu())
                .containsExactly("n0/3");
    }

    @Test
    void aJobThatGoesOnAtAnotherPaceOfSamplesIsFollowed() {
        SyntheticJob first = new SyntheticJob("j", 4).ticks(30);
        SyntheticJob hot = new SyntheticJob("j", 4).ticks(40).with(hot(13, 1.2, 10, LONG));
        JobShape shape = first.shape();
        Ear ear = new Ear().begin(first).samples(first.samples());
        ear.detector.begin(
                new JobShape("j", 2000, "u", "a", shape.nodes(), shape.gpusPerNode(), 1, 60));
        for (NodeSample s : hot.samples()) {
            ear.detector.sample(at(s, 2000 + (s.time() - SyntheticJob.START) * 6));
        }
        ear.end(hot);
        assertThat(ear.found()).containsExactly("n1/5 thermal");
    }

    @Test
    void aJobThatEndsTwiceIsToldOfOnce() {
        Ear ear = new Ear().begin(job).samples(job.samples()).end(job);
        assertThat(ear.detector.end("j", 5000)).isEmpty();
        assertThat(ear.detector.end("never began", 5000)).isEmpty();
        assertThat(ear.verdicts).hasSize(1);
    }

    @Test
    void testsOfStrangersAreNotTaken() {
        Ear ear = new Ear().begin(job);
        SyntheticJob other = new SyntheticJob("other", 9);
        SyntheticJob larger = new SyntheticJob("j", 9);
        assertThat(ear.detector.test(prolog(other, 0))).isFalse();
        assertThat(ear.detector.test(prolog(larger, 8))).isFalse();
        assertThat(ear.detector.test(prolog(larger, 3))).isTrue();
    }

    private static ShortTest prolog(SyntheticJob of, int place) {
        return of.test(place, ShortTest.Phase.PROLOG, 900, ShortTest.Kind.GEMM, -1, 1);
    }

    @Test
    void valuesOfGpusThatTheJobDoesNotHaveAreIgnored() {
        List<NodeSample> wider = new ArrayList<>();
        for (NodeSample s : job.samples()) {
            NodeSample wide = new NodeSample(12).clear("j", s.node(), s.time());
            for (Metric metric : Metric.values()) {
                for (int gpu = 0; gpu < 12; gpu++) {
                    wide.set(metric, gpu, gpu < 8 ? s.get(metric, gpu) : 1e6);
                }
            }
            wider.add(wide.cpuPercent(s.cpuPercent()).stepMillis(s.stepMillis()));
        }
        assertThat(job.hear(wider).heard).isEqualTo(job.run().heard);
    }

    @Test
    void aMetricThatIsMissingForTheWholeJobCostsNoMoreThanItsEvidence() {
        for (Metric missing : Metric.values()) {
            SyntheticJob without =
                    new SyntheticJob("j", 4)
                            .with(hot(13, 1.2, 20, LONG))
                            .with((v, tick) -> v.setAll(missing, Double.NaN));
            Ear ear = without.run();
            List<String> slow = new ArrayList<>(ear.suspects());
            ear.found().forEach(each -> slow.add(each.substring(0, each.indexOf(' '))));
            assertThat(slow).as("without %s", missing).containsOnly("n1/5").isNotEmpty();
        }
    }

    @Test
    void nothingAtAllInTheSamplesGivesNothing() {
        List<NodeSample> empty =
                job.samples().stream()
                        .map(s -> new NodeSample(8).clear("j", s.node(), s.time()))
                        .toList();
        Ear ear = job.hear(empty);
        assertThat(ear.heard).isEmpty();
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.CANNOT_TELL);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1, 0, 1e-9, 1e11, 1e300, Double.POSITIVE_INFINITY, -1e300})
    void anAbsurdValueNowAndThenChangesNothing(double absurd) {
        for (Metric metric : Metric.values()) {
            SyntheticJob odd =
                    new SyntheticJob("j", 4)
                            .with(hot(13, 1.2, 20, LONG))
                            .with(
                                    (v, tick) -> {
                                        if (tick % 13 == 2) {
                                            v.set(metric, 13, absurd);
                                            v.set(metric, 22, absurd);
                                        }
                                    });
            Ear ear = odd.run();
            assertThat(ear.found()).as("%s of %s", metric, absurd).containsExactly("n1/5 thermal");
            assertThat(ear.suspects()).as("%s of %s", metric, absurd).isEmpty();
            assertThat(ear.alarms().get(0).effect()).isBetween(0.05, 0.4);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -5, 1e300, Double.POSITIVE_INFINITY})
    void anAbsurdStepTimeNowAndThenChangesNothing(double absurd) {
        SyntheticJob link = new SyntheticJob("j", 4).with(SyntheticJob.network(13, 1.4, 30, LONG));
        List<NodeSample> samples = link.samples();
        for (int i = 0; i < samples.size(); i++) {
            if (i / 4 % 7 == 3) {
                samples.get(i).stepMillis(absurd);
            }
        }
        Ear ear = link.hear(samples);
        assertThat(ear.found()).containsExactly("n1/-1 network", "n1/5 network");
        assertThat(ear.alarms().get(0).effect()).isBetween(0.2, 0.4);
    }

    @Test
    void anAbsurdTestMakesNobodySuspect() {
        for (double absurd : new double[] {1e300, Double.POSITIVE_INFINITY, 7, 1e-9, 0, -1}) {
            SyntheticJob healthy = new SyntheticJob("j", 4);
            Ear ear = new Ear().begin(healthy);
            for (int node = 0; node < 4; node++) {
                ShortTest test = prolog(healthy, node);
                ear.detector.test(
                        node != 2
                                ? test
                                : healthy.test(
                                        2,
                                        ShortTest.Phase.PROLOG,
                                        900,
                                        ShortTest.Kind.GEMM,
                                        4,
                                        absurd));
            }
            ear.samples(healthy.samples()).end(healthy);
            assertThat(ear.heard).as("a GEMM %s times as fast", absurd).isEmpty();
        }
    }

    @Test
    void aRankThatIsOnceMuchFasterIsNotSuspectAfterwards() {
        SyntheticJob fast = new SyntheticJob("j", 4).ticks(80).with(moreWork(9, 0.2, 8, 9));
        assertThat(fast.run().heard).isEmpty();
    }

    @Test
    void aJobOfOneGpuIsSuspectedByItsOwnPastAndNeverAlarmed() {
        Ear ear = new SyntheticJob("j", 1).gpusPerNode(1).with(hot(0, 1.2, 20, LONG)).run();
        assertThat(ear.alarms()).isEmpty();
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.SUSPECT);
    }

    @Test
    void cannotTellOfAJobOfOneGpuThatGoesOnAsItBegan() {
        Ear ear = new SyntheticJob("j", 1).gpusPerNode(1).run();
        assertThat(ear.heard).isEmpty();
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.CANNOT_TELL);
    }

    @Test
    void recordsWhenAnAlarmedGpuWasSlowAndByHowMuch() {
        SyntheticJob passing = new SyntheticJob("j", 4).ticks(120).with(hot(13, 1.2, 20, 50));
        Ear ear = passing.run();
        assertThat(ear.verdict().episodes()).hasSize(1);
        JobVerdict.Episode episode = ear.verdict().episodes().get(0);
        assertThat(episode.node()).isEqualTo("n1");
        assertThat(episode.gpu()).isEqualTo(5);
        assertThat(episode.start()).isBetween(passing.time(20), passing.time(40));
        assertThat(episode.end()).isBetween(passing.time(50), passing.time(90));
        assertThat(episode.worst()).isCloseTo(Math.log(1.2), within(0.02));
    }
}
