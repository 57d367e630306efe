package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CauseOrderTest {
    private static final double NAN = Double.NaN;

    /** A GPU that became 15 % slower during the job, all of it known and nothing to explain it. */
    private static final class Signs {
        double effect = 0.15;
        boolean began = true;
        double clockLoss;
        double hotterCelsius;
        double warmedCelsius;
        double headroomCelsius = 25;
        double powerLoss;
        double brake;
        double hot;
        double slowdown;
        double cap;
        double capAbove;
        double narrow;
        double oldGeneration;
        double memoryErrors;
        double replays;
        double gemmLoss = NAN;
        double gemmLossToReference = NAN;
        double hbmRatio = NAN;
        double hostToDeviceRatio = NAN;
        double cpuAbove;
        double latencyRatio = NAN;
        double slowShare = 1 / 8.0;
        double companyShare = 1 / 8.0;

        Evidence evidence() {
            return new Evidence(
                    effect,
                    began,
                    clockLoss,
                    hotterCelsius,
                    warmedCelsius,
                    headroomCelsius,
                    powerLoss,
                    brake,
                    hot,
                    slowdown,
                    cap,
                    capAbove,
                    narrow,
                    oldGeneration,
                    memoryErrors,
                    replays,
                    gemmLoss,
                    gemmLossToReference,
                    hbmRatio,
                    hostToDeviceRatio,
                    cpuAbove,
                    latencyRatio,
                    slowShare,
                    companyShare);
        }
    }

    private static Cause cause(Consumer<Signs> change) {
        Signs signs = new Signs();
        change.accept(signs);
        return new CauseOrder(StragglerSettings.defaults()).causeOf(signs.evidence());
    }

    private static void allBitsUnknown(Signs s) {
        s.brake = NAN;
        s.hot = NAN;
        s.slowdown = NAN;
        s.cap = NAN;
        s.capAbove = NAN;
    }

    @Test
    void isUnevenWorkWithoutAnySign() {
        assertThat(cause(s -> {})).isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void frozenTelemetryExplainsNothing() {
        assertThat(
                        cause(
                                s -> {
                                    allBitsUnknown(s);
                                    s.clockLoss = NAN;
                                    s.hotterCelsius = NAN;
                                    s.warmedCelsius = NAN;
                                    s.headroomCelsius = NAN;
                                    s.powerLoss = NAN;
                                    s.narrow = NAN;
                                    s.oldGeneration = NAN;
                                    s.memoryErrors = NAN;
                                    s.replays = NAN;
                                    s.cpuAbove = NAN;
                                }))
                .isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void brakesByItsBit() {
        assertThat(
                        cause(
                                s -> {
                                    s.effect = 0.7;
                                    s.clockLoss = 0.7;
                                    s.powerLoss = 0.6;
                                    s.brake = 1;
                                    s.slowdown = 1;
                                    s.slowShare = 1;
                                }))
                .isEqualTo(Cause.POWER_BRAKE);
    }

    @Test
    void brakesWithoutBitsWhenTheWholeNodeHalvesItsClockAndPower() {
        Consumer<Signs> halved =
                s -> {
                    allBitsUnknown(s);
                    s.effect = 0.7;
                    s.clockLoss = 0.7;
                    s.powerLoss = 0.6;
                };
        assertThat(cause(halved.andThen(s -> s.slowShare = 1))).isEqualTo(Cause.POWER_BRAKE);
        assertThat(cause(halved)).as("one GPU alone").isNotEqualTo(Cause.POWER_BRAKE);
    }

    @Test
    void isThermalByItsBitAndALowClock() {
        assertThat(
                        cause(
                                s -> {
                                    s.hot = 0.9;
                                    s.clockLoss = 0.15;
                                }))
                .isEqualTo(Cause.THERMAL);
    }

    @Test
    void bitsWithoutAClockLossExplainNothing() {
        assertThat(cause(s -> s.hot = 1)).isEqualTo(Cause.UNEVEN_WORK);
        assertThat(cause(s -> s.slowdown = 1)).isEqualTo(Cause.UNEVEN_WORK);
        assertThat(
                        cause(
                                s -> {
                                    s.cap = 1;
                                    s.capAbove = 1;
                                    s.powerLoss = 0.2;
                                }))
                .isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void believesTheHotBitWhereTheClockIsNotKnown() {
        assertThat(
                        cause(
                                s -> {
                                    s.hot = 1;
                                    s.clockLoss = NAN;
                                }))
                .isEqualTo(Cause.THERMAL);
    }

    @Test
    void hotWithoutAClockLossExplainsNothing() {
        assertThat(
                        cause(
                                s -> {
                                    s.hotterCelsius = 15;
                                    s.warmedCelsius = 15;
                                    s.headroomCelsius = 1;
                                }))
                .isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void isThermalNearTheSlowdownTemperatureBeforeTheBitsAppear() {
        assertThat(
                        cause(
                                s -> {
                                    s.clockLoss = 0.14;
                                    s.headroomCelsius = 2;
                                }))
                .isEqualTo(Cause.THERMAL);
    }

    @Test
    void isThermalWhenItHasWarmedAboveItsPeers() {
        assertThat(
                        cause(
                                s -> {
                                    s.clockLoss = 0.14;
                                    s.hotterCelsius = 12;
                                    s.warmedCelsius = 10;
                                }))
                .isEqualTo(Cause.THERMAL);
    }

    @Test
    void aGpuThatWasAlwaysHotIsNotThermalWhenItsClockIsLocked() {
        assertThat(
                        cause(
                                s -> {
                                    s.clockLoss = 0.14;
                                    s.hotterCelsius = 12;
                                    s.warmedCelsius = 1;
                                }))
                .isEqualTo(Cause.CLOCK_LOCK);
    }

    @Test
    void isAHardwareSlowdownByThatBitAlone() {
        assertThat(
                        cause(
                                s -> {
                                    s.slowdown = 1;
                                    s.clockLoss = 0.15;
                                }))
                .isEqualTo(Cause.HARDWARE_SLOWDOWN);
    }

    @Test
    void isTheHostWhenTheNodesGpusAreSlowAtFullClockAndItsCpusAreBusy() {
        assertThat(
                        cause(
                                s -> {
                                    s.slowShare = 1;
                                    s.cpuAbove = 50;
                                }))
                .isEqualTo(Cause.HOST);
    }

    @Test
    void aBusyHostExplainsNeitherOneGpuNorALowClock() {
        assertThat(cause(s -> s.cpuAbove = 50)).isEqualTo(Cause.UNEVEN_WORK);
        assertThat(
                        cause(
                                s -> {
                                    s.slowShare = 1;
                                    s.cpuAbove = 50;
                                    s.clockLoss = 0.15;
                                }))
                .isEqualTo(Cause.CLOCK_LOCK);
    }

    @Test
    void slowLaunchesSpeakForTheHostUnlessItsCpusAreIdle() {
        Consumer<Signs> launches =
                s -> {
                    s.slowShare = 1;
                    s.latencyRatio = 1.8;
                };
        assertThat(cause(launches.andThen(s -> s.cpuAbove = NAN))).isEqualTo(Cause.HOST);
        assertThat(cause(launches)).isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void isPcieByANarrowLinkAnOldGenerationReplaysOrASlowCopy() {
        assertThat(cause(s -> s.narrow = 1)).isEqualTo(Cause.PCIE);
        assertThat(cause(s -> s.oldGeneration = 1)).isEqualTo(Cause.PCIE);
        assertThat(cause(s -> s.replays = 2)).isEqualTo(Cause.PCIE);
        assertThat(cause(s -> s.hostToDeviceRatio = 0.5)).isEqualTo(Cause.PCIE);
    }

    @Test
    void aNarrowLinkThatCopiesAsFastAsTheOthersExplainsNothing() {
        assertThat(
                        cause(
                                s -> {
                                    s.narrow = 1;
                                    s.hostToDeviceRatio = 0.99;
                                }))
                .isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void aNarrowLinkDoesNotHideALowClock() {
        assertThat(
                        cause(
                                s -> {
                                    s.narrow = 1;
                                    s.clockLoss = 0.15;
                                }))
                .isEqualTo(Cause.CLOCK_LOCK);
    }

    @Test
    void isCorrectedErrorsWhenTheMemoryTestDoesNotClearThem() {
        assertThat(cause(s -> s.memoryErrors = 4)).isEqualTo(Cause.CORRECTED_MEMORY_ERRORS);
        assertThat(
                        cause(
                                s -> {
                                    s.memoryErrors = 4;
                                    s.hbmRatio = 0.93;
                                }))
                .isEqualTo(Cause.CORRECTED_MEMORY_ERRORS);
    }

    @Test
    void correctedErrorsWithACleanMemoryTestExplainNothing() {
        assertThat(
                        cause(
                                s -> {
                                    s.memoryErrors = 4;
                                    s.hbmRatio = 1;
                                }))
                .isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void isSlowMemoryByItsTestAlone() {
        assertThat(cause(s -> s.hbmRatio = 0.93)).isEqualTo(Cause.SLOW_MEMORY);
    }

    @Test
    void isAPowerCapByItsBitAndLessPowerThanThePeers() {
        assertThat(
                        cause(
                                s -> {
                                    s.clockLoss = 0.15;
                                    s.powerLoss = 0.3;
                                    s.cap = 1;
                                    s.capAbove = 0.8;
                                }))
                .isEqualTo(Cause.POWER_CAP);
    }

    @Test
    void aLockedClockThatDrawsLessPowerIsNoCap() {
        assertThat(
                        cause(
                                s -> {
                                    s.clockLoss = 0.15;
                                    s.powerLoss = 0.2;
                                }))
                .as("the bit says no")
                .isEqualTo(Cause.CLOCK_LOCK);
        assertThat(
                        cause(
                                s -> {
                                    allBitsUnknown(s);
                                    s.clockLoss = 0.15;
                                    s.powerLoss = 0.2;
                                }))
                .as("nobody knows the bits")
                .isEqualTo(Cause.CLOCK_LOCK);
        assertThat(
                        cause(
                                s -> {
                                    s.clockLoss = 0.15;
                                    s.powerLoss = 0.2;
                                    s.cap = 1;
                                    s.capAbove = 0;
                                }))
                .as("all GPUs run at their cap")
                .isEqualTo(Cause.CLOCK_LOCK);
    }

    @Test
    void isAPowerCapWithoutBitsWhenThePowerFallsMuchMoreThanTheClock() {
        assertThat(
                        cause(
                                s -> {
                                    allBitsUnknown(s);
                                    s.clockLoss = 0.15;
                                    s.powerLoss = 0.36;
                                }))
                .isEqualTo(Cause.POWER_CAP);
    }

    @Test
    void aClockOffsetMuchSmallerThanTheEffectExplainsNothing() {
        assertThat(cause(s -> s.clockLoss = 0.03)).isEqualTo(Cause.UNEVEN_WORK);
        assertThat(cause(s -> s.clockLoss = 0.14)).isEqualTo(Cause.CLOCK_LOCK);
    }

    @Test
    void whatAGoodGpuMayLoseIsNotItsClocksFault() {
        assertThat(
                        cause(
                                s -> {
                                    s.began = false;
                                    s.effect = 0.05;
                                    s.clockLoss = 0.05;
                                }))
                .isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void isAWeakGpuWhenItsTestLosesAllOfItAndItsClockHalf() {
        Consumer<Signs> weak =
                s -> {
                    s.began = false;
                    s.effect = 0.09;
                    s.clockLoss = 0.045;
                    s.gemmLoss = 0.09;
                };
        assertThat(cause(weak)).isEqualTo(Cause.WEAK_GPU);
        assertThat(cause(weak.andThen(s -> s.clockLoss = 0.09))).isEqualTo(Cause.CLOCK_LOCK);
        assertThat(cause(weak.andThen(s -> s.gemmLoss = 0))).isEqualTo(Cause.UNEVEN_WORK);
    }

    @Test
    void onlyACauseEarlierInTheOrderReplacesOneThatWasSaid() {
        assertThat(CauseOrder.mayReplace(Cause.CLOCK_LOCK, Cause.THERMAL)).isTrue();
        assertThat(CauseOrder.mayReplace(Cause.THERMAL, Cause.CLOCK_LOCK)).isFalse();
        assertThat(CauseOrder.mayReplace(Cause.THERMAL, Cause.THERMAL)).isFalse();
        assertThat(CauseOrder.mayReplace(Cause.THERMAL, Cause.UNEVEN_WORK)).isFalse();
        assertThat(CauseOrder.mayReplace(Cause.CLOCK_LOCK, Cause.WEAK_GPU)).isTrue();
    }
}
