package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads {@code /sys/class/nvme}, which the kernel answers without asking a drive. */
public final class NvmeControllersSource implements TelemetrySource<NvmeControllers> {
    private static final String CLASS = "/sys/class/nvme";
    private static final String PREFIX = "nvme";
    private static final List<String> STATES =
            List.of(
                    "new",
                    "live",
                    "resetting",
                    "connecting",
                    "deleting",
                    "deleting (no IO)",
                    "dead");

    private final Machine machine;
    private boolean expected;

    public NvmeControllersSource(Machine machine) {
        this.machine = machine;
    }

    /**
     * Somebody said that this node has drives: that there is none is a fact, not a reason to skip.
     */
    public void expectDrives() {
        expected = true;
    }

    @Override
    public String origin() {
        return CLASS;
    }

    @Override
    public Reading<NvmeControllers> read(Deadline deadline) throws IOException {
        List<NvmeControllers.Controller> controllers = controllers();
        return controllers.isEmpty() && !expected
                ? new Reading.Unsupported<>("no NVMe drive")
                : new Reading.Present<>(new NvmeControllers(controllers));
    }

    List<NvmeControllers.Controller> controllers() throws IOException {
        String[] names = machine.file(CLASS).toFile().list((dir, name) -> isController(name));
        List<NvmeControllers.Controller> controllers = new ArrayList<>();
        if (names != null) {
            Arrays.sort(names);
            for (String name : names) {
                controllers.add(controller(name));
            }
        }
        return controllers;
    }

    private static boolean isController(String name) {
        return name.startsWith(PREFIX) && name.length() > PREFIX.length();
    }

    private NvmeControllers.Controller controller(String name) throws IOException {
        Path folder = machine.file(CLASS + "/" + name);
        String state = KernelFile.readLine(folder.resolve("state"));
        if (!STATES.contains(state)) {
            throw new IllegalArgumentException(folder + "/state says '" + state + "'");
        }
        return new NvmeControllers.Controller(
                name,
                state,
                transport(folder),
                KernelFile.readLine(folder.resolve("model")),
                KernelFile.readLine(folder.resolve("serial")),
                KernelFile.readLine(folder.resolve("firmware_rev")));
    }

    private static String transport(Path folder) throws IOException {
        try {
            return KernelFile.readLine(folder.resolve("transport"));
        } catch (NoSuchFileException e) {
            return Files.exists(folder.resolve("device/vendor")) ? "pcie" : ""; // before 4.14
        }
    }
}
