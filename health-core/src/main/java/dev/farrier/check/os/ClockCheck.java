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
import dev.farrier.telemetry.linux.ClockSync;
import dev.farrier.telemetry.linux.ClockSyncSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds a clock that nothing keeps right, or that is off. */
public final class ClockCheck implements Check<ClockSync> {
    private static final Fault UNSYNCHRONISED =
            Fault.of("clock.unsynchronised", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault OFF = Fault.of("clock.off", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault LOCAL =
            Fault.of("clock.local-reference", Severity.WARNING, Remedy.ESCALATE);
    private static final Fault STALE =
            Fault.of("clock.stale-reference", Severity.WARNING, Remedy.ESCALATE);
    private static final Fault UNCERTAIN =
            Fault.of("clock.uncertain", Severity.WARNING, Remedy.WATCH);
    private static final Fault NO_SERVICE =
            Fault.of("clock.no-service", Severity.INFO, Remedy.NONE);

    private static final Setting<Duration> MAXIMUM_OFFSET =
            Setting.withDefault(
                    "maximumOffset",
                    SettingTypes.DURATION,
                    Duration.ofSeconds(1),
                    "How far the clock may be off.");
    private static final Setting<Duration> MAXIMUM_AGE =
            Setting.withDefault(
                    "maximumAge",
                    SettingTypes.DURATION,
                    Duration.ofHours(1),
                    "How long ago the reference may have been heard last.");
    private static final Setting<Boolean> SERVICE_EXPECTED =
            Setting.withDefault(
                    "serviceExpected",
                    SettingTypes.FLAG,
                    false,
                    "A node without a time service is a fault, not only mentioned.");

    public static final CheckKind KIND =
            new CheckKind(
                            "clock",
                            "The clock is synchronised and about right.",
                            List.of(MAXIMUM_OFFSET, MAXIMUM_AGE, SERVICE_EXPECTED),
                            List.of(UNSYNCHRONISED, OFF, LOCAL, STALE, UNCERTAIN, NO_SERVICE),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new ClockCheck(
                                                    settings.get(MAXIMUM_OFFSET),
                                                    settings.get(MAXIMUM_AGE),
                                                    settings.get(SERVICE_EXPECTED)),
                                            sources.shared(
                                                    ClockSyncSource.class, ClockSyncSource::new)))
                    .proposedWhereSeen();

    private static final Component CLOCK = Component.node("clock");

    private final double maximumOffset;
    private final double maximumAge;
    private final boolean serviceExpected;

    public ClockCheck(Duration maximumOffset, Duration maximumAge, boolean serviceExpected) {
        this.maximumOffset = maximumOffset.toMillis() / 1000.0;
        this.maximumAge = maximumAge.toMillis() / 1000.0;
        this.serviceExpected = serviceExpected;
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
    public Examination examine(ClockSync clock) {
        String limit = "within " + seconds(maximumOffset);
        String value =
                switch (clock.state()) {
                    case SYNCHRONISED -> "synchronised" + offset(clock) + reference(clock);
                    case NOT_SYNCHRONISED -> "not synchronised";
                    case NO_SERVICE -> "no time service";
                };
        List<Finding> findings = new ArrayList<>();
        switch (clock.state()) {
            case NOT_SYNCHRONISED ->
                    findings.add(finding(UNSYNCHRONISED, "the clock is not synchronised", value));
            case NO_SERVICE ->
                    findings.add(
                            finding(
                                    serviceExpected ? UNSYNCHRONISED : NO_SERVICE,
                                    "no time service keeps the clock right",
                                    value));
            case SYNCHRONISED -> judge(clock, findings);
        }
        return new Examination("clock", value, limit, findings);
    }

    private void judge(ClockSync clock, List<Finding> findings) {
        double offset = clock.offsetSeconds().orElse(0);
        double age = clock.ageSeconds().orElse(0);
        double uncertainty = clock.uncertaintySeconds().orElse(0);
        if (offset > maximumOffset) {
            findings.add(finding(OFF, "the clock is" + offset(clock), seconds(offset)));
        }
        if (clock.local()) {
            findings.add(finding(LOCAL, "the clock follows itself, not a reference", "local"));
        }
        if (age > maximumAge) {
            String message = "the reference was last heard " + seconds(age) + " ago";
            findings.add(stale(message, age));
        } else if (age < -maximumOffset) {
            String message = "the reference was last heard in the future: the clock was set back";
            findings.add(stale(message, age));
        } else if (uncertainty > maximumOffset && offset <= maximumOffset) {
            String message = "the clock may be off by " + seconds(uncertainty);
            findings.add(finding(UNCERTAIN, message, seconds(uncertainty)));
        }
    }

    private Finding stale(String message, double age) {
        return Finding.of(STALE, CLOCK, message, seconds(age), "within " + seconds(maximumAge));
    }

    private Finding finding(Fault fault, String message, String value) {
        return Finding.of(fault, CLOCK, message, value, "within " + seconds(maximumOffset));
    }

    private static String offset(ClockSync clock) {
        if (clock.offsetSeconds().isEmpty()) {
            return "";
        }
        String direction = clock.direction().isEmpty() ? "off" : clock.direction();
        return " " + seconds(clock.offsetSeconds().getAsDouble()) + " " + direction;
    }

    private static String reference(ClockSync clock) {
        return clock.reference().isEmpty() ? "" : ", reference " + clock.reference();
    }

    /** With as much of a second as matters: {@code 0.000012 s}, {@code 7.512 s}, {@code 3600 s}. */
    private static String seconds(double seconds) {
        double magnitude = Math.abs(seconds);
        long scale = magnitude >= 100 ? 1 : magnitude >= 1 ? 1_000 : 1_000_000;
        long scaled = Math.round(magnitude * scale);
        String text = String.valueOf(scaled / scale);
        long rest = scaled % scale;
        if (rest != 0) {
            String digits = String.valueOf(scale + rest).substring(1);
            int end = digits.length();
            while (digits.charAt(end - 1) == '0') {
                end--;
            }
            text += "." + digits.substring(0, end);
        }
        return (seconds < 0 && scaled != 0 ? "-" : "") + text + " s";
    }
}
