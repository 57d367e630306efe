package dev.farrier.straggler;

/**
 * Every constant of the detector. Log ratios are natural logarithms: 0.0488 = log 1.05 is 5 %
 * slower.
 *
 * @param matters a slow-down that is worth an alarm: κ of the level and the least median
 * @param changeMatters the same for a change against the rank's own past or its own test, where the
 *     natural effect of the GPU cancels; below {@code matters}, so that a fault of 5 % is above it
 *     in spite of the noise
 * @param effectMatters the least mean effect of an episode in which a change alarms
 * @param noiseShare κ is at least this share of the noise scale
 * @param alarm height H of the truncated CUSUM at which it alarms
 * @param clip most that one sample moves the CUSUM, in noise scales: one spike is no alarm
 * @param window samples of the median that must agree (half of it from 60 s between samples on,
 *     twice as many when lines miss)
 * @param clears level below which an episode may end
 * @param leastNoiseOwn floor of the noise scale of step times
 * @param leastNoiseClock the same of clocks, which come in steps of 15 MHz
 * @param natural spread τ between good GPUs, for the error of a small cohort's median
 * @param naturalLimit what the slowest good GPU may lose against the others, by design and with the
 *     errors of the medians
 * @param clockLoss a clock that low explains something
 * @param clockShare the share of the effect that a clock loss must have to explain it
 * @param bitShare share of an episode's samples in which a reason bit must be set
 * @param hotterCelsius a GPU that much hotter than its peers is hot
 * @param nearSlowdownCelsius a GPU that near to its slow-down temperature is hot
 * @param capPower power that much under the peers' speaks for a cap
 * @param hostPoints CPU use that many points above the other nodes' speaks for the host
 * @param latencyRatio launch latency that many times the others' speaks for the host
 * @param nodeShare share of a node's GPUs that must be slow before the node is
 * @param errorsPerSecond corrected memory errors that speak for the memory
 * @param linkErrorsPerSecond link errors of a node that are worth a look at the step time
 * @param linkHistory link errors must be that many times the node's own past and the other nodes'
 *     rate
 * @param stepMatters rise of the job's step that confirms a link fault
 * @param testLowReference a compute test that low against the reference of the SKU is low: the
 *     majority may be slow
 * @param memoryLow ratio of the memory test below which the memory is slow
 * @param hostToDeviceLow ratio of the host-to-device test below which the PCIe link is slow
 * @param eventShare a share of a cohort that, alarmed at once, is one event
 * @param falseDiscoveries q of Benjamini and Hochberg at the end of a job
 * @param forget λ, by which what is known of a node fades with each job
 * @param interaction τ of a GPU with an application
 * @param lemonJobs a node effect from jobs above it is a lemon's
 * @param lemonTests a node effect from tests above it is a lemon's
 * @param lemonNatural the same for a GPU whose clock shows all of its loss, as that of a good one
 *     at the slow end does
 * @param lemonLeastJobs fewest jobs before anything is called a lemon
 * @param intermittentRate rate of alarms a job that is usual in a fleet
 * @param intermittentChance tail probability, over the whole fleet, below which alarms are no
 *     chance
 */
public record StragglerSettings(
        double matters,
        double changeMatters,
        double effectMatters,
        double noiseShare,
        double alarm,
        double clip,
        int window,
        double clears,
        double leastNoiseOwn,
        double leastNoiseClock,
        double natural,
        double naturalLimit,
        double clockLoss,
        double clockShare,
        double bitShare,
        double hotterCelsius,
        double nearSlowdownCelsius,
        double capPower,
        double hostPoints,
        double latencyRatio,
        double nodeShare,
        double errorsPerSecond,
        double linkErrorsPerSecond,
        double linkHistory,
        double stepMatters,
        double testLowReference,
        double memoryLow,
        double hostToDeviceLow,
        double eventShare,
        double falseDiscoveries,
        double forget,
        double interaction,
        double lemonJobs,
        double lemonTests,
        double lemonNatural,
        int lemonLeastJobs,
        double intermittentRate,
        double intermittentChance) {

    public static StragglerSettings defaults() {
        return new StragglerSettings(
                Math.log(1.05),
                Math.log(1.035),
                Math.log(1.043),
                0.5,
                10,
                3,
                6,
                Math.log(1.025),
                0.004,
                0.006,
                0.015,
                0.056,
                0.025,
                0.4,
                0.3,
                8,
                3,
                0.10,
                20,
                1.5,
                0.75,
                0.2,
                0.5,
                3,
                Math.log(1.035),
                0.09,
                0.955,
                0.87,
                0.25,
                0.05,
                0.93,
                0.012,
                Math.log(1.035),
                Math.log(1.047),
                0.053,
                5,
                0.01,
                1e-4);
    }

    /** Samples of the median: fewer where they are a minute apart. */
    int window(double intervalSeconds) {
        return intervalSeconds >= 60 ? Math.max(3, window / 2) : window;
    }
}
