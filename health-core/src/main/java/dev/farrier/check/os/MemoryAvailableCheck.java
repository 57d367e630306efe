package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Portion;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.telemetry.linux.MemoryUse;
import dev.farrier.telemetry.linux.MemoryUseSource;
import java.util.List;

/** Warns of memory that runs out. A user's job can do that, so it is no more than that. */
public final class MemoryAvailableCheck implements Check<MemoryUse> {
    private static final Fault LOW =
            Fault.of("memory.available.low", Severity.WARNING, Remedy.WATCH);

    private static final Setting<Portion> MINIMUM =
            Setting.withDefault(
                    "minimum",
                    Portion.TYPE,
                    Portion.ofPercent(1),
                    "What programs have to be able to get; caches count as available.");

    public static final CheckKind KIND =
            new CheckKind(
                            "memory.available",
                            "Memory is left for programs.",
                            List.of(MINIMUM),
                            List.of(LOW),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new MemoryAvailableCheck(settings.get(MINIMUM)),
                                            sources.shared(
                                                    MemoryUseSource.class, MemoryUseSource::new)))
                    .proposedWhereSeen();

    private final Portion minimum;

    MemoryAvailableCheck(Portion minimum) {
        this.minimum = minimum;
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
    public Examination examine(MemoryUse memory) {
        String value =
                Amounts.bytes(memory.availableBytes())
                        + " available ("
                        + Amounts.percent(memory.availablePercent())
                        + ")";
        String limit = "at least " + minimum.shown();
        if (minimum.isReachedBy(memory.availableBytes(), memory.availablePercent())) {
            return Examination.passed("memory", value, limit);
        }
        Finding finding =
                Finding.of(LOW, Component.node("memory"), "memory: " + value, value, limit);
        return new Examination("memory", value, limit, List.of(finding));
    }
}
