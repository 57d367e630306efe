package dev.farrier;

/** What made us look at the node. */
public enum Trigger {
    /** By the clock. Only these looks count for the fail count and the pass streak. */
    PERIODIC,
    PROLOG,
    EPILOG,
    /** Somebody asked. */
    MANUAL;

    /** The word for it on command lines and in files: the name in lower case. */
    public String word() {
        return switch (this) {
            case PERIODIC -> "periodic";
            case PROLOG -> "prolog";
            case EPILOG -> "epilog";
            case MANUAL -> "manual";
        };
    }
}
