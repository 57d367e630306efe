package dev.farrier.strag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.strag.Truth.Positive;
import java.util.List;
import org.junit.jupiter.api.Test;

class TruthsTest {
    private final ScenarioBuilder scenario = new ScenarioBuilder("T", "", 5).nodes(Sku.H100, 2);

    private List<Positive> positives() {
        return Truths.of(scenario.build()).positives();
    }

    @Test
    void aFaultCountsFromTheFirstSampleThatShowsIt() {
        scenario.job("j1").samples(60);
        scenario.fault(FaultKind.PCIE, 1, 4, 251, 1.1);
        assertThat(positives())
                .containsExactly(new Positive("j1", "n0001", 4, FaultKind.PCIE, 260, 0.1, "f0"));
    }

    @Test
    void aFaultFromBeforeTheJobCountsFromItsFirstSample() {
        scenario.job("j1").start(100).samples(60).phase(33);
        scenario.fault(FaultKind.CLOCK_LOCK, 1, 4, 0, 1.1);
        assertThat(positives()).extracting(Positive::onset).containsExactly(133.0);
    }

    @Test
    void aRampCountsFromTwoThirds() {
        scenario.job("j1").samples(60);
        scenario.fault(FaultKind.THERMAL, 0, 6, 300, Fault.NEVER, 1.3, 1, 0, 60);
        assertThat(positives()).extracting(Positive::onset).containsExactly(340.0);
    }

    @Test
    void lessThanFivePercentDoesNotCount() {
        scenario.job("j1").samples(60);
        scenario.fault(FaultKind.CLOCK_LOCK, 0, 0, 0, 1.049);
        scenario.fault(FaultKind.CLOCK_LOCK, 1, 0, 0, 1.05);
        assertThat(positives()).extracting(Positive::node).containsExactly("n0001");
    }

    @Test
    void twoSamplesDoNotCountAndThreeDo() {
        scenario.job("j1").samples(60);
        scenario.fault(FaultKind.THERMAL, 0, 0, 300, 320, 1.3);
        scenario.fault(FaultKind.THERMAL, 1, 0, 300, 330, 1.3);
        assertThat(positives()).extracting(Positive::node).containsExactly("n0001");
    }

    @Test
    void communicationCountsByItsShareOfTheStep() {
        scenario.job("j1").samples(60);
        scenario.fault(FaultKind.NETWORK, 0, -1, 0, 2.2);
        assertThat(positives()).extracting(Positive::effect).containsExactly(0.183);
    }

    @Test
    void aNetworkDoesNotSlowAJobOfOneNode() {
        scenario.job("j1", List.of(0)).samples(60);
        scenario.fault(FaultKind.NETWORK, 0, -1, 0, 2.2);
        assertThat(positives()).isEmpty();
    }

    @Test
    void aLemonIsNoPositiveOfAJob() {
        scenario.job("j1").samples(60);
        scenario.fault(FaultKind.MILD, 1, 0, 0, 1.08).acrossJobs().lemon(1);
        Truth truth = Truths.of(scenario.build());
        assertThat(truth.positives()).isEmpty();
        assertThat(truth.lemons()).containsExactly("n0001");
    }

    @Test
    void refusesTwoFaultsThatCountOnOneNodeOfAJob() {
        scenario.job("j1").samples(60);
        scenario.fault(FaultKind.PCIE, 1, 0, 0, 1.1).fault(FaultKind.ECC, 1, 3, 0, 1.1);
        assertThatThrownBy(this::positives)
                .hasMessage("T: two faults count in job and node j1 n0001");
    }

    @Test
    void countsNodeDaysAsTheExamplesDo() {
        scenario.job("j1").samples(90);
        Truth truth = Truths.of(scenario.build());
        assertThat(truth.nodeDays()).isEqualTo(0.0208);
        assertThat(truth.jobNodes()).isEqualTo(2);
        assertThat(truth.gpus()).isEqualTo(16);
    }
}
