package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NodeStateTest {
    private static final int GPUS = 2;
    private static final double INTERVAL = 10;

    private final NodeState state = new NodeState(GPUS);
    private final Tick tick = new Tick(GPUS, 1);
    private final SplittableRandom random = new SplittableRandom(1);

    private NodeSample sample(double time) {
        NodeSample sample = new NodeSample(GPUS).clear("j", "n", time).cpuPercent(20);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            sample.set(Metric.OWN_TIME, gpu, 1000 + random.nextDouble());
            sample.set(Metric.SM_CLOCK, gpu, 1400 + random.nextDouble());
            sample.set(Metric.TEMPERATURE, gpu, 60);
            sample.set(Metric.POWER, gpu, 600);
        }
        return sample;
    }

    private NodeSample counter(double time, Metric metric, double first, double second) {
        return sample(time).set(metric, 0, first).set(metric, 1, second);
    }

    private void tell(NodeSample sample) {
        tick.open(0);
        state.fill(tick, 0, sample);
    }

    @Test
    void readsWhatASampleSays() {
        tell(
                sample(0)
                        .set(Metric.SM_ACTIVE, 0, 80)
                        .set(Metric.PCIE_GENERATION, 0, 5)
                        .set(Metric.PCIE_WIDTH, 0, 16)
                        .set(Metric.THROTTLE_REASONS, 0, 0x24));
        assertThat(tick.logOwn[0]).isCloseTo((float) Math.log(1000), within(0.002f));
        assertThat(tick.logClock[0]).isCloseTo((float) Math.log(1400), within(0.002f));
        assertThat(tick.temperature[0]).isEqualTo(60);
        assertThat(tick.logPower[0]).isEqualTo((float) Math.log(600));
        assertThat(tick.logActive[0]).isEqualTo((float) Math.log(80));
        assertThat(tick.generation[0]).isEqualTo(5);
        assertThat(tick.width[0]).isEqualTo(16);
        assertThat(tick.hot(0)).isEqualTo(1);
        assertThat(tick.cap(0)).isEqualTo(1);
        assertThat(tick.brake(0)).isZero();
        assertThat(tick.brake(1)).as("no reasons").isNaN();
        assertThat(tick.cpu[0]).isEqualTo(20);
    }

    @Test
    void takesAbsurdValuesForMissing() {
        tell(
                sample(0)
                        .cpuPercent(-3)
                        .set(Metric.OWN_TIME, 0, -1)
                        .set(Metric.OWN_TIME, 1, 1e300)
                        .set(Metric.SM_CLOCK, 0, 0)
                        .set(Metric.SM_CLOCK, 1, 1e11)
                        .set(Metric.TEMPERATURE, 0, 511)
                        .set(Metric.POWER, 0, Double.POSITIVE_INFINITY)
                        .set(Metric.POWER, 1, 1e10)
                        .set(Metric.SM_ACTIVE, 0, 6500)
                        .set(Metric.PCIE_WIDTH, 0, 0)
                        .set(Metric.THROTTLE_REASONS, 0, -1));
        assertThat(tick.logOwn).containsOnly(Float.NaN);
        assertThat(tick.logClock).containsOnly(Float.NaN);
        assertThat(tick.temperature[0]).isNaN();
        assertThat(tick.logPower).containsOnly(Float.NaN);
        assertThat(tick.logActive).containsOnly(Float.NaN);
        assertThat(tick.width).containsOnly(Float.NaN);
        assertThat(tick.bits).containsOnly(Float.NaN);
        assertThat(tick.cpu[0]).isNaN();
    }

    @Test
    void givesCountersAsIncreasesASecond() {
        tell(counter(0, Metric.CORRECTED_ERRORS, 100, 7));
        assertThat(tick.memoryErrors).containsOnly(Float.NaN);
        tell(counter(10, Metric.CORRECTED_ERRORS, 140, 7));
        assertThat(tick.memoryErrors).containsExactly(4, 0);
    }

    @Test
    void spreadsAnIncreaseOverTheTimeInWhichTheCounterWasMissing() {
        tell(counter(0, Metric.CORRECTED_ERRORS, 100, 7));
        for (int k = 1; k < 10; k++) {
            tell(sample(k * INTERVAL));
            assertThat(tick.memoryErrors).containsOnly(Float.NaN);
        }
        tell(counter(100, Metric.CORRECTED_ERRORS, 140, 7));
        assertThat(tick.memoryErrors[0]).isEqualTo(0.4f);
    }

    @Test
    void saysNothingOfACounterThatRestarted() {
        tell(counter(0, Metric.PCIE_REPLAYS, 50_000, 0));
        tell(counter(10, Metric.PCIE_REPLAYS, 3, 0));
        assertThat(tick.replays[0]).isNaN();
        tell(counter(20, Metric.PCIE_REPLAYS, 23, 0));
        assertThat(tick.replays[0]).isEqualTo(2);
    }

    @Test
    void addsTheLinksOfANodeAndNamesTheOneThatHasNearlyAllErrors() {
        tell(counter(0, Metric.NVLINK_ERRORS, 0, 0));
        tell(counter(10, Metric.NVLINK_ERRORS, 60, 2));
        assertThat(tick.nvlinkErrors[0]).isCloseTo(6.2f, within(1e-6f));
        assertThat(tick.worstNvlink[0]).isZero();
        tell(counter(20, Metric.NVLINK_ERRORS, 100, 42));
        assertThat(tick.nvlinkErrors[0]).isCloseTo(8, within(1e-6f));
        assertThat(tick.worstNvlink[0]).as("spread over both").isEqualTo(-1);
    }

    @Test
    void weighsALinkThatWentDownAsTenSymbolErrors() {
        tell(counter(0, Metric.IB_LINK_DOWNS, 0, 0).set(Metric.IB_SYMBOL_ERRORS, 0, 5));
        tell(counter(10, Metric.IB_LINK_DOWNS, 0, 1).set(Metric.IB_SYMBOL_ERRORS, 0, 15));
        assertThat(tick.networkErrors[0]).isCloseTo(2, within(1e-6f));
    }

    @Test
    void saysNothingOfTelemetryThatStandsStill() {
        NodeSample same = sample(0);
        for (int k = 0; k < 3; k++) {
            NodeSample again = new NodeSample(GPUS).clear("j", "n", k * INTERVAL).cpuPercent(20);
            for (int gpu = 0; gpu < GPUS; gpu++) {
                for (Metric metric : Metric.values()) {
                    again.set(metric, gpu, same.get(metric, gpu));
                }
                again.set(Metric.OWN_TIME, gpu, 1000 + k);
            }
            tell(again);
        }
        assertThat(tick.logClock).containsOnly(Float.NaN);
        assertThat(tick.temperature).containsOnly(Float.NaN);
        assertThat(tick.cpu[0]).isNaN();
        assertThat(tick.logOwn).as("the job itself goes on").doesNotContain(Float.NaN);
        tell(sample(40));
        assertThat(tick.logClock).doesNotContain(Float.NaN);
    }

    @Test
    void saysNothingAtAllWhenOwnTimesStandStillToo() {
        NodeSample same = sample(0);
        tell(same);
        tell(same);
        tell(same);
        assertThat(tick.logOwn).containsOnly(Float.NaN);
    }

    @Test
    void doesNotTakeAFrozenCounterForAQuietOneNorItsThawForABurst() {
        NodeSample same = counter(0, Metric.NVLINK_ERRORS, 1000, 0);
        tell(same);
        for (int k = 1; k <= 20; k++) {
            NodeSample again = new NodeSample(GPUS).clear("j", "n", k * INTERVAL);
            for (int gpu = 0; gpu < GPUS; gpu++) {
                for (Metric metric : Metric.values()) {
                    again.set(metric, gpu, same.get(metric, gpu));
                }
            }
            tell(again);
        }
        assertThat(tick.nvlinkErrors[0]).isNaN();
        tell(counter(210, Metric.NVLINK_ERRORS, 1042, 0));
        assertThat(tick.nvlinkErrors[0]).isBetween(0.2f, 0.3f);
    }

    @Test
    void aNodeWithoutTelemetryIsNotFrozen() {
        for (int k = 0; k < 5; k++) {
            tell(new NodeSample(GPUS).clear("j", "n", k).set(Metric.OWN_TIME, 0, 1000));
        }
        assertThat(tick.logOwn[0]).isEqualTo((float) Math.log(1000));
    }
}
