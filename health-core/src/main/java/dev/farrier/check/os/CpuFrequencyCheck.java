package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.CpuFrequency;
import dev.farrier.telemetry.linux.CpuFrequencySource;
import dev.farrier.telemetry.linux.CpuSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds CPUs that are kept slower than they could be. A job may ask for a governor or a lower
 * frequency ({@code srun --cpu-freq}), so these are warnings.
 */
public final class CpuFrequencyCheck implements Check<CpuFrequency> {
    private static final Fault GOVERNOR =
            Fault.of("cpu.governor.unexpected", Severity.WARNING, Remedy.WATCH);
    private static final Fault CAPPED =
            Fault.of("cpu.frequency.capped", Severity.WARNING, Remedy.WATCH);
    private static final Fault BOOST =
            Fault.of("cpu.boost.unexpected", Severity.DEGRADED, Remedy.ESCALATE);

    /** What boost has to be. */
    enum Boost {
        ON,
        OFF,
        ANY
    }

    private static final SettingType<Boost> BOOST_WORDS =
            SettingTypes.oneOf(Map.of("on", Boost.ON, "off", Boost.OFF, "any", Boost.ANY));

    private static final Setting<String> EXPECTED_GOVERNOR =
            Setting.optional(
                    "governor",
                    SettingTypes.TEXT,
                    "The governor of all CPUs, such as performance; not judged unset.");
    private static final Setting<Boost> EXPECTED_BOOST =
            Setting.withDefault(
                    "boost",
                    BOOST_WORDS,
                    Boost.ON,
                    "Whether CPUs may go above their nominal frequency (turbo), where the kernel"
                            + " tells.");
    private static final Setting<Boolean> ALLOW_CAP =
            Setting.withDefault(
                    "allowCap",
                    SettingTypes.FLAG,
                    false,
                    "CPUs may be limited to less than their highest frequency.");

    public static final CheckKind KIND =
            new CheckKind(
                    "cpu.frequency",
                    "CPUs have the right governor and are not kept slow.",
                    List.of(EXPECTED_GOVERNOR, EXPECTED_BOOST, ALLOW_CAP),
                    List.of(GOVERNOR, CAPPED, BOOST),
                    (settings, sources) ->
                            new CheckKind.Made<>(
                                    new CpuFrequencyCheck(
                                            settings.find(EXPECTED_GOVERNOR),
                                            settings.get(EXPECTED_BOOST),
                                            settings.get(ALLOW_CAP)),
                                    sources.shared(
                                            CpuFrequencySource.class, CpuFrequencySource::new)));

    private static final Component CPU = Component.node("cpu");

    private final Optional<String> governor;
    private final Boost boost;
    private final boolean allowCap;

    CpuFrequencyCheck(Optional<String> governor, Boost boost, boolean allowCap) {
        this.governor = governor;
        this.boost = boost;
        this.allowCap = allowCap;
    }

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(CpuFrequency frequency) {
        Map<String, CpuSet> byGovernor = new LinkedHashMap<>();
        CpuSet capped = CpuSet.NONE;
        long lowest = Long.MAX_VALUE;
        for (CpuFrequency.Policy policy : frequency.policies()) {
            byGovernor.merge(policy.governor(), policy.cpus(), CpuSet::with);
            if (policy.mostKhz() < policy.hardwareMostKhz()) {
                capped = capped.with(policy.cpus());
                lowest = Math.min(lowest, policy.mostKhz());
            }
        }
        List<Finding> findings = new ArrayList<>();
        governor.ifPresent(expected -> judgeGovernors(byGovernor, expected, findings));
        if (!allowCap && !capped.isEmpty()) {
            String value = mhz(lowest);
            String message = "CPUs " + capped + " may not reach their highest frequency: " + value;
            findings.add(Finding.of(CAPPED, CPU, message, value, "no cap"));
        }
        Optional<Boolean> on = frequency.boost();
        if (on.isPresent() && boost != Boost.ANY && on.get() != (boost == Boost.ON)) {
            String value = on.get() ? "on" : "off";
            String limit = on.get() ? "off" : "on";
            findings.add(Finding.of(BOOST, CPU, "boost (turbo) is " + value, value, limit));
        }
        String value = String.join(", ", byGovernor.keySet());
        return new Examination("CPU frequency", value, governor.orElse(""), findings);
    }

    private static void judgeGovernors(
            Map<String, CpuSet> byGovernor, String expected, List<Finding> findings) {
        byGovernor.forEach(
                (seen, cpus) -> {
                    if (!seen.equals(expected)) {
                        String message =
                                "CPUs " + cpus + " have governor " + seen + ", not " + expected;
                        findings.add(Finding.of(GOVERNOR, CPU, message, seen, expected));
                    }
                });
    }

    private static String mhz(long khz) {
        return khz / 1000 + " MHz";
    }
}
