package dev.farrier.action;

import java.io.IOException;

/** The scheduler gave no answer, so nothing is known: neither acted on nor taken for healthy. */
public class SchedulerUnavailableException extends IOException {
    private static final long serialVersionUID = 1;

    private final Cause kind;

    /** Why there was no answer. */
    public enum Cause {
        CONTROLLER_UNREACHABLE("controller-unreachable"),
        AUTH_OR_CLOCK("auth-or-clock"),
        CONFIG_MISSING("config-missing"),
        CONTROLLER_SLOW("controller-slow"),
        COMMAND_MISSING("command-missing"),
        OTHER("other");

        private final String word;

        Cause(String word) {
            this.word = word;
        }

        /** The word for it in JSON. */
        public String word() {
            return word;
        }
    }

    public SchedulerUnavailableException(Cause kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Cause kind() {
        return kind;
    }
}
