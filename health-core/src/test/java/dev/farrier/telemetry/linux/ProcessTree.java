package dev.farrier.telemetry.linux;

import dev.farrier.FieldCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processes of a machine made for a test. */
final class ProcessTree {
    private final Path root;

    ProcessTree(Path root) {
        this.root = root;
    }

    /** One that started {@code pid} seconds after the boot. */
    ProcessTree process(long pid, String name, char state, long parent) throws IOException {
        Path directory = Files.createDirectories(root.resolve("proc/" + pid));
        Files.writeString(
                directory.resolve("stat"),
                pid
                        + " ("
                        + name
                        + ") "
                        + state
                        + " "
                        + parent
                        + " 0 0 0 -1 1 2 3 4 5 6 7 8 9 20 0 1 0 "
                        + 100 * pid
                        + " 0 0 0\n");
        return status(pid, 0, 0);
    }

    /** Of a user and in a control group. */
    ProcessTree process(long pid, String name, long parent, long user, String cgroup)
            throws IOException {
        process(pid, name, 'S', parent);
        Files.writeString(root.resolve("proc/" + pid + "/cgroup"), "0::" + cgroup + "\n");
        return status(pid, user, 0);
    }

    ProcessTree status(long pid, long user, long contextSwitches) throws IOException {
        Files.writeString(
                root.resolve("proc/" + pid + "/status"),
                FieldCase.resource("linux/status.txt")
                        .replace("Uid:\t0\t0\t0\t0", "Uid:\t0\t" + user + "\t0\t0")
                        .replaceFirst(
                                "\nvoluntary_ctxt_switches:\t\\d+",
                                "\nvoluntary_ctxt_switches:\t" + contextSwitches));
        return this;
    }
}
