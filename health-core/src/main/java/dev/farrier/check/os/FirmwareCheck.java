package dev.farrier.check.os;

import dev.farrier.Glob;
import dev.farrier.Severity;
import dev.farrier.check.Amounts;
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
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.telemetry.linux.FirmwareVersions;
import dev.farrier.telemetry.linux.InfinibandFirmwareSource;
import dev.farrier.telemetry.linux.NvmeControllersSource;
import dev.farrier.telemetry.linux.NvmeFirmwareSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds drives and adapters that run another firmware than the site wants. */
public final class FirmwareCheck implements Check<FirmwareVersions> {
    private static final Fault UNEXPECTED =
            Fault.of("firmware.unexpected", Severity.WARNING, Remedy.ESCALATE);

    /** Whose firmware. */
    enum Devices {
        INFINIBAND,
        NVME
    }

    private static final Setting<Devices> DEVICES =
            Setting.required(
                    "devices",
                    SettingTypes.oneOf(
                            Map.of("infiniband", Devices.INFINIBAND, "nvme", Devices.NVME)),
                    "Whose firmware; infiniband stands for RoCE adapters too.");
    private static final Setting<List<String>> EXPECTED =
            Setting.required("expected", SettingTypes.TEXTS, "The versions that may run.");
    private static final Setting<String> MODEL =
            Setting.withDefault(
                    "model",
                    SettingTypes.TEXT,
                    "*",
                    "Only devices of this model, a glob: the model of a drive, the board id (PSID)"
                            + " of an adapter.");

    public static final CheckKind KIND =
            new CheckKind(
                    "firmware",
                    "Devices run the firmware that the site wants.",
                    List.of(DEVICES, EXPECTED, MODEL),
                    List.of(UNEXPECTED),
                    FirmwareCheck::make);

    private final List<String> expected;
    private final String model;

    FirmwareCheck(List<String> expected, String model) {
        this.expected = List.copyOf(expected);
        this.model = model;
    }

    private static CheckKind.Made<FirmwareVersions> make(Settings settings, Sources sources) {
        if (settings.get(EXPECTED).isEmpty()) {
            throw new IllegalArgumentException("expected names no version");
        }
        FirmwareCheck check = new FirmwareCheck(settings.get(EXPECTED), settings.get(MODEL));
        return new CheckKind.Made<>(check, source(settings.get(DEVICES), sources));
    }

    private static TelemetrySource<FirmwareVersions> source(Devices devices, Sources sources) {
        if (devices == Devices.INFINIBAND) {
            return sources.shared(InfinibandFirmwareSource.class, InfinibandFirmwareSource::new);
        }
        NvmeControllersSource drives =
                sources.shared(NvmeControllersSource.class, NvmeControllersSource::new);
        return sources.shared(NvmeFirmwareSource.class, machine -> new NvmeFirmwareSource(drives));
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
    public Examination examine(FirmwareVersions firmware) {
        Map<String, List<String>> byVersion = new LinkedHashMap<>();
        int looked = 0;
        for (FirmwareVersions.Device device : firmware.devices()) {
            if (Glob.matches(model, device.model())) {
                looked++;
                byVersion
                        .computeIfAbsent(device.version(), v -> new ArrayList<>())
                        .add(device.name());
            }
        }
        String limit = String.join(" or ", expected);
        List<Finding> findings = new ArrayList<>();
        byVersion.forEach(
                (version, names) -> {
                    if (!expected.contains(version)) {
                        String who = String.join(",", names);
                        String message = who + ": firmware " + version + ", not " + limit;
                        Component component = new Component("firmware", who);
                        findings.add(Finding.of(UNEXPECTED, component, message, version, limit));
                    }
                });
        String value = String.join(", ", byVersion.keySet());
        return new Examination(Amounts.count(looked, "device"), value, limit, findings);
    }
}
