package dev.farrier.strag.otherhand;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What one fault did to one job: the extra time in each of its samples, and who could have seen it.
 */
final class Episode {
    private static final double COUNTS = 0.05;
    private static final double NOTICEABLE = 0.01;
    private static final int LASTING = 3;

    private final Fault fault;
    private final Job job;
    private final List<Double> effects = new ArrayList<>();
    private double onset = Double.NaN;
    private int run;
    private int longest;

    Episode(Fault fault, Job job) {
        this.fault = fault;
        this.job = job;
    }

    Fault fault() {
        return fault;
    }

    Job job() {
        return job;
    }

    void add(double t, double effect, boolean delivered) {
        if (effect >= NOTICEABLE) {
            effects.add(effect);
            onset = Double.isNaN(onset) ? t : onset;
        }
        if (delivered) {
            run = effect >= COUNTS ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
    }

    /** The median of the samples in which it cost anything. */
    double effect() {
        if (effects.isEmpty()) {
            return 0;
        }
        List<Double> sorted = new ArrayList<>(effects);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    boolean positive() {
        return !fault.hidden() && longest >= LASTING && effect() >= COUNTS;
    }

    Line truth() {
        double since = Math.max(fault.from(), job.start());
        // Heat takes its time, and a pulse or ramp may begin after the job.
        boolean later = fault.kind() == Kind.THERMAL || fault.level(since) == 0;
        return new Line()
                .text("job", job.id())
                .text("node", Node.name(fault.node()))
                .number("gpu", fault.gpu())
                .text("kind", fault.kind().toString())
                .number("t0", later ? onset : since)
                .number("effect", Math.rint(effect() * 1000) / 1000)
                .text("fault", fault.id());
    }
}
