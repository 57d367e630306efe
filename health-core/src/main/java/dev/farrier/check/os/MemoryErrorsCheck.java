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
import dev.farrier.check.Windows;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.MemoryErrors;
import dev.farrier.telemetry.linux.MemoryErrorsSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds memory that lost data in this boot, memory that is about to, and a module that is gone.
 *
 * <p>The counters begin when their driver is loaded, so that an uncorrectable error among them is
 * one of this boot.
 */
public final class MemoryErrorsCheck implements Check<MemoryErrors> {
    private static final double HOUR = 3600;

    private static final Fault UNCORRECTABLE =
            Fault.of("memory.errors.uncorrectable", Severity.FATAL, Remedy.REPLACE).asLatched();
    private static final Fault CORRECTABLE =
            Fault.of("memory.errors.correctable", Severity.DEGRADED, Remedy.REPLACE);
    private static final Fault MISSING =
            Fault.of("memory.errors.module-missing", Severity.FATAL, Remedy.REPLACE);

    private static final Setting<Integer> CORRECTABLE_PER_HOUR =
            Setting.withDefault(
                    "correctablePerHour",
                    SettingTypes.COUNT,
                    1000,
                    "How many correctable errors of one module are let pass in an hour.");
    private static final Setting<Integer> MODULES =
            Setting.optional(
                    "modules",
                    SettingTypes.COUNT,
                    "How many modules, ranks or rows the kernel lists on a whole node"
                            + " (`farrier check` shows them); without it they are not counted.");

    public static final CheckKind KIND =
            new CheckKind(
                            "memory.errors",
                            "The memory controllers counted no uncorrectable error, and correctable ones"
                                    + " only now and then.",
                            List.of(CORRECTABLE_PER_HOUR, MODULES, Windows.WINDOW),
                            List.of(UNCORRECTABLE, CORRECTABLE, MISSING),
                            (settings, sources) -> {
                                Duration window = settings.get(Windows.WINDOW);
                                return new CheckKind.Made<>(
                                        of(settings),
                                        sources.shared(
                                                MemoryErrorsSource.class,
                                                window.toString(),
                                                machine ->
                                                        new MemoryErrorsSource(machine, window)));
                            })
                    .proposedWhereSeen();

    private final int correctablePerHour;
    private final Optional<Integer> modules;

    public MemoryErrorsCheck(int correctablePerHour, Optional<Integer> modules) {
        this.correctablePerHour = correctablePerHour;
        this.modules = modules;
    }

    private static MemoryErrorsCheck of(Settings settings) {
        return new MemoryErrorsCheck(settings.get(CORRECTABLE_PER_HOUR), settings.find(MODULES));
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
    public Examination examine(MemoryErrors errors) {
        List<Finding> findings = new ArrayList<>();
        int seen = 0;
        long corrected = 0;
        long uncorrected = 0;
        for (MemoryErrors.Controller controller : errors.controllers()) {
            seen += controller.modules();
            corrected += controller.corrected();
            uncorrected += controller.uncorrected();
            findings.addAll(judge(controller));
        }
        if (modules.isPresent() && seen < modules.get()) {
            String value = Amounts.count(seen, "module");
            String limit = Amounts.count(modules.get(), "module");
            String message = value + " listed, " + modules.get() + " expected";
            findings.add(Finding.of(MISSING, Component.node("memory"), message, value, limit));
        }
        String value = corrected + " corrected, " + uncorrected + " not";
        return new Examination(
                Amounts.count(seen, "memory module"),
                value,
                "at most " + correctablePerHour + " corrected an hour, none not",
                findings);
    }

    /** What is wrong with the memory behind one controller. */
    public List<Finding> judge(MemoryErrors.Controller controller) {
        List<Finding> findings = new ArrayList<>();
        for (MemoryErrors.Part part : controller.parts()) {
            judge(controller, part, findings);
        }
        return findings;
    }

    private void judge(
            MemoryErrors.Controller controller, MemoryErrors.Part part, List<Finding> findings) {
        boolean unplaced = part.name().equals(MemoryErrors.Part.NO_INFO);
        String name = unplaced ? controller.name() + "/" + part.name() : part.name();
        Component component = new Component("memory", name);
        if (part.uncorrected().total() > 0) {
            String value = errors(part.uncorrected().total(), "uncorrectable");
            findings.add(
                    Finding.of(
                            UNCORRECTABLE,
                            component,
                            name + ": " + value + " in this boot",
                            value,
                            "0"));
        }
        Optional<Increase> corrected = part.corrected().increase();
        if (corrected.isPresent() && corrected.get().exceeds(correctablePerHour, HOUR)) {
            String value = corrected.get().toString();
            String limit = "at most " + correctablePerHour + " an hour";
            String message = name + ": " + value + " correctable errors, " + limit;
            findings.add(Finding.of(CORRECTABLE, component, message, value, limit));
        }
    }

    private static String errors(long count, String kind) {
        return count + " " + kind + (count == 1 ? " error" : " errors");
    }
}
