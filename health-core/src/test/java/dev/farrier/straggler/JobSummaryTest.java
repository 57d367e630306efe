package dev.farrier.straggler;

import static dev.farrier.straggler.SyntheticJob.hot;
import static dev.farrier.straggler.SyntheticJob.locked;
import static dev.farrier.straggler.SyntheticJob.moreWork;
import static dev.farrier.straggler.SyntheticJob.network;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.farrier.straggler.SyntheticJob.Ear;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobSummaryTest {
    private static final int LONG = 1000;

    private static JobVerdict verdict(SyntheticJob job) {
        return job.run().verdict();
    }

    @Test
    void namesWhoAndSinceWhenAndWhyAndByHowMuch() {
        SyntheticJob job = new SyntheticJob("j", 4).with(hot(13, 1.2, 20, LONG));
        Ear ear = job.run();
        assertThat(ear.verdict().job()).isEqualTo("j");
        assertThat(ear.verdict().time()).isEqualTo(job.time(60));
        assertThat(ear.verdict().stragglers()).hasSize(1);
        JobVerdict.Straggler straggler = ear.verdict().stragglers().get(0);
        assertThat(straggler.node()).isEqualTo("n1");
        assertThat(straggler.gpu()).isEqualTo(5);
        assertThat(straggler.since()).isEqualTo(ear.alarms().get(0).time());
        assertThat(straggler.cause()).isEqualTo(Cause.THERMAL);
        assertThat(straggler.effect()).isCloseTo(Math.log(1.2), within(0.02));
        assertThat(straggler.confidence()).isEqualTo(Detection.Confidence.ALARM);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void atMostSuspectsARankOfAJobWithFewerThanFour(int gpus) {
        SyntheticJob well = new SyntheticJob("j", 1).gpusPerNode(gpus);
        assertThat(well.run().heard).isEmpty();
        assertThat(well.run().verdict().outcome()).isEqualTo(JobVerdict.Outcome.CANNOT_TELL);
        Ear ear = well.with(locked(0, 1.3, 20, LONG)).run();
        assertThat(ear.alarms()).isEmpty();
        assertThat(ear.suspects()).containsExactly("n0/0");
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.SUSPECT);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void isNotSuspiciousOfMoreWorkWhereThereAreNoPeers(int gpus) {
        SyntheticJob job =
                new SyntheticJob("j", 1).gpusPerNode(gpus).with(moreWork(0, 1.3, 20, LONG));
        assertThat(job.run().heard).isEmpty();
    }

    @Test
    void canTellFromFourRanksOn() {
        SyntheticJob well = new SyntheticJob("j", 1).gpusPerNode(4);
        assertThat(verdict(well).outcome()).isEqualTo(JobVerdict.Outcome.NO_STRAGGLER);
        SyntheticJob slow = new SyntheticJob("j", 1).gpusPerNode(4).with(locked(2, 1.3, 20, LONG));
        assertThat(verdict(slow).outcome()).isEqualTo(JobVerdict.Outcome.STRAGGLER);
        assertThat(verdict(slow).stragglers())
                .extracting(JobVerdict.Straggler::gpu)
                .containsExactly(2);
    }

    @Test
    void cannotTellOfAJobWithOneOrTwoSamples() {
        assertThat(verdict(new SyntheticJob("j", 4).ticks(2)).outcome())
                .isEqualTo(JobVerdict.Outcome.CANNOT_TELL);
        assertThat(verdict(new SyntheticJob("j", 4).ticks(3)).outcome())
                .isEqualTo(JobVerdict.Outcome.NO_STRAGGLER);
    }

    @Test
    void cannotTellWhereMostNodesSaidNothing() {
        SyntheticJob job = new SyntheticJob("j", 8);
        Ear ear =
                job.hear(job.samples().stream().filter(s -> s.node().compareTo("n3") < 0).toList());
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.CANNOT_TELL);
    }

    @Test
    void aSuspectAloneMakesTheJobSuspect() {
        JobVerdict verdict = verdict(new SyntheticJob("j", 4).with(moreWork(3, 1.2, 10, LONG)));
        assertThat(verdict.outcome()).isEqualTo(JobVerdict.Outcome.SUSPECT);
        assertThat(verdict.stragglers().get(0).cause()).isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void anAlarmStandsBesideASuspect() {
        JobVerdict verdict =
                verdict(
                        new SyntheticJob("j", 4)
                                .with(moreWork(3, 1.2, 10, LONG))
                                .with(hot(13, 1.2, 20, LONG)));
        assertThat(verdict.outcome()).isEqualTo(JobVerdict.Outcome.STRAGGLER);
        assertThat(verdict.stragglers())
                .extracting(JobVerdict.Straggler::confidence)
                .containsExactly(Detection.Confidence.SUSPECT, Detection.Confidence.ALARM);
    }

    @Test
    void aClearSlowDownStandsAmongHundredsOfRanks() {
        JobVerdict verdict = verdict(new SyntheticJob("j", 64).with(hot(300, 1.15, 20, LONG)));
        assertThat(verdict.stragglers())
                .extracting(JobVerdict.Straggler::confidence)
                .containsExactly(Detection.Confidence.ALARM);
    }

    @Test
    void aSlowLinkIsAStragglerWithoutASlowRank() {
        assertThat(verdict(new SyntheticJob("j", 4).with(network(3, 1.3, 20, LONG))).outcome())
                .isEqualTo(JobVerdict.Outcome.STRAGGLER);
    }

    @Test
    void aJobThatSaidNothingCannotBeTold() {
        SyntheticJob job = new SyntheticJob("j", 4);
        Ear ear = new Ear().begin(job).end(job);
        assertThat(ear.verdict().outcome()).isEqualTo(JobVerdict.Outcome.CANNOT_TELL);
        assertThat(ear.verdict().samples()).isZero();
    }
}
