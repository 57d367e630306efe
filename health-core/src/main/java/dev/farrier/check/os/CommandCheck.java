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
import dev.farrier.telemetry.CommandReport;
import dev.farrier.telemetry.CommandReportSource;
import java.util.List;

/**
 * Believes an executable that follows the convention of monitoring plug-ins: exit code 1 is a
 * warning, 2 is a fault; what is no answer does not come here.
 */
public final class CommandCheck implements Check<CommandReport> {
    private static final Fault FAILED =
            Fault.of("command.failed", Severity.DEGRADED, Remedy.ESCALATE);

    private static final Setting<List<String>> COMMAND =
            Setting.required(
                    "command",
                    SettingTypes.TEXTS,
                    "The program and its arguments; no shell sees them.");

    public static final CheckKind KIND =
            new CheckKind(
                    "command",
                    "An executable of the site, by the convention of monitoring plug-ins: exit"
                            + " code 0 is well, 1 a warning, 2 a fault, all else unknown.",
                    List.of(COMMAND),
                    List.of(FAILED),
                    (settings, sources) -> {
                        List<String> argv = settings.get(COMMAND);
                        if (argv.isEmpty() || argv.get(0).isBlank()) {
                            throw new IllegalArgumentException("command names no program");
                        }
                        return new CheckKind.Made<>(
                                new CommandCheck(),
                                sources.shared(
                                        CommandReportSource.class,
                                        String.join("\0", argv),
                                        machine -> new CommandReportSource(machine, argv)));
                    });

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(CommandReport report) {
        String program = report.program();
        String value = report.figures().isEmpty() ? report.message() : report.figures();
        if (report.status() == CommandReport.Status.OK) {
            return Examination.passed(program, value, "");
        }
        boolean warning = report.status() == CommandReport.Status.WARNING;
        String message =
                report.message().isEmpty()
                        ? program + " reports a " + (warning ? "warning" : "fault")
                        : report.message();
        Finding finding = Finding.of(FAILED, new Component("command", program), message, value, "");
        return new Examination(
                program,
                value,
                "",
                List.of(warning ? finding.withSeverity(Severity.WARNING) : finding));
    }
}
