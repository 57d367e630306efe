package dev.farrier.check.gpu;

import dev.farrier.NodeProfile;
import dev.farrier.check.NodeView;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.nvidia.GpuListing;
import dev.farrier.telemetry.nvidia.GpuListingSource;
import dev.farrier.telemetry.nvidia.RowRemappingSource;
import java.util.Optional;

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

    /** What the driver says; empty where there is none, or it could not be asked. */
    static Optional<GpuListing> seen(NodeView node) throws InterruptedException {
        return node.see(listing(Settings.EMPTY, node.sources()));
    }

    /** GPUs that the scheduler gives out; 0 also where it gives out parts of them (MIG). */
    static int promised(NodeView node) {
        if (node.profile().isEmpty()) {
            return 0;
        }
        NodeProfile profile = node.profile().get();
        for (NodeProfile.Gres resource : profile.gres()) {
            if (resource.name().equals("gpu") && isSlice(resource.type())) {
                return 0;
            }
        }
        return (int) Math.min(profile.countOf("gpu"), 1_000);
    }

    /** {@code 1g.10gb}, {@code a100_3g.20gb}. */
    private static boolean isSlice(String type) {
        int at = type.indexOf("g.");
        return at > 0 && Character.isDigit(type.charAt(at - 1)) && type.endsWith("gb");
    }
}
