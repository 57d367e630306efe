package dev.farrier.strag.otherhand;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One job of a scenario.
 *
 * @param start seconds of the scenario
 * @param stepTimes whether it reports the times of its ranks and of its step
 * @param reasons whether the exporter had the throttle reasons for it
 */
record Job(
        String id,
        double start,
        String user,
        App app,
        List<Integer> nodes,
        int samples,
        int pipeline,
        int tensor,
        boolean stepTimes,
        boolean reasons,
        Tests tests) {

    /** Which short tests frame the job. */
    enum Tests {
        NONE,
        PROLOG,
        BOTH
    }

    /** A job on the nodes {@code first} to {@code first + count - 1}. */
    static Job of(
            String id, double start, String user, App app, int first, int count, int samples) {
        return on(
                id,
                start,
                user,
                app,
                IntStream.range(first, first + count).boxed().toList(),
                samples);
    }

    static Job on(String id, double start, String user, App app, List<Integer> nodes, int samples) {
        return new Job(id, start, user, app, nodes, samples, 1, 1, true, true, Tests.BOTH);
    }

    Job parallel(int stages, int slices) {
        return new Job(
                id, start, user, app, nodes, samples, stages, slices, stepTimes, reasons, tests);
    }

    Job silent() {
        return new Job(
                id, start, user, app, nodes, samples, pipeline, tensor, false, reasons, tests);
    }

    Job withoutReasons() {
        return new Job(
                id, start, user, app, nodes, samples, pipeline, tensor, stepTimes, false, tests);
    }

    Job tested(Tests other) {
        return new Job(
                id, start, user, app, nodes, samples, pipeline, tensor, stepTimes, reasons, other);
    }
}
