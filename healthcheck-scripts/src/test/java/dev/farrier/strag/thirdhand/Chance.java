package dev.farrier.strag.thirdhand;

/**
 * Chance by key instead of by turn: what one GPU draws at one moment does not depend on what else
 * is simulated, so a job with a fault and the same job without it see the same noise.
 */
record Chance(long seed) {
    /** What a draw is for. */
    enum Topic {
        HUNGER,
        BIN,
        PACE,
        COOLING,
        SKEW,
        COUNTER,
        BURST,
        PHASE,
        RANK,
        SLOW,
        JOB,
        EXPERT,
        LOSS,
        READING,
        TEST,
        PLAN
    }

    double uniform(Topic topic, long who, long when) {
        long mixed = mix(seed * 0x9E3779B97F4A7C15L + topic.name().hashCode());
        mixed = mix(mixed ^ who * 0xC2B2AE3D27D4EB4FL);
        mixed = mix(mixed ^ when * 0x165667B19E3779F9L);
        return (mixed >>> 11) * 0x1p-53;
    }

    double between(double low, double high, Topic topic, long who, long when) {
        return low + (high - low) * uniform(topic, who, when);
    }

    double normal(Topic topic, long who, long when) {
        double radius = uniform(topic, who, 2 * when) + 1e-12;
        double angle = uniform(topic, who, 2 * when + 1);
        return StrictMath.sqrt(-2 * StrictMath.log(radius)) * StrictMath.cos(2 * Math.PI * angle);
    }

    /** A normal process that takes {@code grain} seconds to forget its value. */
    double wandering(Topic topic, long who, double t, double grain) {
        long from = (long) Math.floor(t / grain);
        double part = t / grain - from;
        double value = normal(topic, who, from) * (1 - part) + normal(topic, who, from + 1) * part;
        return value / StrictMath.sqrt(part * part + (1 - part) * (1 - part));
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
