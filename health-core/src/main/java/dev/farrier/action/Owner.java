package dev.farrier.action;

/** Who put a node out of service, as far as the scheduler's own words prove it. */
public enum Owner {
    /** Not out of service. */
    NONE("none"),
    /** Farrier itself, text unedited. The only one that Farrier takes back by itself. */
    OURS("ours"),
    /** A person, through {@code farrier drain}. */
    MANUAL("manual"),
    /** Our prefix with another text behind it: whoever changed it owns it now. */
    EDITED("foreign-edited"),
    ADMIN("admin"),
    SLURM("slurm"),
    NHC("nhc"),
    OTHER_TOOL("other-tool"),
    /** Out of service without a word. */
    UNKNOWN("unknown");

    private final String word;

    Owner(String word) {
        this.word = word;
    }

    /** The word for it in JSON and in messages. */
    public String word() {
        return word;
    }
}
