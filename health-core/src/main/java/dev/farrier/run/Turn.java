package dev.farrier.run;

/**
 * Whether a run may still write and act. One that hung for long has been replaced by another, and
 * must leave everything alone when it wakes.
 */
@FunctionalInterface
public interface Turn {
    boolean isOurs();
}
