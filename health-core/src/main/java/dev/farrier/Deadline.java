package dev.farrier;

import java.time.Duration;

/** A point in time by which something must have returned; made once and handed down. */
public final class Deadline {
    private final long nanoTime;

    private Deadline(long nanoTime) {
        this.nanoTime = nanoTime;
    }

    public static Deadline in(Duration fromNow) {
        return new Deadline(System.nanoTime() + fromNow.toNanos());
    }

    /** The earlier of this deadline and one that lies {@code fromNow} ahead. */
    public Deadline atMost(Duration fromNow) {
        return fromNow.compareTo(remaining()) < 0 ? in(fromNow) : this;
    }

    /** Never negative; zero when it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }

    public boolean hasPassed() {
        return nanoTime - System.nanoTime() <= 0;
    }
}
