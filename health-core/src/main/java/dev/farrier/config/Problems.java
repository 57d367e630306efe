package dev.farrier.config;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one file, so that all of it is reported together. */
final class Problems {
    private final String file;
    private final List<Problem> found = new ArrayList<>();
    private final List<Renamed> renamed = new ArrayList<>();

    /** A key under a name that it had before. */
    record Renamed(Position at, String from, String to) {}

    Problems(String file) {
        this.file = file;
    }

    void add(Position at, String what, String right) {
        found.add(at(at, what, right));
    }

    Problem at(Position at, String what, String right) {
        return new Problem(file, at.line(), at.column(), what, right);
    }

    void renamed(Position at, String from, String to) {
        renamed.add(new Renamed(at, from, to));
    }

    /** In the order in which they were read. */
    List<Renamed> renamed() {
        return List.copyOf(renamed);
    }

    int count() {
        return found.size();
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigException(found);
        }
    }

    /** Adds the last problem, after which reading on makes no sense. */
    ConfigException last(Position at, String what, String right) {
        add(at, what, right);
        return new ConfigException(found);
    }
}
