package dev.farrier.check.gpu;

import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.nvidia.GpuListingSource;
import dev.farrier.telemetry.nvidia.RowRemappingSource;

/** The setting that all checks of NVIDIA GPUs have, and the sources that they share by it. */
public final class NvidiaSmi {
    public static final String USUAL = "nvidia-smi";

    public static final Setting<String> PROGRAM =
            Setting.withDefault(
                    "nvidiaSmi",
                    SettingTypes.TEXT,
                    USUAL,
                    "The path of nvidia-smi, where it is not in one of the system's directories.");

    private NvidiaSmi() {}

    static GpuListingSource listing(Settings settings, Sources sources) {
        String program = settings.get(PROGRAM);
        return sources.shared(
                GpuListingSource.class, program, machine -> new GpuListingSource(machine, program));
    }

    static RowRemappingSource rowRemapping(Settings settings, Sources sources) {
        String program = settings.get(PROGRAM);
        return sources.shared(
                RowRemappingSource.class,
                program,
                machine -> new RowRemappingSource(machine, program));
    }
}
