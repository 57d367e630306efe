package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.NodeView;
import dev.farrier.check.Proposal;
import dev.farrier.check.Remedy;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.telemetry.linux.ProcessListSource;
import dev.farrier.telemetry.linux.ProcessPattern;
import dev.farrier.telemetry.linux.RunningProcessesSource;
import dev.farrier.telemetry.linux.ServiceLook;
import dev.farrier.telemetry.linux.ServiceSource;
import dev.farrier.telemetry.linux.SystemdUnits;
import dev.farrier.telemetry.linux.SystemdUnitsSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds a service that does not run as it should, or that systemd has to start over and over. */
public final class ServiceCheck implements Check<ServiceLook> {
    private static final Fault MISSING =
            Fault.of("service.missing", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault FAILED =
            Fault.of("service.failed", Severity.DEGRADED, Remedy.RESTART_APP);
    private static final Fault NOT_RUNNING =
            Fault.of("service.not-running", Severity.DEGRADED, Remedy.RESTART_APP);
    private static final Fault RUNNING =
            Fault.of("service.running", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault WRONG_AT_BOOT =
            Fault.of("service.wrong-at-boot", Severity.WARNING, Remedy.ESCALATE);
    private static final Fault RESTARTING =
            Fault.of("service.restarting", Severity.WARNING, Remedy.WATCH);
    private static final Fault CHANGING = Fault.of("service.changing", Severity.INFO, Remedy.NONE);

    private static final Setting<String> UNIT =
            Setting.required(
                    "unit",
                    SettingTypes.TEXT,
                    "The unit of systemd; slurmd stands for slurmd.service.");
    private static final Setting<Boolean> RUNS =
            Setting.withDefault(
                    "runs",
                    SettingTypes.FLAG,
                    true,
                    "It has to be active; false where it must not be.");
    private static final Setting<Boolean> ENABLED =
            Setting.optional(
                    "enabled",
                    SettingTypes.FLAG,
                    "Whether it has to start at boot; when not set, either is well.");
    private static final Setting<Integer> MAXIMUM_RESTARTS =
            Setting.withDefault(
                    "maximumRestarts",
                    SettingTypes.COUNT,
                    3,
                    "How often systemd may start it again within 10 to 20 minutes.");
    private static final Setting<String> PROCESS =
            Setting.optional(
                    "process",
                    SettingTypes.TEXT,
                    "The command name to look for where no systemd runs, as in a container.");

    private static final List<String> USUAL =
            List.of(
                    "slurmd",
                    "munge",
                    "sssd",
                    "chronyd",
                    "ntpd",
                    "systemd-timesyncd",
                    "autofs",
                    "nvidia-persistenced",
                    "nvidia-fabricmanager",
                    "nvidia-dcgm");

    public static final CheckKind KIND =
            new CheckKind(
                            "service",
                            "A service runs, is not started over and over, and starts at boot.",
                            List.of(UNIT, RUNS, ENABLED, MAXIMUM_RESTARTS, PROCESS),
                            List.of(
                                    MISSING,
                                    FAILED,
                                    NOT_RUNNING,
                                    RUNNING,
                                    WRONG_AT_BOOT,
                                    RESTARTING,
                                    CHANGING),
                            ServiceCheck::make)
                    .proposing(ServiceCheck::propose);

    private final boolean runs;
    private final Optional<Boolean> enabled;
    private final int maximumRestarts;

    ServiceCheck(boolean runs, Optional<Boolean> enabled, int maximumRestarts) {
        this.runs = runs;
        this.enabled = enabled;
        this.maximumRestarts = maximumRestarts;
    }

    private static CheckKind.Made<ServiceLook> make(Settings settings, Sources sources) {
        String unit = unit(settings.get(UNIT));
        String process = settings.find(PROCESS).orElse("");
        SystemdUnitsSource systemd =
                sources.shared(SystemdUnitsSource.class, SystemdUnitsSource::new);
        ProcessListSource list = sources.shared(ProcessListSource.class, ProcessListSource::new);
        return new CheckKind.Made<>(
                new ServiceCheck(
                        settings.get(RUNS), settings.find(ENABLED), settings.get(MAXIMUM_RESTARTS)),
                sources.shared(
                        ServiceSource.class,
                        unit + "\0" + process,
                        machine ->
                                new ServiceSource(
                                        machine,
                                        systemd,
                                        unit,
                                        process.isEmpty()
                                                ? Optional.empty()
                                                : Optional.of(
                                                        new RunningProcessesSource(
                                                                machine,
                                                                list,
                                                                new ProcessPattern(
                                                                        process, "", ""))))));
    }

    private static String unit(String text) {
        boolean plain = !text.isEmpty() && text.charAt(0) != '-';
        for (int i = 0; plain && i < text.length(); i++) {
            char c = text.charAt(i);
            plain = c > ' ' && c < 127 && c != '/' && c != '*' && c != '?' && c != '[';
        }
        if (!plain) {
            throw new IllegalArgumentException("'" + text + "' is not the name of a unit");
        }
        return text.indexOf('.') < 0 ? text + ".service" : text;
    }

    /** Units that jobs need where a node has them, and that run or start at boot. */
    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        Map<String, TelemetrySource<ServiceLook>> sources = new LinkedHashMap<>();
        for (String unit : USUAL) {
            Settings settings = new Settings(Map.of(UNIT.name(), unit));
            sources.put(unit, make(settings, node.sources()).source());
        }
        List<Proposal> proposals = new ArrayList<>();
        for (Map.Entry<String, TelemetrySource<ServiceLook>> source : sources.entrySet()) {
            String name = source.getKey();
            Optional<SystemdUnits.Unit> unit =
                    node.see(source.getValue()).flatMap(ServiceLook::unit);
            boolean runs = unit.filter(known -> known.active().equals("active")).isPresent();
            boolean starts = unit.filter(known -> known.file().equals("enabled")).isPresent();
            if (runs || starts) {
                Proposal proposal = Proposal.named("service-" + name).with(UNIT, name);
                proposals.add(
                        runs
                                ? proposal
                                : proposal.warning(
                                        name
                                                + " starts at boot and is "
                                                + unit.orElseThrow().active()));
            }
        }
        return proposals;
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
    public Examination examine(ServiceLook look) {
        List<Finding> findings = new ArrayList<>();
        String value =
                look.unit()
                        .map(unit -> judge(look, unit, findings))
                        .orElseGet(() -> judgeProcesses(look, findings));
        return new Examination(look.name(), value, limit(), findings);
    }

    private String judge(ServiceLook look, SystemdUnits.Unit unit, List<Finding> findings) {
        String name = look.name();
        if (unit.load().equals("not-found")) {
            if (runs) {
                add(findings, MISSING, name, "there is no unit " + name, "not found");
            }
            return "not found";
        }
        String value = unit.active() + " (" + unit.sub() + ")";
        Fault fault = runs ? wrongWhenItShouldRun(unit) : wrongWhenItShouldNot(unit);
        if (fault != null) {
            add(findings, fault, name, name + " is " + value, value);
        }
        String file = unit.file();
        boolean starts = file.equals("enabled") || file.equals("enabled-runtime");
        boolean neverStarts = file.equals("disabled") || file.startsWith("masked");
        if (enabled.isPresent() && (enabled.get() ? neverStarts : starts)) {
            add(findings, WRONG_AT_BOOT, name, name + " is " + file, file);
        }
        if (look.restarts().filter(restarts -> restarts.by() > maximumRestarts).isPresent()) {
            String times = look.restarts().get().toString();
            add(findings, RESTARTING, name, name + " was started again: " + times, times);
        }
        return value;
    }

    private static @Nullable Fault wrongWhenItShouldRun(SystemdUnits.Unit unit) {
        return switch (unit.active()) {
            case "active", "reloading", "refreshing" -> null;
            case "failed" -> FAILED;
            case "activating", "deactivating" ->
                    unit.sub().startsWith("auto-restart") ? NOT_RUNNING : CHANGING;
            default -> NOT_RUNNING;
        };
    }

    private static @Nullable Fault wrongWhenItShouldNot(SystemdUnits.Unit unit) {
        return switch (unit.active()) {
            case "inactive", "failed" -> null;
            case "deactivating" -> CHANGING;
            default -> RUNNING;
        };
    }

    private String judgeProcesses(ServiceLook look, List<Finding> findings) {
        String value = look.processes() + " running";
        if (runs != look.processes() > 0) {
            add(
                    findings,
                    runs ? NOT_RUNNING : RUNNING,
                    look.name(),
                    look.name() + " has " + value,
                    value);
        }
        return value;
    }

    private void add(
            List<Finding> findings, Fault fault, String name, String message, String value) {
        findings.add(Finding.of(fault, new Component("service", name), message, value, limit()));
    }

    private String limit() {
        return (runs ? "active" : "not active")
                + enabled.map(wanted -> wanted ? ", enabled" : ", not enabled").orElse("");
    }
}
