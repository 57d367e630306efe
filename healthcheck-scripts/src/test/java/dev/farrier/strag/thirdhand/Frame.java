package dev.farrier.strag.thirdhand;

import java.util.List;

/**
 * What is true of a job at one sampling moment; steps in milliseconds.
 *
 * @param usualStep the step of usual GPUs, without any noise
 * @param gpus by rank
 */
record Frame(double t, double step, double usualStep, List<OfGpu> gpus) {
    Frame {
        gpus = List.copyOf(gpus);
    }

    /**
     * What is true of one GPU.
     *
     * @param own milliseconds of own work a step
     * @param busy part of the time in which the program's kernels run
     * @param bits why its clock is not higher, in NVML's bits
     * @param memory MHz
     */
    record OfGpu(
            double own,
            double busy,
            double clock,
            double celsius,
            double watts,
            int bits,
            double memory) {}

    OfGpu gpu(int rank) {
        return gpus.get(rank);
    }
}
