package dev.farrier.run;

/** Ends a run that another one has replaced: nothing of it may be written any more. */
public final class LostTurnException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LostTurnException() {
        super("another run has taken over; this one writes nothing and does nothing any more");
    }
}
