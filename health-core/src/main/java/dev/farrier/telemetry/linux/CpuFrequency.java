package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Optional;

/**
 * How the kernel sets the frequencies of the CPUs.
 *
 * @param boost whether they may go above their nominal frequency; empty when the kernel does not
 *     tell
 */
public record CpuFrequency(List<Policy> policies, Optional<Boolean> boost) implements Observation {
    public CpuFrequency {
        policies = List.copyOf(policies);
    }

    /**
     * CPUs whose frequency is set together.
     *
     * @param mostKhz what they may reach, {@code hardwareMostKhz} what they could
     */
    public record Policy(CpuSet cpus, String governor, long mostKhz, long hardwareMostKhz) {}
}
