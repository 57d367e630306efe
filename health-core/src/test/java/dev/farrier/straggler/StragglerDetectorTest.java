package dev.farrier.straggler;

import static dev.farrier.straggler.SyntheticJob.INTERVAL;
import static dev.farrier.straggler.SyntheticJob.between;
import static dev.farrier.straggler.SyntheticJob.hot;
import static dev.farrier.straggler.SyntheticJob.locked;
import static dev.farrier.straggler.SyntheticJob.moreWork;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.farrier.straggler.SyntheticJob.Ear;
import dev.farrier.straggler.SyntheticJob.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StragglerDetectorTest {
    private static final int LONG = 1000;

    private static SyntheticJob job(int nodes) {
        return new SyntheticJob("j", nodes);
    }

    @Test
    void findsAHotGpuAndSaysHowSlowItIs() {
        Ear ear = job(4).with(hot(13, 1.2, 20, LONG)).run();
        assertThat(ear.found()).containsExactly("n1/5 thermal");
        Detection first = ear.alarms().get(0);
        assertThat(first.effect()).isCloseTo(Math.log(1.2), within(0.02));
        assertThat(first.evidence().get("clockLoss")).isCloseTo(Math.log(1.2), within(0.02));
        assertThat(first.evidence().get("hotShare")).isGreaterThan(0.9);
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.STRAGGLER);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsItSoonAndNotBeforeItBegins(long seed) {
        SyntheticJob job = job(4).seed(seed).with(locked(13, 1.1, 20, LONG));
        Ear ear = job.run();
        assertThat(ear.found()).containsExactly("n1/5 clock_lock");
        assertThat(ear.alarms().get(0).time())
                .isBetween(job.time(20), job.time(20) + 12 * INTERVAL);
    }

    @Test
    void findsAGpuThatWasSlowBeforeTheJobBegan() {
        Ear ear = job(4).with(locked(13, 1.12, 0, LONG)).run();
        assertThat(ear.found()).containsExactly("n1/5 clock_lock");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void restsEachClaimOnWhatWasToldUpToThenOnly(long seed) {
        SyntheticJob job =
                job(4).seed(seed)
                        .noise(0.02)
                        .with(hot(13, 1.15, 20, 45))
                        .with(locked(30, 1.1, 30, LONG))
                        .with(SyntheticJob.network(2, 1.4, 15, LONG))
                        .with(moreWork(8, 1.2, 10, LONG));
        List<NodeSample> samples = job.samples();
        Ear whole = job.hear(samples);
        assertThat(whole.heard).hasSizeGreaterThanOrEqualTo(4);
        for (Detection claim : whole.heard) {
            Ear cut = new Ear().begin(job);
            cut.samples(samples.stream().filter(s -> s.time() <= claim.time()).toList());
            cut.detector.flush();
            assertThat(cut.heard).as("with data up to %s", claim.time()).contains(claim);
        }
    }

    @Test
    void unevenWorkIsSuspectAndNoAlarm() {
        Ear ear = job(4).with(moreWork(13, 1.15, 20, LONG)).run();
        assertThat(ear.alarms()).isEmpty();
        assertThat(ear.suspects()).containsExactly("n1/5");
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.SUSPECT);
    }

    @Test
    void unevenWorkFromTheStartIsSuspectAndNoAlarm() {
        Ear ear = job(4).with(moreWork(13, 1.15, 0, LONG)).run();
        assertThat(ear.alarms()).isEmpty();
        assertThat(ear.suspects()).containsExactly("n1/5");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aHealthyJobGivesNothing(long seed) {
        Ear ear = job(8).seed(seed).noise(0.02).ticks(120).with(SyntheticJob.warmUp()).run();
        assertThat(ear.heard).isEmpty();
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.NO_STRAGGLER);
    }

    @Test
    void wholeJobStallsGiveNothing() {
        Fault stalls =
                (values, tick) -> {
                    if (tick % 20 > 12) {
                        SyntheticJob.wholeJob(1.5, 0, LONG).strike(values, tick);
                    }
                };
        assertThat(job(8).ticks(120).with(stalls).run().heard).isEmpty();
    }

    @Test
    void singleSpikesGiveNothing() {
        Fault spikes =
                (values, tick) -> {
                    if (tick % 9 == 0) {
                        values.scale(Metric.OWN_TIME, (tick * 7) % 64, 1.8);
                        values.scale(Metric.OWN_TIME, 5, 1.8);
                    }
                };
        assertThat(job(8).ticks(120).with(spikes).run().heard).isEmpty();
    }

    @Test
    void signsOfBadHardwareWithoutSlownessGiveNothing() {
        Fault decoys =
                (values, tick) -> {
                    values.set(Metric.PCIE_WIDTH, 3, 8);
                    values.add(Metric.TEMPERATURE, 11, 12);
                    values.set(Metric.THROTTLE_REASONS, 20, 0x20);
                    values.add(Metric.CORRECTED_ERRORS, 25, 40.0 * tick);
                    values.add(Metric.NVLINK_ERRORS, 30, tick < 20 ? 0 : 60.0 * (tick - 20));
                    values.cpu[1] += 60;
                };
        assertThat(job(8).ticks(120).with(decoys).run().heard).isEmpty();
    }

    @Test
    void aFaultThatGoesOnAndOffIsOneAlarm() {
        Fault onAndOff =
                (values, tick) -> {
                    if (tick >= 20 && tick % 10 < 7) {
                        hot(13, 1.3, 0, LONG).strike(values, tick);
                    }
                };
        assertThat(job(4).ticks(120).with(onAndOff).run().alarms()).hasSize(1);
    }

    @Test
    void aFaultThatComesBackLongAfterIsAnotherAlarm() {
        Ear ear = job(4).ticks(200).with(hot(13, 1.3, 20, 50)).with(hot(13, 1.3, 130, 160)).run();
        assertThat(ear.alarms()).hasSize(2);
        assertThat(ear.found()).containsExactly("n1/5 thermal");
    }

    @Test
    void aBusyHostIsTheNodesAndSaidOnce() {
        Ear ear = job(6).with(SyntheticJob.busyHost(2, 1.15, 20, LONG)).run();
        assertThat(ear.found()).containsExactly("n2/-1 cpu");
        assertThat(ear.alarms()).hasSize(1);
    }

    @Test
    void aHostThatIsBusyAgainLongAfterIsSaidAgain() {
        Ear ear =
                job(6).ticks(200)
                        .with(SyntheticJob.busyHost(2, 1.15, 20, 50))
                        .with(SyntheticJob.busyHost(2, 1.15, 130, 160))
                        .run();
        assertThat(ear.found()).containsExactly("n2/-1 cpu");
        assertThat(ear.alarms()).hasSize(2);
    }

    @Test
    void aBadPortIsTheNodesAndThePorts() {
        Ear ear = job(4).with(SyntheticJob.network(13, 1.4, 20, LONG)).run();
        assertThat(ear.found()).containsExactly("n1/-1 network", "n1/5 network");
        assertThat(ear.verdict().stragglers())
                .extracting(JobVerdict.Straggler::confidence)
                .containsOnly(Detection.Confidence.ALARM);
    }

    @Test
    void aLinkThatWasNarrowBeforeDoesNotExplainWhatBegins() {
        Fault narrow = between(0, LONG, v -> v.set(Metric.PCIE_WIDTH, 13, 8));
        Ear ear = job(4).with(narrow).with(moreWork(13, 1.15, 20, LONG)).run();
        assertThat(ear.alarms()).isEmpty();
        assertThat(ear.suspects()).containsExactly("n1/5");
    }

    @Test
    void aLinkThatGetsNarrowAsTheGpuGetsSlowExplainsIt() {
        Fault narrow = between(20, LONG, v -> v.set(Metric.PCIE_WIDTH, 13, 8));
        Ear ear = job(4).with(narrow).with(moreWork(13, 1.15, 20, LONG)).run();
        assertThat(ear.found()).containsExactly("n1/5 pcie");
    }

    @Test
    void aClockThatWasLowBeforeDoesNotExplainWhatBegins() {
        Fault low = between(0, LONG, v -> v.scale(Metric.SM_CLOCK, 13, 0.92));
        Ear ear = job(4).with(low).with(moreWork(13, 1.15, 20, LONG)).run();
        assertThat(ear.alarms()).isEmpty();
    }

    @Test
    void frozenTelemetryDoesNotExplainUnevenWork() {
        Fault frozen =
                (values, tick) -> {
                    for (int rank = 8; rank < 16; rank++) {
                        values.set(Metric.SM_CLOCK, rank, rank == 13 ? 1500 : 1890)
                                .set(Metric.TEMPERATURE, rank, 60)
                                .set(Metric.POWER, rank, 620);
                    }
                };
        Ear ear = job(4).with(frozen).with(moreWork(13, 1.15, 20, LONG)).run();
        assertThat(ear.alarms()).isEmpty();
        assertThat(ear.suspects()).containsExactly("n1/5");
    }

    @Test
    void aTestAfterTheJobExplainsWhatWasSuspect() {
        SyntheticJob job = job(4).with(moreWork(13, 1.09, 0, LONG));
        Ear ear = new Ear().begin(job).samples(job.samples());
        assertThat(ear.alarms()).isEmpty();
        double after = job.time(60) + 5;
        for (int node = 0; node < 4; node++) {
            ear.detector.test(
                    job.test(
                            node,
                            ShortTest.Phase.EPILOG,
                            after,
                            ShortTest.Kind.HBM,
                            node == 1 ? 5 : -1,
                            0.9));
        }
        ear.end(job);
        assertThat(ear.found()).containsExactly("n1/5 hbm_slow");
        assertThat(ear.alarms().get(0).time()).as("when it could be said").isEqualTo(after);
    }

    @Test
    void theSameInputGivesTheSameAnswers() {
        SyntheticJob job = job(4).with(hot(13, 1.2, 20, LONG)).with(moreWork(3, 1.2, 5, LONG));
        Ear first = job.run();
        Ear second = job.run();
        assertThat(second.heard).isEqualTo(first.heard);
        assertThat(second.verdicts).isEqualTo(first.verdicts);
    }

    @Test
    void aJobInWhichOneUsersRankHasMoreWorkMakesNoLemon() {
        Ear ear = new Ear();
        for (int i = 0; i < 12; i++) {
            SyntheticJob job =
                    new SyntheticJob("j" + i, 2).seed(i).with(moreWork(3, 1.15, 0, LONG));
            ear.begin(job).samples(job.samples()).end(job);
        }
        assertThat(ear.suspects()).containsExactly("n0/3");
        assertThat(ear.detector.lemons()).isEmpty();
    }

    @Test
    void aGpuThatIsSlowInJobAfterJobIsALemonUntilItIsRepaired() {
        Ear ear = new Ear();
        for (int i = 0; i < 20; i++) {
            SyntheticJob job =
                    new SyntheticJob("j" + i, 2)
                            .ofUser("user" + i % 6)
                            .seed(i)
                            .ticks(30)
                            .with(locked(3, i < 10 ? 1.1 : 1, 0, LONG));
            ear.begin(job).samples(job.samples()).end(job);
            if (i == 9) {
                assertThat(ear.detector.lemons())
                        .extracting(lemon -> lemon.node() + "/" + lemon.gpu())
                        .containsExactly("n0/3");
            }
        }
        assertThat(ear.detector.lemons()).isEmpty();
    }
}
