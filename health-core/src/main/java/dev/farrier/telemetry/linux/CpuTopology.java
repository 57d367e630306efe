package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * How the CPUs (hardware threads) that the kernel uses are spread.
 *
 * @param offline CPUs that are there and that the kernel does not use
 */
public record CpuTopology(int sockets, int cores, int threads, CpuSet offline, Smt smt)
        implements Observation {
    /** Whether a core may run more than one thread. */
    public enum Smt {
        ON("on"),
        OFF("off"),
        /** The processor has none, or the kernel does not tell. */
        NONE("none");

        private final String word;

        Smt(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
