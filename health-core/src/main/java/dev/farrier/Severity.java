package dev.farrier;

/** How bad a finding is, mildest first. Only FATAL makes a node UNHEALTHY. */
public enum Severity {
    INFO("info"),
    WARNING("warn"),
    DEGRADED("error"),
    FATAL("fatal");

    private final String word;

    Severity(String word) {
        this.word = word;
    }

    /** The word for it in JSON and configuration. */
    public String word() {
        return word;
    }
}
