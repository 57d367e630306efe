package dev.farrier.config;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one file, so that all of it is reported together. */
final class Problems {
    private final String file;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void add(Position at, String what, String right) {
        found.add(new Problem(file, at.line(), at.column(), what, right));
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
