package dev.farrier.strag.otherhand;

/**
 * Something wrong from {@code from} to {@code until}, seconds of the scenario.
 *
 * @param gpu the slot, or -1 for the whole node
 * @param strength what is left of the resource: bandwidth, clock (of sm_max for a lock) or power
 *     (of tdp for a cap), of one; above one for THERMAL (heat resistance) and CPU (launch latency).
 *     At 1 the signs are there without an effect
 * @param period seconds of one pulse, on for {@code duty} of it; 0: always on
 * @param ramp seconds until the full strength
 * @param hidden the data do not say who it is
 */
record Fault(
        String id,
        Kind kind,
        int node,
        int gpu,
        double from,
        double until,
        double strength,
        double period,
        double duty,
        double ramp,
        boolean hidden) {

    static final double FOREVER = 9e9;

    static Fault of(Kind kind, int node, int gpu, double strength) {
        return new Fault("", kind, node, gpu, 0, FOREVER, strength, 0, 1, 0, false);
    }

    Fault named(String name) {
        return new Fault(name, kind, node, gpu, from, until, strength, period, duty, ramp, hidden);
    }

    Fault from(double start) {
        return during(start, FOREVER);
    }

    Fault during(double start, double end) {
        return new Fault(id, kind, node, gpu, start, end, strength, period, duty, ramp, hidden);
    }

    Fault pulsing(double seconds, double share) {
        return new Fault(id, kind, node, gpu, from, until, strength, seconds, share, ramp, hidden);
    }

    Fault ramping(double seconds) {
        return new Fault(id, kind, node, gpu, from, until, strength, period, duty, seconds, hidden);
    }

    Fault unknowable() {
        return new Fault(id, kind, node, gpu, from, until, strength, period, duty, ramp, true);
    }

    boolean touches(int aNode, int aGpu) {
        return node == aNode && (gpu < 0 || gpu == aGpu);
    }

    /** 0 where it is off, 1 at its full strength. */
    double level(double t) {
        if (t < from || t >= until || (period > 0 && (t - from) % period >= duty * period)) {
            return 0;
        }
        return ramp > 0 ? Math.min(1, (t - from) / ramp) : 1;
    }

    double factor(double t) {
        return 1 + (strength - 1) * level(t);
    }

    /**
     * @param effect its median share of extra time, of all jobs the worst
     */
    Line truth(double effect) {
        return new Line()
                .text("id", id)
                .text("kind", kind.toString())
                .number("node", node)
                .number("gpu", gpu)
                .number("t0", from)
                .number("t1", until)
                .number("slow", 1 + effect)
                .number("duty", duty)
                .number("period", period)
                .number("ramp", ramp);
    }
}
