package dev.farrier.check.fabric;

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
import dev.farrier.telemetry.linux.NetworkErrors;
import dev.farrier.telemetry.linux.NetworkErrorsSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds interfaces that count errors, or whose link comes and goes. */
public final class NetworkErrorsCheck implements Check<NetworkErrors> {
    private static final Fault ERRORS =
            Fault.of("network.errors", Severity.WARNING, Remedy.ESCALATE);
    private static final Fault DROPS = Fault.of("network.drops", Severity.WARNING, Remedy.WATCH);
    private static final Fault FLAPPING =
            Fault.of("network.flapping", Severity.DEGRADED, Remedy.ESCALATE);

    private static final double MINUTE = 60;
    private static final double HOUR = 3600;

    private static final Setting<Integer> ERRORS_A_MINUTE =
            Setting.withDefault(
                    "errorsPerMinute",
                    SettingTypes.COUNT,
                    10,
                    "Errors that an interface may count.");
    private static final Setting<Integer> DROPS_A_MINUTE =
            Setting.optional(
                    "dropsPerMinute",
                    SettingTypes.COUNT,
                    "Packets that an interface may drop; not judged unset, since a busy or curious"
                            + " one drops some.");
    private static final Setting<Integer> CHANGES_AN_HOUR =
            Setting.withDefault(
                    "carrierChangesPerHour",
                    SettingTypes.COUNT,
                    6,
                    "How often the link may come or go.");

    public static final CheckKind KIND =
            new CheckKind(
                            "network.errors",
                            "Network interfaces count no errors and keep their links.",
                            List.of(ERRORS_A_MINUTE, DROPS_A_MINUTE, CHANGES_AN_HOUR),
                            List.of(ERRORS, DROPS, FLAPPING),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new NetworkErrorsCheck(
                                                    settings.get(ERRORS_A_MINUTE),
                                                    settings.find(DROPS_A_MINUTE),
                                                    settings.get(CHANGES_AN_HOUR)),
                                            sources.shared(
                                                    NetworkErrorsSource.class,
                                                    NetworkErrorsSource::new)))
                    .proposedWhereSeen();

    private final int errorsPerMinute;
    private final Optional<Integer> dropsPerMinute;
    private final int changesPerHour;

    NetworkErrorsCheck(int errorsPerMinute, Optional<Integer> dropsPerMinute, int changesPerHour) {
        this.errorsPerMinute = errorsPerMinute;
        this.dropsPerMinute = dropsPerMinute;
        this.changesPerHour = changesPerHour;
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
    public Examination examine(NetworkErrors network) {
        List<Finding> findings = new ArrayList<>();
        boolean known = false;
        for (NetworkErrors.Errors one : network.interfaces()) {
            known |= one.errors().isPresent();
            judge(ERRORS, one.name(), one.errors(), errorsPerMinute, MINUTE, " errors", findings);
            dropsPerMinute.ifPresent(
                    most ->
                            judge(
                                    DROPS,
                                    one.name(),
                                    one.drops(),
                                    most,
                                    MINUTE,
                                    " drops",
                                    findings));
            judge(
                    FLAPPING,
                    one.name(),
                    one.carrierChanges(),
                    changesPerHour,
                    HOUR,
                    " changes of the link",
                    findings);
        }
        String looked = Amounts.count(network.interfaces().size(), "interface");
        String quiet = known ? "within the limits" : "no increase known yet";
        String value = findings.isEmpty() ? quiet : findings.get(0).value();
        return new Examination(looked, value, "", findings);
    }

    private static void judge(
            Fault fault,
            String name,
            Optional<Increase> increase,
            int most,
            double span,
            String what,
            List<Finding> findings) {
        if (increase.isPresent() && increase.get().exceeds(most, span)) {
            String value = increase.get().toString();
            String limit = "at most " + most + (span == MINUTE ? " a minute" : " an hour");
            Component component = new Component("network", name);
            String message = name + ":" + what + ", " + value;
            findings.add(Finding.of(fault, component, message, value, limit));
        }
    }
}
