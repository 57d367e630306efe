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
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.LoadAverage;
import dev.farrier.telemetry.linux.LoadAverageSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Warns of a load that is higher than told. A user's job makes it, so it is no more than that. */
public final class LoadCheck implements Check<LoadAverage> {
    private static final Fault HIGH = Fault.of("load.high", Severity.WARNING, Remedy.WATCH);

    private static final Setting<Double> ONE =
            Setting.optional(
                    "oneMinute",
                    SettingTypes.NUMBER,
                    "The highest load of one minute, for each CPU.");
    private static final Setting<Double> FIVE =
            Setting.optional(
                    "fiveMinutes",
                    SettingTypes.NUMBER,
                    "The highest load of five minutes, for each CPU.");
    private static final Setting<Double> FIFTEEN =
            Setting.optional(
                    "fifteenMinutes",
                    SettingTypes.NUMBER,
                    "The highest load of fifteen minutes, for each CPU.");

    public static final CheckKind KIND =
            new CheckKind(
                    "load",
                    "Not more processes run and wait than told; a warning at most.",
                    List.of(ONE, FIVE, FIFTEEN),
                    List.of(HIGH),
                    (settings, sources) ->
                            new CheckKind.Made<>(
                                    new LoadCheck(
                                            settings.find(ONE),
                                            settings.find(FIVE),
                                            settings.find(FIFTEEN)),
                                    sources.shared(
                                            LoadAverageSource.class, LoadAverageSource::new)));

    private final Optional<Double> one;
    private final Optional<Double> five;
    private final Optional<Double> fifteen;

    LoadCheck(Optional<Double> one, Optional<Double> five, Optional<Double> fifteen) {
        this.one = one;
        this.five = five;
        this.fifteen = fifteen;
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
    public Examination examine(LoadAverage load) {
        List<Finding> findings = new ArrayList<>();
        judge("1 minute", load.one(), one, load.cpus(), findings);
        judge("5 minutes", load.five(), five, load.cpus(), findings);
        judge("15 minutes", load.fifteen(), fifteen, load.cpus(), findings);
        String value =
                shown(load.one())
                        + " "
                        + shown(load.five())
                        + " "
                        + shown(load.fifteen())
                        + " on "
                        + load.cpus()
                        + " CPUs";
        return new Examination("load", value, "", findings);
    }

    private static void judge(
            String span, double load, Optional<Double> most, int cpus, List<Finding> findings) {
        if (most.isPresent() && load > most.get() * cpus) {
            String limit = "at most " + shown(most.get() * cpus);
            String message = "load " + shown(load) + " over " + span + ", " + limit;
            findings.add(Finding.of(HIGH, Component.node("load"), message, shown(load), limit));
        }
    }

    private static String shown(double load) {
        long hundredths = Math.round(load * 100);
        String rest = String.valueOf(100 + hundredths % 100).substring(1);
        return hundredths / 100 + "." + rest;
    }
}
