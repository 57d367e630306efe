package dev.farrier.exec;

import java.util.List;
import java.util.Map;

/**
 * What to run: an argument list that no shell sees, and what the environment holds besides the
 * clean one ({@code PATH}, {@code LC_ALL=C.UTF-8}, {@code TZ=UTC}).
 */
public record Command(List<String> argv, Map<String, String> environment) {
    public Command {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
        if (argv.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
    }

    public static Command of(String... argv) {
        return new Command(List.of(argv), Map.of());
    }

    public static Command of(List<String> argv) {
        return new Command(argv, Map.of());
    }

    public String program() {
        return argv.get(0);
    }
}
