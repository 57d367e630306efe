package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.ProcessLimits;
import dev.farrier.telemetry.linux.ProcessLimitsSource;
import dev.farrier.telemetry.linux.ProcessListSource;
import dev.farrier.telemetry.linux.ProcessPattern;
import dev.farrier.telemetry.linux.RunningProcessesSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds a daemon that gives its jobs less than they need: InfiniBand wants memory to be locked. */
public final class ProcessLimitsCheck implements Check<ProcessLimits> {
    private static final Fault LOW = Fault.of("limits.low", Severity.DEGRADED, Remedy.ESCALATE);

    private static final Setting<String> PROCESS =
            Setting.optional(
                    "process",
                    SettingTypes.TEXT,
                    "The command name of the process, such as slurmd; the first of all processes"
                            + " when not set.");
    private static final Setting<Boolean> HARD =
            Setting.withDefault(
                    "hard",
                    SettingTypes.FLAG,
                    false,
                    "Judge the hard limits, up to which a process may raise its own.");

    /** The limits that can be asked for. */
    private static final List<Asked> ASKED =
            List.of(
                    Asked.of("memlock", "Max locked memory"),
                    Asked.of("nofile", "Max open files"),
                    Asked.of("nproc", "Max processes"),
                    Asked.of("stack", "Max stack size"),
                    Asked.of("core", "Max core file size"));

    public static final CheckKind KIND =
            new CheckKind(
                    "limits",
                    "A process, and so what it starts, may use as much as it needs.",
                    settings(),
                    List.of(LOW),
                    ProcessLimitsCheck::make);

    private final Map<String, Long> least;
    private final boolean hard;

    /**
     * @param least by the kernel's name
     */
    ProcessLimitsCheck(Map<String, Long> least, boolean hard) {
        this.least = least;
        this.hard = hard;
    }

    /**
     * A limit that can be asked for.
     *
     * @param name the kernel's for it
     */
    private record Asked(Setting<Long> least, String name) {
        static Asked of(String key, String name) {
            String doc = "The least that " + key + " of limits.conf has to be.";
            return new Asked(Setting.optional(key, Amount.TYPE, doc), name);
        }
    }

    private static List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(List.of(PROCESS, HARD));
        for (Asked asked : ASKED) {
            settings.add(asked.least());
        }
        return settings;
    }

    private static CheckKind.Made<ProcessLimits> make(Settings settings, Sources sources) {
        Map<String, Long> least = new LinkedHashMap<>();
        for (Asked asked : ASKED) {
            settings.find(asked.least()).ifPresent(amount -> least.put(asked.name(), amount));
        }
        if (least.isEmpty()) {
            throw new IllegalArgumentException("it needs at least one limit, such as memlock");
        }
        String process = settings.find(PROCESS).orElse("");
        ProcessListSource list = sources.shared(ProcessListSource.class, ProcessListSource::new);
        return new CheckKind.Made<>(
                new ProcessLimitsCheck(least, settings.get(HARD)),
                sources.shared(
                        ProcessLimitsSource.class,
                        process,
                        machine ->
                                process.isEmpty()
                                        ? new ProcessLimitsSource(
                                                machine, "process 1", Optional.empty())
                                        : new ProcessLimitsSource(
                                                machine,
                                                process,
                                                Optional.of(
                                                        new RunningProcessesSource(
                                                                machine,
                                                                list,
                                                                new ProcessPattern(
                                                                        process, "", ""))))));
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
    public Examination examine(ProcessLimits limits) {
        List<Finding> findings = new ArrayList<>();
        StringBuilder values = new StringBuilder();
        StringBuilder wanted = new StringBuilder();
        for (Map.Entry<String, Long> entry : least.entrySet()) {
            String name = entry.getKey();
            ProcessLimits.Limit limit = limits.byName().get(name);
            if (limit == null) {
                return Examination.cannotTell(limits.process(), "the kernel tells no " + name);
            }
            long seen = hard ? limit.hard() : limit.soft();
            String value = Amount.TYPE.show(seen);
            String least = atLeast(entry.getValue());
            String separator = values.isEmpty() ? "" : ", ";
            values.append(separator).append(name).append(' ').append(value);
            wanted.append(separator).append(least);
            if (seen < entry.getValue()) {
                String message =
                        limits.process()
                                + " (pid "
                                + limits.pid()
                                + "): "
                                + name
                                + " is "
                                + value
                                + ", "
                                + least
                                + " expected";
                Component process = new Component("process", limits.process());
                findings.add(Finding.of(LOW, process, message, value, least));
            }
        }
        return new Examination(limits.process(), values.toString(), wanted.toString(), findings);
    }

    private static String atLeast(long amount) {
        return (amount == Long.MAX_VALUE ? "" : "at least ") + Amount.TYPE.show(amount);
    }

    /** A number, a size, or none at all. */
    private static final class Amount implements SettingType<Long> {
        static final SettingType<Long> TYPE = new Amount();

        @Override
        public String expects() {
            return "unlimited, a number, or a size such as 64GiB";
        }

        @Override
        public Long parse(List<String> values) {
            boolean unlimited = values.size() == 1 && values.get(0).equals("unlimited");
            return unlimited ? Long.valueOf(Long.MAX_VALUE) : SettingTypes.BYTES.parse(values);
        }

        @Override
        public String show(Long value) {
            return value == Long.MAX_VALUE ? "unlimited" : String.valueOf(value);
        }
    }
}
