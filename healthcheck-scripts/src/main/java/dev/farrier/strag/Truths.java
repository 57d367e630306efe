package dev.farrier.strag;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says of a scenario what is true in it, by section 3 of the benchmark's description. */
final class Truths {
    private static final int SHORTEST_SAMPLES = 3;

    private final Scenario scenario;

    private Truths(Scenario scenario) {
        this.scenario = scenario;
    }

    /**
     * @throws IllegalArgumentException when a node has two faults that count in one job: the format
     *     has no place for the second
     */
    static Truth of(Scenario scenario) {
        return new Truths(scenario).truth();
    }

    private Truth truth() {
        List<Truth.Positive> positives = new ArrayList<>();
        Set<String> pairs = new HashSet<>();
        double seconds = 0;
        int jobNodes = 0;
        for (JobPlan job : scenario.jobs()) {
            jobNodes += job.nodes().size();
            seconds += (double) job.nodes().size() * job.samples() * scenario.interval();
            for (Fault fault : scenario.faults()) {
                Optional<Truth.Positive> positive = positive(job, fault);
                if (positive.isPresent()) {
                    String pair = job.id() + " " + Scenario.nodeName(fault.node());
                    if (!pairs.add(pair)) {
                        throw new IllegalArgumentException(
                                scenario.name() + ": two faults count in job and node " + pair);
                    }
                    positives.add(positive.get());
                }
            }
        }
        return new Truth(
                scenario.name(),
                scenario.note(),
                Numbers.rounded(seconds / 86_400, 4),
                scenario.interval(),
                scenario.faults(),
                positives,
                scenario.lemons().stream().sorted().map(Scenario::nodeName).toList(),
                jobNodes,
                scenario.nodes().size() * Simulator.GPUS);
    }

    private Optional<Truth.Positive> positive(JobPlan job, Fault fault) {
        if (scenario.quiet().contains(fault.id()) || !job.nodes().contains(fault.node())) {
            return Optional.empty();
        }
        double onset = Double.NaN;
        double largest = 0;
        int samples = 0;
        for (int sample = 0; sample < job.samples(); sample++) {
            double time = job.sampleTime(sample, scenario.interval());
            double effect = fault.counts(time) ? effect(job, fault, time) : 0;
            if (effect >= Fault.COUNTS_FROM - 1e-9) {
                onset = samples == 0 ? time : onset;
                samples++;
                largest = Math.max(largest, effect);
            }
        }
        if (samples < SHORTEST_SAMPLES) {
            return Optional.empty();
        }
        return Optional.of(
                new Truth.Positive(
                        job.id(),
                        Scenario.nodeName(fault.node()),
                        fault.gpu(),
                        fault.kind(),
                        Numbers.rounded(onset, 1),
                        Numbers.rounded(largest, 3),
                        fault.id()));
    }

    /** On the rank's own time, or on the job's step where only communication is slower. */
    private static double effect(JobPlan job, Fault fault, double time) {
        double slower = fault.factor(time) - 1;
        if (!fault.kind().slowsCommunication()) {
            return slower;
        }
        if (fault.kind() == FaultKind.NETWORK && job.nodes().size() == 1) {
            return 0;
        }
        double heaviest = 0;
        for (int rank = 0; rank < job.ranks(); rank++) {
            double work = job.work().getOrDefault(rank, 1.0);
            heaviest = Math.max(heaviest, job.weight(rank) * work);
        }
        return job.communication() * slower / (heaviest + job.communication());
    }
}
