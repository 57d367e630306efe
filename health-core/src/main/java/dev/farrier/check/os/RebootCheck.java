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
import dev.farrier.telemetry.linux.RecentBoots;
import dev.farrier.telemetry.linux.RecentBootsSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Finds a node that boots again and again. */
public final class RebootCheck implements Check<RecentBoots> {
    private static final Fault OFTEN =
            Fault.of("node.reboots.often", Severity.WARNING, Remedy.ESCALATE);
    private static final Fault VERY_OFTEN =
            Fault.of("node.reboots.very-often", Severity.DEGRADED, Remedy.ESCALATE);

    private static final Setting<Duration> WINDOW =
            Setting.withDefault(
                    "window",
                    SettingTypes.DURATION,
                    Duration.ofHours(24),
                    "The time in which boots are counted.");
    private static final Setting<Integer> WARN_ABOVE =
            Setting.withDefault(
                    "warnAbove",
                    SettingTypes.COUNT,
                    3,
                    "More boots than this are a warning; maintenance boots count too.");
    private static final Setting<Integer> DEGRADED_ABOVE =
            Setting.withDefault(
                    "degradedAbove",
                    SettingTypes.COUNT,
                    6,
                    "More boots than this make the node degraded.");

    public static final CheckKind KIND =
            new CheckKind(
                            "node.reboots",
                            "The node does not boot again and again.",
                            List.of(WINDOW, WARN_ABOVE, DEGRADED_ABOVE),
                            List.of(OFTEN, VERY_OFTEN),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new RebootCheck(
                                                    settings.get(WINDOW),
                                                    settings.get(WARN_ABOVE),
                                                    settings.get(DEGRADED_ABOVE)),
                                            sources.shared(
                                                    RecentBootsSource.class,
                                                    RecentBootsSource::new)))
                    .proposedWhereSeen();

    private final Duration window;
    private final int warnAbove;
    private final int degradedAbove;

    RebootCheck(Duration window, int warnAbove, int degradedAbove) {
        this.window = window;
        this.warnAbove = warnAbove;
        this.degradedAbove = degradedAbove;
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
    public Examination examine(RecentBoots recent) {
        Instant since = recent.now().minus(window);
        int boots = 0;
        for (Instant boot : recent.boots()) {
            boots += boot.isAfter(since) && !boot.isAfter(recent.now()) ? 1 : 0;
        }
        String value = Amounts.count(boots, "boot");
        String limit = "at most " + warnAbove + " in " + words(window);
        List<Finding> findings = List.of();
        if (boots > warnAbove || boots > degradedAbove) {
            Fault fault = boots > degradedAbove ? VERY_OFTEN : OFTEN;
            String message = "booted " + boots + " times in " + words(window);
            findings = List.of(Finding.of(fault, Component.node("node"), message, value, limit));
        }
        return new Examination("boots", value, limit, findings);
    }

    private static String words(Duration window) {
        long minutes = window.toMinutes();
        return minutes % 60 == 0 ? minutes / 60 + " h" : minutes + " min";
    }
}
