package dev.farrier.straggler;

/**
 * What a GPU of one kind (SKU) can do when it is well.
 *
 * @param slowdownCelsius temperature at which the hardware slows itself down
 * @param reference what its short tests give; NaN where it is not known
 */
public record GpuModel(
        String sku,
        double smMaxMhz,
        double powerLimitWatts,
        double slowdownCelsius,
        int pcieGeneration,
        int pcieWidth,
        Reference reference) {

    /** Results of short tests on a good GPU: GEMM in TFLOP/s, the bandwidths in GB/s. */
    public record Reference(double gemm, double hbm, double hostToDevice, double nvlink) {
        public static final Reference UNKNOWN =
                new Reference(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        double of(ShortTest.Kind kind) {
            return switch (kind) {
                case GEMM -> gemm;
                case HBM -> hbm;
                case HOST_TO_DEVICE -> hostToDevice;
                case NVLINK -> nvlink;
            };
        }
    }

    /** A kind of which nothing is known: nothing is judged against it. */
    public static GpuModel unknown(String sku) {
        return new GpuModel(sku, Double.NaN, Double.NaN, Double.NaN, 0, 0, Reference.UNKNOWN);
    }
}
