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
    private final Map<String, TelemetrySource<?>> shared = new HashMap<>();

    public Sources(Machine machine) {
        this.machine = machine;
    }

    public Machine machine() {
        return machine;
    }

    /** The one source of this class on this machine. */
    public <S extends TelemetrySource<?>> S shared(Class<S> type, Function<Machine, S> maker) {
        return shared(type, "", maker);
    }

    /** The one source of this class on this machine that looks at {@code of}: a path, a program. */
    public <S extends TelemetrySource<?>> S shared(
            Class<S> type, String of, Function<Machine, S> maker) {
        String key = type.getName() + " " + of; // a record's hashCode is made at run time
        TelemetrySource<?> known = shared.get(key);
        if (known == null) {
            known = maker.apply(machine); // which may ask for shared sources of its own
            shared.put(key, known);
        }
        return type.cast(known);
    }
}
