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
import dev.farrier.telemetry.linux.MungeAnswer;
import dev.farrier.telemetry.linux.MungeSource;
import java.util.List;

/** Finds a node on which MUNGE makes no credentials, so that no job step can start there. */
public final class MungeCheck implements Check<MungeAnswer> {
    private static final Fault NOT_ANSWERING =
            Fault.of("munge.not-answering", Severity.DEGRADED, Remedy.RESTART_APP);

    private static final Setting<String> MUNGE =
            Setting.withDefault(
                    "munge",
                    SettingTypes.TEXT,
                    "munge",
                    "The path of munge, where it is not in one of the system's directories.");

    public static final CheckKind KIND =
            new CheckKind(
                            "munge",
                            "MUNGE makes credentials.",
                            List.of(MUNGE),
                            List.of(NOT_ANSWERING),
                            (settings, sources) -> {
                                String program = settings.get(MUNGE);
                                return new CheckKind.Made<>(
                                        new MungeCheck(),
                                        sources.shared(
                                                MungeSource.class,
                                                program,
                                                machine -> new MungeSource(machine, program)));
                            })
                    .proposedWhereSeen();

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(MungeAnswer answer) {
        if (answer.works()) {
            return Examination.passed("munge", "answers", "answers");
        }
        String message = "munge makes no credential: " + answer.detail();
        Finding finding =
                Finding.of(NOT_ANSWERING, Component.node("munge"), message, "no answer", "answers");
        return new Examination("munge", "no answer", "answers", List.of(finding));
    }
}
