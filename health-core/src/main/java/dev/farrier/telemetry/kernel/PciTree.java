package dev.farrier.telemetry.kernel;

import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where GPUs are in the tree of PCI devices, by what the kernel keeps of them. */
final class PciTree {
    private PciTree() {}

    /**
     * A fatal error of a port that has a GPU below it is one of that GPU. Of a drive it is none,
     * also where the port that received the message has GPUs below it too, behind one switch.
     */
    static KernelEvent withGpuBelow(Machine machine, KernelEvent event) {
        if (!event.kind().equals(AerLines.FATAL)) {
            return event;
        }
        return hasGpuBelow(machine, failing(event)) ? event.withKind(AerLines.FATAL_OF_GPU) : event;
    }

    /**
     * Where the error is named, else where it was said to come from, else where it was received.
     */
    private static String failing(KernelEvent event) {
        boolean named = event.fields().containsKey("device");
        return !named && event.fields().get("source") instanceof String source
                ? source
                : event.subject();
    }

    private static boolean hasGpuBelow(Machine machine, String pci) {
        try (DirectoryStream<Path> devices =
                Files.newDirectoryStream(machine.file("/sys/bus/pci/devices"))) {
            for (Path device : devices) {
                if (isGpu(device)) {
                    String path = device.toRealPath() + "/";
                    if (path.contains("/" + pci + "/")) {
                        return true;
                    }
                }
            }
        } catch (IOException e) {
            return false; // then it is not known to be a GPU's
        }
        return false;
    }

    /** The display of a BMC is none. */
    private static boolean isGpu(Path device) throws IOException {
        String kind = text(device.resolve("class"));
        String vendor = text(device.resolve("vendor"));
        return kind.startsWith("0x0302")
                || (vendor.equals("0x10de") || vendor.equals("0x1002")) && kind.startsWith("0x03");
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).strip();
    }
}
