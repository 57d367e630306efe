package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Units as systemd knows them. */
public record SystemdUnits(List<Unit> units) implements Observation {
    private static final List<String> LOAD_STATES =
            List.of("loaded", "not-found", "bad-setting", "error", "masked", "stub", "merged");
    private static final List<String> ACTIVE_STATES =
            List.of(
                    "active",
                    "reloading",
                    "inactive",
                    "failed",
                    "activating",
                    "deactivating",
                    "maintenance",
                    "refreshing");

    public SystemdUnits {
        units = List.copyOf(units);
    }

    /**
     * One unit.
     *
     * @param names all that it goes by
     * @param load {@code loaded}, {@code not-found}, {@code masked}, …
     * @param active {@code active}, {@code failed}, {@code activating}, …
     * @param sub {@code running}, {@code auto-restart}, …
     * @param file {@code enabled}, {@code disabled}, {@code static}, …; empty where there is no
     *     file
     * @param restarts by systemd itself since somebody started it; negative for what is no service
     */
    public record Unit(
            List<String> names,
            String load,
            String active,
            String sub,
            String file,
            long restarts) {
        public Unit {
            names = List.copyOf(names);
        }
    }

    /** The unit that goes by this name. */
    public Optional<Unit> named(String name) {
        for (Unit unit : units) {
            if (unit.names().contains(name)) {
                return Optional.of(unit);
            }
        }
        return Optional.empty();
    }

    /**
     * Parses what {@code systemctl show} prints: {@code key=value} lines, an empty line between two
     * units.
     *
     * @throws IllegalArgumentException when a unit lacks a line or has a word that we do not know
     */
    static SystemdUnits parse(String text) {
        if (!text.endsWith("\n")) {
            throw new IllegalArgumentException("systemctl show does not end with a whole line");
        }
        List<Unit> units = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            if (end > start) {
                lines.add(text.substring(start, end));
            } else {
                units.add(unit(lines));
                lines.clear();
            }
            start = end + 1;
        }
        units.add(unit(lines));
        return new SystemdUnits(units);
    }

    private static Unit unit(List<String> lines) {
        String restarts = find(lines, "NRestarts=").orElse("-1");
        try {
            return new Unit(
                    List.of(get(lines, "Names=").split(" ")),
                    known(get(lines, "LoadState="), LOAD_STATES),
                    known(get(lines, "ActiveState="), ACTIVE_STATES),
                    get(lines, "SubState="),
                    get(lines, "UnitFileState="),
                    Long.parseLong(restarts));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("systemctl show says NRestarts=" + restarts, e);
        }
    }

    private static String known(String word, List<String> words) {
        if (words.contains(word)) {
            return word;
        }
        String shown = word.length() > 80 ? word.substring(0, 80) + "…" : word;
        throw new IllegalArgumentException("systemctl show has an unknown state '" + shown + "'");
    }

    private static String get(List<String> lines, String key) {
        return find(lines, key)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "systemctl show has a unit without " + key));
    }

    private static Optional<String> find(List<String> lines, String key) {
        for (String line : lines) {
            if (line.startsWith(key)) {
                return Optional.of(line.substring(key.length()));
            }
        }
        return Optional.empty();
    }
}
