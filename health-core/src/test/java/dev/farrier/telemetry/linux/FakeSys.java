package dev.farrier.telemetry.linux;

import dev.farrier.Uptime;
import dev.farrier.exec.CommandRunner;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A machine of whose files a test writes what it needs below {@code /sys}. */
public final class FakeSys {
    private final Path root;
    private final Machine machine;

    public FakeSys(Path root) {
        this(root, new FakeCommandRunner());
    }

    public FakeSys(Path root, CommandRunner commands) {
        this.root = root;
        this.machine = new Machine(root, commands, new CounterBook());
    }

    public Machine machine() {
        return machine;
    }

    /** A file below {@code /sys}, with the line end that the kernel gives. */
    public FakeSys with(String file, Object content) throws IOException {
        Path path = path(file);
        Files.createDirectories(path.resolve("..").normalize());
        Files.writeString(path, content + "\n");
        return this;
    }

    public Path path(String file) {
        return root.resolve("sys").resolve(file);
    }

    /** The tree that {@code /sys} is from now on. */
    public FakeSys shows(Path tree) throws IOException {
        Files.deleteIfExists(root.resolve("sys"));
        Files.createSymbolicLink(root.resolve("sys"), tree);
        return this;
    }

    /** From now on a look of this moment. */
    public FakeSys at(double uptime) {
        CounterBook book = machine.counters();
        book.open(new Uptime("boot-1", uptime), book.marks());
        return this;
    }
}
