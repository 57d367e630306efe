package dev.farrier.strag;

import java.util.List;
import java.util.Set;

/**
 * All that the simulator needs to know: a cluster, its jobs, and what is wrong with it.
 *
 * @param nodes the kind of GPU of each node
 * @param lemons nodes that are bad at the end, however the jobs fare
 * @param quiet ids of faults that are a node's over many jobs: none of them makes a job's positive
 */
record Scenario(
        String name,
        String note,
        long seed,
        int interval,
        List<Sku> nodes,
        Conditions conditions,
        List<JobPlan> jobs,
        List<Fault> faults,
        Set<String> quiet,
        List<Decoy> decoys,
        Set<Integer> lemons,
        Rollout rollout) {
    Scenario {
        nodes = List.copyOf(nodes);
        jobs = List.copyOf(jobs);
        faults = List.copyOf(faults);
        quiet = Set.copyOf(quiet);
        decoys = List.copyOf(decoys);
        lemons = Set.copyOf(lemons);
    }

    static String nodeName(int node) {
        String digits = Integer.toString(node);
        return "n" + "0".repeat(Math.max(0, 4 - digits.length())) + digits;
    }

    static String rackName(int node) {
        String digits = Integer.toString(node / 8);
        return "r" + "0".repeat(Math.max(0, 3 - digits.length())) + digits;
    }

    double end() {
        double end = 0;
        for (JobPlan job : jobs) {
            end = Math.max(end, job.end(interval));
        }
        return end + 20;
    }
}
