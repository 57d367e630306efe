package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.CpuThrottling;
import dev.farrier.telemetry.linux.CpuThrottlingSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds processors that are slow since they are too hot. */
public final class CpuThrottlingCheck implements Check<CpuThrottling> {
    private static final Fault PACKAGE =
            Fault.of("cpu.throttled", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault CORE =
            Fault.of("cpu.core-throttled", Severity.WARNING, Remedy.WATCH);

    private static final Setting<Double> MAXIMUM =
            Setting.withDefault(
                    "maximum",
                    SettingTypes.PERCENT,
                    5.0,
                    "The share of the time that a processor may be slowed down by heat.");

    public static final CheckKind KIND =
            new CheckKind(
                            "cpu.throttling",
                            "No processor is slowed down by heat (Intel, Linux 5.5 and later).",
                            List.of(MAXIMUM),
                            List.of(PACKAGE, CORE),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new CpuThrottlingCheck(settings.get(MAXIMUM)),
                                            sources.shared(
                                                    CpuThrottlingSource.class,
                                                    CpuThrottlingSource::new)))
                    .proposedWhereSeen();

    private static final double MILLIS_OF_ONE_PERCENT = 10; // in a second

    /** A time shorter than this is no share: a second after a start is not 10 % of anything. */
    private static final double LEAST_SECONDS = 60;

    private final double maximumPercent;

    CpuThrottlingCheck(double maximumPercent) {
        this.maximumPercent = maximumPercent;
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
    public Examination examine(CpuThrottling throttling) {
        String limit = "at most " + Amounts.percent(maximumPercent);
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        boolean known = false;
        for (CpuThrottling.Processor one : throttling.processors()) {
            double whole = percent(one.packageMillis());
            double core = percent(one.coreMillis());
            known |= one.packageMillis().isPresent();
            most = Math.max(most, Math.max(whole, core));
            Component component = new Component("cpu", "socket " + one.id());
            if (whole > maximumPercent) {
                String value = Amounts.percent(whole);
                String message = "the processor in socket " + one.id() + slow(value);
                findings.add(Finding.of(PACKAGE, component, message, value, limit));
            } else if (core > maximumPercent) {
                String value = Amounts.percent(core);
                String message = "the core of CPU " + one.hottestCore() + slow(value);
                findings.add(Finding.of(CORE, component, message, value, limit));
            }
        }
        String looked = Amounts.count(throttling.processors().size(), "processor");
        String value = known ? Amounts.percent(most) : "no increase known yet";
        return new Examination(looked, value, limit, findings);
    }

    private static String slow(String share) {
        return " was slowed down by heat for " + share + " of the time";
    }

    private static double percent(Optional<Increase> millis) {
        if (millis.isEmpty()) {
            return 0;
        }
        double seconds = Math.max(LEAST_SECONDS, millis.get().seconds());
        return millis.get().by() / seconds / MILLIS_OF_ONE_PERCENT;
    }
}
