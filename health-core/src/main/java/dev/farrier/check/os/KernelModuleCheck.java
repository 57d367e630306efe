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
import dev.farrier.telemetry.linux.KernelModule;
import dev.farrier.telemetry.linux.KernelModuleSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds a kernel module that is not loaded, or is and must not be, or is another than expected. */
public final class KernelModuleCheck implements Check<KernelModule> {
    private static final Fault MISSING =
            Fault.of("module.missing", Severity.DEGRADED, Remedy.REBOOT_NODE);
    private static final Fault FORBIDDEN =
            Fault.of("module.forbidden", Severity.DEGRADED, Remedy.REBOOT_NODE);
    private static final Fault WRONG_VERSION =
            Fault.of("module.wrong-version", Severity.DEGRADED, Remedy.REBOOT_NODE);
    private static final Fault WRONG_PARAMETER =
            Fault.of("module.wrong-parameter", Severity.DEGRADED, Remedy.REBOOT_NODE);

    private static final Setting<String> NAME =
            Setting.required("name", SettingTypes.TEXT, "The module, such as nvidia or mlx5_core.");
    private static final Setting<Boolean> LOADED =
            Setting.withDefault(
                    "loaded",
                    SettingTypes.FLAG,
                    true,
                    "It has to be loaded or built in; false where it must not be.");
    private static final Setting<String> VERSION =
            Setting.optional(
                    "version",
                    SettingTypes.TEXT,
                    "The version that the module tells, such as 570.124.06 or 570.*.");
    private static final Setting<List<String>> PARAMETERS =
            Setting.withDefault(
                    "parameters",
                    SettingTypes.TEXTS,
                    List.of(),
                    "What its parameters have to be, each as name=value; the value may have '*'.");

    public static final CheckKind KIND =
            new CheckKind(
                    "kernel.module",
                    "A kernel module is loaded, in the version and with the parameters that it"
                            + " should.",
                    List.of(NAME, LOADED, VERSION, PARAMETERS),
                    List.of(MISSING, FORBIDDEN, WRONG_VERSION, WRONG_PARAMETER),
                    KernelModuleCheck::make);

    private final boolean loaded;
    private final Optional<String> version;
    private final Map<String, String> parameters;

    KernelModuleCheck(boolean loaded, Optional<String> version, Map<String, String> parameters) {
        this.loaded = loaded;
        this.version = version;
        this.parameters = parameters;
    }

    private static CheckKind.Made<KernelModule> make(Settings settings, Sources sources) {
        String name = plain(settings.get(NAME)).replace('-', '_');
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String text : settings.get(PARAMETERS)) {
            int equals = text.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("parameter '" + text + "' is not name=value");
            }
            parameters.put(plain(text.substring(0, equals)), text.substring(equals + 1));
        }
        if (!settings.get(LOADED)
                && (settings.find(VERSION).isPresent() || !parameters.isEmpty())) {
            throw new IllegalArgumentException(
                    "a module that must not be loaded has no version and no parameters");
        }
        List<String> names = List.copyOf(parameters.keySet());
        return new CheckKind.Made<>(
                new KernelModuleCheck(settings.get(LOADED), settings.find(VERSION), parameters),
                sources.shared(
                        KernelModuleSource.class,
                        name + " " + String.join(" ", names),
                        machine -> new KernelModuleSource(machine, name, names)));
    }

    private static String plain(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '_'
                    || c == '-')) {
                throw new IllegalArgumentException("'" + name + "' is not a name of the kernel");
            }
        }
        if (name.isEmpty()) {
            throw new IllegalArgumentException("the name is empty");
        }
        return name;
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
    public Examination examine(KernelModule module) {
        String name = module.name();
        String value = module.state() + module.version().map(text -> " " + text).orElse("");
        if (!loaded || !module.isLoaded()) {
            if (loaded == module.isLoaded()) {
                return Examination.passed(name, value, limit());
            }
            String message = "module " + name + (loaded ? " is not loaded" : " is loaded");
            return new Examination(
                    name,
                    value,
                    limit(),
                    List.of(finding(loaded ? MISSING : FORBIDDEN, name, message, value)));
        }
        List<Finding> findings = new ArrayList<>();
        if (version.isPresent() && module.version().isEmpty()) {
            return Examination.cannotTell(name, "module " + name + " tells no version");
        }
        if (version.isPresent() && !Glob.matches(version.get(), module.version().get())) {
            String seen = module.version().get();
            String message = "module " + name + " is version " + seen + ", not " + version.get();
            findings.add(finding(WRONG_VERSION, name, message, seen));
        }
        parameters.forEach((parameter, wanted) -> judge(module, parameter, wanted, findings));
        return new Examination(name, value, limit(), findings);
    }

    private void judge(
            KernelModule module, String parameter, String wanted, List<Finding> findings) {
        String seen = module.parameters().get(parameter);
        if (seen == null || !Glob.matches(wanted, seen)) {
            String value = seen == null ? "no parameter " + parameter : parameter + "=" + seen;
            String message = "module " + module.name() + " has " + value + ", not " + wanted;
            findings.add(finding(WRONG_PARAMETER, module.name(), message, value));
        }
    }

    private Finding finding(Fault fault, String name, String message, String value) {
        return Finding.of(fault, new Component("module", name), message, value, limit());
    }

    private String limit() {
        StringBuilder limit = new StringBuilder(loaded ? "loaded" : "not loaded");
        version.ifPresent(wanted -> limit.append(", version ").append(wanted));
        parameters.forEach(
                (name, wanted) -> limit.append(", ").append(name).append('=').append(wanted));
        return limit.toString();
    }
}
