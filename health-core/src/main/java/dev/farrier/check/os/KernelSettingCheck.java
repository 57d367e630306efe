package dev.farrier.check.os;

import dev.farrier.Glob;
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
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.KernelSetting;
import dev.farrier.telemetry.linux.KernelSettingSource;
import java.util.List;
import java.util.Optional;

/** Finds a node whose kernel is set otherwise than the site wants it. */
public final class KernelSettingCheck implements Check<KernelSetting> {
    private static final Fault WRONG = Fault.of("sysctl.wrong", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault MISSING =
            Fault.of("sysctl.missing", Severity.DEGRADED, Remedy.ESCALATE);

    private static final Setting<String> KEY =
            Setting.required(
                    "key",
                    SettingTypes.TEXT,
                    "The setting, such as vm.swappiness; with slashes for dots where a part of it"
                            + " has a dot.");
    private static final Setting<String> VALUE =
            Setting.optional(
                    "value",
                    SettingTypes.TEXT,
                    "What it has to be, the words of it separated by single blanks; may have '*'.");
    private static final Setting<Long> MINIMUM =
            Setting.optional(
                    "minimum",
                    SettingTypes.BYTES,
                    "The least that it may be, where it is a number.");
    private static final Setting<Long> MAXIMUM =
            Setting.optional(
                    "maximum",
                    SettingTypes.BYTES,
                    "The most that it may be, where it is a number.");

    public static final CheckKind KIND =
            new CheckKind(
                    "sysctl",
                    "A setting of the kernel is what it should be.",
                    List.of(KEY, VALUE, MINIMUM, MAXIMUM),
                    List.of(WRONG, MISSING),
                    KernelSettingCheck::make);

    private final Optional<String> value;
    private final Optional<Long> minimum;
    private final Optional<Long> maximum;

    KernelSettingCheck(Optional<String> value, Optional<Long> minimum, Optional<Long> maximum) {
        this.value = value;
        this.minimum = minimum;
        this.maximum = maximum;
    }

    private static CheckKind.Made<KernelSetting> make(Settings settings, Sources sources) {
        KernelSettingCheck check =
                new KernelSettingCheck(
                        settings.find(VALUE), settings.find(MINIMUM), settings.find(MAXIMUM));
        boolean range = check.minimum.isPresent() || check.maximum.isPresent();
        if (check.value.isPresent() == range) {
            throw new IllegalArgumentException("it needs a value, or a minimum or maximum");
        }
        if (check.minimum.orElse(0L) > check.maximum.orElse(Long.MAX_VALUE)) {
            throw new IllegalArgumentException("the minimum is above the maximum");
        }
        String key = settings.get(KEY);
        return new CheckKind.Made<>(
                check,
                sources.shared(
                        KernelSettingSource.class,
                        key,
                        machine -> new KernelSettingSource(machine, key)));
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
    public Examination examine(KernelSetting setting) {
        String key = setting.key();
        String seen = setting.value().orElse(null);
        if (seen == null) {
            String message = "this kernel has no setting " + key;
            return new Examination(
                    key, "none", limit(), List.of(finding(MISSING, key, message, "none")));
        }
        Optional<Long> number = number(seen);
        if (value.isEmpty() && number.isEmpty()) {
            return Examination.cannotTell(key, key + " is no single number: " + seen);
        }
        boolean right =
                value.isPresent()
                        ? Glob.matches(value.get(), seen)
                        : number.get() >= minimum.orElse(Long.MIN_VALUE)
                                && number.get() <= maximum.orElse(Long.MAX_VALUE);
        if (right) {
            return Examination.passed(key, seen, limit());
        }
        String message = key + " is " + seen + ", " + limit() + " expected";
        return new Examination(key, seen, limit(), List.of(finding(WRONG, key, message, seen)));
    }

    private Finding finding(Fault fault, String key, String message, String seen) {
        return Finding.of(fault, new Component("sysctl", key), message, seen, limit());
    }

    /**
     * Numbers of the kernel that a long cannot hold (an unsigned one's end) are as good as its end.
     */
    private static Optional<Long> number(String text) {
        int digits = text.startsWith("-") ? 1 : 0;
        for (int i = digits; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return Optional.empty();
            }
        }
        if (text.length() == digits || text.length() > 20) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.of(digits == 0 ? Long.MAX_VALUE : Long.MIN_VALUE);
        }
    }

    private String limit() {
        if (value.isPresent()) {
            return value.get();
        }
        if (minimum.isEmpty()) {
            return "at most " + maximum.orElse(0L);
        }
        return "at least " + minimum.get() + maximum.map(most -> ", at most " + most).orElse("");
    }
}
