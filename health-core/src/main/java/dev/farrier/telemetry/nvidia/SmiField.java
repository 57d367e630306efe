package dev.farrier.telemetry.nvidia;

/**
 * One field of {@code nvidia-smi}'s CSV. Only {@code KNOWN} has a value; the others are never a
 * zero.
 *
 * @param text as it was printed
 */
public record SmiField(Kind kind, String text) {
    /** What a field can say. */
    public enum Kind {
        KNOWN,
        /** This GPU or driver has no such value. */
        NOT_AVAILABLE,
        NOT_PERMITTED,
        /** The driver could not read it this time; also every spelling that we do not know. */
        ERROR,
        /** The driver says that the GPU is gone or stopped working. */
        LOST
    }

    public static SmiField of(String printed) {
        String text = printed.strip();
        return new SmiField(kind(text), text);
    }

    private static Kind kind(String text) {
        boolean bracketed = text.startsWith("[") && text.endsWith("]");
        String words = bracketed ? text.substring(1, text.length() - 1) : text;
        return switch (words) {
            case "N/A",
                    "Not Supported",
                    "Not Available",
                    "Requested functionality has been deprecated" ->
                    Kind.NOT_AVAILABLE;
            case "Insufficient Permissions" -> Kind.NOT_PERMITTED;
            case "GPU is lost", "GPU requires reset", "Reset Required" -> Kind.LOST;
            case "ERR!", "Unknown Error", "" -> Kind.ERROR;
            default -> bracketed ? Kind.ERROR : Kind.KNOWN;
        };
    }

    public boolean isKnown() {
        return kind == Kind.KNOWN;
    }

    @Override
    public String toString() {
        return text;
    }
}
