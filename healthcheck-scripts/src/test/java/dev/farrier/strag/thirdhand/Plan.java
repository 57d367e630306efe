package dev.farrier.strag.thirdhand;

import java.util.ArrayList;
import java.util.List;

/** One job as it was submitted, with what its user's code does unevenly. */
record Plan(
        String id,
        String user,
        App app,
        List<Integer> nodes,
        double start,
        double seconds,
        int pp,
        int tp,
        Shows shows,
        List<Uneven> uneven,
        List<Stall> stalls) {
    Plan {
        nodes = List.copyOf(nodes);
        uneven = List.copyOf(uneven);
        stalls = List.copyOf(stalls);
    }

    /** What of the job can be seen. */
    record Shows(
            boolean own,
            boolean step,
            boolean reasons,
            boolean prolog,
            boolean epilog,
            double loss) {
        static final Shows ALL = new Shows(true, true, true, true, true, 0.01);
        static final Shows TELEMETRY_ONLY = new Shows(false, false, false, false, false, 0.02);

        Shows withoutOwn() {
            return new Shows(false, step, reasons, prolog, epilog, loss);
        }

        Shows withoutStep() {
            return new Shows(own, false, reasons, prolog, epilog, loss);
        }

        Shows withoutReasons() {
            return new Shows(own, step, false, prolog, epilog, loss);
        }

        Shows prologOnly() {
            return new Shows(own, step, reasons, true, false, loss);
        }

        Shows withoutTests() {
            return new Shows(own, step, reasons, false, false, loss);
        }

        Shows losing(double part) {
            return new Shows(own, step, reasons, prolog, epilog, part);
        }
    }

    /**
     * A rank with more work than the others.
     *
     * @param from seconds since the start of the job
     * @param onHost the extra time is the host's, and the GPU waits
     */
    record Uneven(int rank, double from, double until, double factor, boolean onHost) {}

    /** The whole job waits, say for a file system; seconds since the start of the job. */
    record Stall(double from, double until) {}

    Plan showing(Shows what) {
        return new Plan(id, user, app, nodes, start, seconds, pp, tp, what, uneven, stalls);
    }

    Plan split(int pipeline, int tensor) {
        return new Plan(
                id, user, app, nodes, start, seconds, pipeline, tensor, shows, uneven, stalls);
    }

    Plan uneven(int rank, double from, double factor) {
        return with(new Uneven(rank, from, seconds, factor, false));
    }

    Plan with(Uneven more) {
        List<Uneven> all = new ArrayList<>(uneven);
        all.add(more);
        return new Plan(id, user, app, nodes, start, seconds, pp, tp, shows, all, stalls);
    }

    Plan stalling(double from, double until) {
        List<Stall> all = new ArrayList<>(stalls);
        all.add(new Stall(from, until));
        return new Plan(id, user, app, nodes, start, seconds, pp, tp, shows, uneven, all);
    }

    double end() {
        return start + seconds;
    }

    boolean stalledAt(double t) {
        return stalls.stream().anyMatch(s -> t - start >= s.from() && t - start < s.until());
    }

    /** The job's own number, by which it draws its chance. */
    long key() {
        return id.hashCode();
    }
}
