package dev.farrier.strag.thirdhand;

/**
 * A cause in one GPU or node. What it does to a job is measured, not set: {@code aim} is only where
 * it aims at in the job that it meets.
 *
 * @param gpu -1: all of the node
 * @param aim own time (links: step) over that without the fault, at full strength
 * @param ramp seconds until it is at full strength
 * @param period seconds from one attack to the next; 0: it stays
 * @param duty the part of the period that an attack takes
 */
record Fault(
        Kind kind,
        int node,
        int gpu,
        double t0,
        double t1,
        double aim,
        double ramp,
        double period,
        double duty) {
    static final double FOR_GOOD = 9e9;
    private static final double BEFORE = -86_400;

    /** A fault that was there before the first job. */
    static Fault old(Kind kind, int node, int gpu, double aim) {
        return since(BEFORE, kind, node, gpu, aim);
    }

    static Fault since(double t0, Kind kind, int node, int gpu, double aim) {
        return new Fault(kind, node, gpu, t0, FOR_GOOD, aim, 0, 0, 1);
    }

    Fault until(double end) {
        return new Fault(kind, node, gpu, t0, end, aim, ramp, period, duty);
    }

    Fault growing(double seconds) {
        return new Fault(kind, node, gpu, t0, t1, aim, seconds, period, duty);
    }

    Fault comingEvery(double seconds, double part) {
        return new Fault(kind, node, gpu, t0, t1, aim, ramp, seconds, part);
    }

    boolean touches(int otherNode, int otherGpu) {
        return node == otherNode && (gpu < 0 || gpu == otherGpu);
    }

    /** How strong it is, from 0 to 1. */
    double level(double t) {
        if (t < t0 || t >= t1 || (period > 0 && (t - t0) % period >= duty * period)) {
            return 0;
        }
        return ramp > 0 ? Math.min(1, (t - t0) / ramp) : 1;
    }

    /** Seconds of its attacks up to {@code t}, from the day before the scenario on. */
    double activeSeconds(double t) {
        double passed = Math.max(0, Math.min(t, t1) - t0);
        if (period <= 0) {
            return passed;
        }
        return Math.floor(passed / period) * duty * period
                + Math.min(passed % period, duty * period);
    }

    JsonLine truth(String id) {
        return new JsonLine()
                .with("id", id)
                .with("kind", kind.word())
                .with("node", node, 0)
                .with("gpu", gpu, 0)
                .with("t0", Math.max(0, t0), 1)
                .with("t1", t1, 1)
                .with("slow", aim, 4)
                .with("duty", duty, 3)
                .with("period", period, 1)
                .with("ramp", ramp, 1);
    }
}
