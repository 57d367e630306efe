package dev.farrier.straggler;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What speaks for one cause or another in the window of an alarm; NaN where nobody knows.
 *
 * @param effect log ratio of the rank's own time
 * @param began whether it began during the job: then each sign is a change since before, not a
 *     level
 * @param clockLoss −log of the clock, against the peers or its own past
 * @param hotterCelsius against the peers
 * @param warmedCelsius since before it began
 * @param headroomCelsius left to the slow-down temperature
 * @param powerLoss −log of the power, against the peers or its own past
 * @param brake shares of samples with each reason bit
 * @param capAbove share of samples at the power cap, less that of all GPUs of the SKU
 * @param narrow share of samples with too few PCIe lanes
 * @param oldGeneration share of samples under load with a lower PCIe generation
 * @param memoryErrors a second
 * @param replays PCIe replays a second
 * @param gemmLoss −log of the compute test, against the tests of the others
 * @param hbmRatio of the memory test to that of the others or its own before the job, the lower
 * @param hostToDeviceRatio the same of the host-to-device test
 * @param cpuAbove points of CPU use, against the other nodes and its own past, the lower
 * @param latencyRatio of the kernel launch to the others'
 * @param slowShare share of the node's GPUs that are slow
 * @param companyShare share of the node's GPUs that are slow, or were in this job, without a reason
 */
record Evidence(
        double effect,
        boolean began,
        double clockLoss,
        double hotterCelsius,
        double warmedCelsius,
        double headroomCelsius,
        double powerLoss,
        double brake,
        double hot,
        double slowdown,
        double cap,
        double capAbove,
        double narrow,
        double oldGeneration,
        double memoryErrors,
        double replays,
        double gemmLoss,
        double gemmLossToReference,
        double hbmRatio,
        double hostToDeviceRatio,
        double cpuAbove,
        double latencyRatio,
        double slowShare,
        double companyShare) {

    /** The numbers that are known, by name. */
    Map<String, Double> numbers() {
        Map<String, Double> known = new LinkedHashMap<>();
        put(known, "clockLoss", clockLoss);
        put(known, "hotterCelsius", hotterCelsius);
        put(known, "headroomCelsius", headroomCelsius);
        put(known, "powerLoss", powerLoss);
        put(known, "brakeShare", brake);
        put(known, "hotShare", hot);
        put(known, "slowdownShare", slowdown);
        put(known, "capShare", cap);
        put(known, "narrowShare", narrow);
        put(known, "oldGenerationShare", oldGeneration);
        put(known, "memoryErrorsPerSecond", memoryErrors);
        put(known, "replaysPerSecond", replays);
        put(known, "gemmLoss", gemmLoss);
        put(known, "hbmRatio", hbmRatio);
        put(known, "hostToDeviceRatio", hostToDeviceRatio);
        put(known, "cpuAbovePoints", cpuAbove);
        put(known, "latencyRatio", latencyRatio);
        put(known, "slowShare", slowShare);
        put(known, "companyShare", companyShare);
        return known;
    }

    private static void put(Map<String, Double> known, String name, double value) {
        if (!Double.isNaN(value)) {
            known.put(name, value);
        }
    }
}
