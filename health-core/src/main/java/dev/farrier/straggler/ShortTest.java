package dev.farrier.straggler;

import java.util.List;

/**
 * Results of the short tests that a node runs before or after a job.
 *
 * @param time seconds
 * @param gemm TFLOP/s a GPU
 * @param hbm copy bandwidth of device memory, GB/s a GPU
 * @param hostToDevice GB/s a GPU
 * @param nvlink all-to-all in the node, GB/s a GPU
 * @param launchLatency of a kernel, ms; NaN where it was not measured
 */
public record ShortTest(
        double time,
        String job,
        String node,
        Phase phase,
        List<Double> gemm,
        List<Double> hbm,
        List<Double> hostToDevice,
        List<Double> nvlink,
        double launchLatency) {
    public ShortTest {
        gemm = List.copyOf(gemm);
        hbm = List.copyOf(hbm);
        hostToDevice = List.copyOf(hostToDevice);
        nvlink = List.copyOf(nvlink);
    }

    /** When a test runs. */
    public enum Phase {
        PROLOG,
        EPILOG;

        int place() {
            return compareTo(PROLOG);
        }
    }

    /** What a test measures. */
    public enum Kind {
        GEMM,
        HBM,
        HOST_TO_DEVICE,
        NVLINK;

        static final int COUNT = values().length;

        int place() {
            return compareTo(GEMM);
        }
    }

    /** One number a GPU; empty or NaN where it was not measured. */
    public List<Double> of(Kind kind) {
        return switch (kind) {
            case GEMM -> gemm;
            case HBM -> hbm;
            case HOST_TO_DEVICE -> hostToDevice;
            case NVLINK -> nvlink;
        };
    }
}
