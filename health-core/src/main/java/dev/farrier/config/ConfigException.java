package dev.farrier.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The configuration cannot be used; says everything that is wrong with it in one go. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    /**
     * @param problems at least one; kept in the order of the file
     */
    public ConfigException(List<Problem> problems) {
        super(message(problems));
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        this.problems = List.copyOf(sorted);
    }

    public List<Problem> problems() {
        return problems;
    }

    private static String message(List<Problem> problems) {
        return problems.size() == 1
                ? problems.get(0).message()
                : problems.size() + " problems in the configuration, the first: " + problems.get(0);
    }
}
