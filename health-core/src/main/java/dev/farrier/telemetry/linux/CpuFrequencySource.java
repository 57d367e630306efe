package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the frequency policies of {@code /sys/devices/system/cpu/cpufreq}. */
public final class CpuFrequencySource implements TelemetrySource<CpuFrequency> {
    private static final String CPUS = "/sys/devices/system/cpu";
    private static final String POLICIES = CPUS + "/cpufreq";
    private static final String POLICY = "policy";

    private final Machine machine;

    public CpuFrequencySource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return POLICIES;
    }

    @Override
    public Reading<CpuFrequency> read(Deadline deadline) throws IOException {
        String[] names = machine.file(POLICIES).toFile().list((dir, name) -> isPolicy(name));
        if (names == null || names.length == 0) {
            return new Reading.Unsupported<>("the kernel sets no frequencies here");
        }
        List<CpuFrequency.Policy> policies = new ArrayList<>(names.length);
        for (String name : names) {
            if (deadline.hasPassed()) {
                return new Reading.Failed<>("the policies could not all be read in time");
            }
            Path policy = machine.file(POLICIES + "/" + name);
            CpuSet cpus = affected(KernelFile.readLine(policy.resolve("affected_cpus")));
            if (!cpus.isEmpty()) { // else they are all switched off
                policies.add(
                        new CpuFrequency.Policy(
                                cpus,
                                KernelFile.readLine(policy.resolve("scaling_governor")),
                                KernelFile.readNumber(policy.resolve("scaling_max_freq")),
                                KernelFile.readNumber(policy.resolve("cpuinfo_max_freq"))));
            }
        }
        return new Reading.Present<>(new CpuFrequency(policies, boost()));
    }

    private static boolean isPolicy(String name) {
        return name.startsWith(POLICY) && name.length() > POLICY.length();
    }

    /** {@code 0 1 2}; unlike other lists of CPUs with blanks and without ranges. */
    static CpuSet affected(String line) {
        return CpuSet.parse("affected_cpus", line.replace(' ', ',') + "\n");
    }

    private Optional<Boolean> boost() throws IOException {
        Path boost = machine.file(POLICIES + "/boost");
        if (Files.exists(boost)) {
            return Optional.of(isOne(boost));
        }
        Path noTurbo = machine.file(CPUS + "/intel_pstate/no_turbo");
        return Files.exists(noTurbo) ? Optional.of(!isOne(noTurbo)) : Optional.empty();
    }

    private static boolean isOne(Path file) throws IOException {
        long number = KernelFile.readNumber(file);
        if (number > 1) {
            throw new IllegalArgumentException(file + " says " + number);
        }
        return number == 1;
    }
}
