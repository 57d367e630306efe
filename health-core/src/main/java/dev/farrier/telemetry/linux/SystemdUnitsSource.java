package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Asks systemd for all units that checks look at, in one child. */
public final class SystemdUnitsSource implements TelemetrySource<SystemdUnits> {
    private static final long SERVES_NANOS = 1_000_000_000;
    private static final List<String> SHOW =
            List.of(
                    "systemctl",
                    "show",
                    "--property=Names,LoadState,ActiveState,SubState,UnitFileState,NRestarts",
                    "--");

    private final Machine machine;
    private final TreeSet<String> names = new TreeSet<>();
    private @Nullable Reading<SystemdUnits> last;
    private long lastNanos;

    public SystemdUnitsSource(Machine machine) {
        this.machine = machine;
    }

    /** Adds a unit to those that are asked for. */
    synchronized void add(String name) {
        names.add(name);
    }

    @Override
    public String origin() {
        return "systemctl show";
    }

    /** Unsupported where another program is the first process, as in most containers. */
    @Override
    public synchronized Reading<SystemdUnits> read(Deadline deadline)
            throws IOException, InterruptedException {
        Reading<SystemdUnits> known = last;
        if (known == null || System.nanoTime() - lastNanos > SERVES_NANOS) {
            known = ask(deadline);
            last = known;
            lastNanos = System.nanoTime();
        }
        return known;
    }

    private Reading<SystemdUnits> ask(Deadline deadline) throws IOException, InterruptedException {
        if (!Files.isDirectory(machine.file("/run/systemd/system"))) { // as sd_booted(3) looks
            return new Reading.Unsupported<>("systemd does not run here");
        }
        String shown = machine.commands().run(Command.of(argv()), deadline).stdoutOrThrow();
        try {
            return new Reading.Present<>(SystemdUnits.parse(shown));
        } catch (IllegalArgumentException e) {
            return new Reading.Failed<>(String.valueOf(e.getMessage()));
        }
    }

    synchronized List<String> argv() {
        List<String> argv = new ArrayList<>(SHOW);
        argv.addAll(names);
        return argv;
    }
}
