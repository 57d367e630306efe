package dev.farrier.strag;

import java.util.List;
import java.util.Map;

/**
 * A job of a scenario.
 *
 * @param start in seconds of the scenario
 * @param nodes by number, in the order of the ranks
 * @param samples how many
 * @param phase seconds from the start to the first sample
 * @param stepMs own compute time of a typical H100 rank
 * @param communication share of the step that communication takes on top
 * @param stageWeights one for each pipeline stage
 * @param work factor of a rank that has more to do by design
 * @param spells in which the whole job is slow
 * @param shifts spells in which the steps have more or less to compute, for all ranks alike
 * @param reportsSteps whether the job writes {@code st} and {@code T}
 * @param reportsReasons whether its exporter writes {@code thr}
 */
record JobPlan(
        String id,
        double start,
        String user,
        String app,
        List<Integer> nodes,
        int pipeline,
        int tensor,
        int samples,
        double phase,
        double stepMs,
        double communication,
        List<Double> stageWeights,
        Map<Integer, Double> work,
        List<Spell> spells,
        List<Spell> shifts,
        boolean prolog,
        boolean epilog,
        boolean reportsSteps,
        boolean reportsReasons) {

    /** A time, in seconds of the scenario, with a factor. */
    record Spell(double start, double end, double factor) {
        static double factor(List<Spell> spells, double time) {
            double factor = 1;
            for (Spell spell : spells) {
                factor *= time >= spell.start && time < spell.end ? spell.factor : 1;
            }
            return factor;
        }
    }

    JobPlan {
        nodes = List.copyOf(nodes);
        stageWeights = List.copyOf(stageWeights);
        work = Map.copyOf(work);
        spells = List.copyOf(spells);
        shifts = List.copyOf(shifts);
    }

    int ranks() {
        return nodes.size() * Simulator.GPUS;
    }

    double weight(int rank) {
        return stageWeights.get(rank * pipeline / ranks());
    }

    /** Ranks that work on the same sequences: a data-parallel replica, over all its stages. */
    int replica(int rank) {
        return rank % (ranks() / pipeline) / tensor;
    }

    double sampleTime(int sample, int interval) {
        return start + phase + (double) sample * interval;
    }

    /** When the tests after the job run. */
    double epilogTime(int interval) {
        return sampleTime(samples, interval);
    }

    double end(int interval) {
        return epilogTime(interval) + 10;
    }
}
