package dev.farrier.check;

import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.TelemetrySource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The sources of one machine: a source that several checks judge is made once, and so is read once
 * a run.
 */
public final class Sources {
    private final Machine machine;
    private final Map<Class<?>, TelemetrySource<?>> shared = new HashMap<>();

    public Sources(Machine machine) {
        this.machine = machine;
    }

    public Machine machine() {
        return machine;
    }

    /** The one source of this class on this machine. */
    public <S extends TelemetrySource<?>> S shared(Class<S> type, Function<Machine, S> maker) {
        return type.cast(shared.computeIfAbsent(type, any -> maker.apply(machine)));
    }
}
