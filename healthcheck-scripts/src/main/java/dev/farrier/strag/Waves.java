package dev.farrier.strag;

import static dev.farrier.strag.Fault.WHOLE_NODE;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Jobs that begin together on all nodes of a cluster, wave after wave. */
final class Waves {
    private static final double FIRST = 60;
    private static final int MINUTE = 60;

    private final ScenarioBuilder scenario;
    private final List<List<Integer>> jobs = new ArrayList<>();
    private final List<Double> starts = new ArrayList<>();
    private Consumer<JobBuilder> special = job -> {};
    private List<Double> userSteps = List.of();
    private double jobSeconds;

    private Waves(ScenarioBuilder scenario) {
        this.scenario = scenario;
    }

    static Waves of(ScenarioBuilder scenario) {
        return new Waves(scenario);
    }

    /** What is different in a third of the jobs. */
    Waves everyThirdJob(Consumer<JobBuilder> what) {
        special = what;
        return this;
    }

    /** Six users, each with an application whose step is its own, and any sampling phase. */
    Waves manyUsers() {
        userSteps = new ArrayList<>();
        for (int user = 0; user < 6; user++) {
            userSteps.add(scenario.between(1800, 3500));
        }
        return this;
    }

    private void chooseUser(JobBuilder job) {
        int user = scenario.draws().below(userSteps.size());
        job.user("u" + user).app("a" + user, userSteps.get(user));
        job.phase(Numbers.rounded(scenario.between(12, 58), 1));
    }

    /** Jobs of so many samples, a minute apart, with one of the sizes each. */
    Waves run(int waves, int samples, List<Integer> sizes) {
        jobSeconds = 30.0 + samples * MINUTE;
        for (int wave = 0; wave < waves; wave++) {
            double start = FIRST + wave * (jobSeconds + 90);
            List<Integer> free = shuffled();
            while (!free.isEmpty()) {
                int wanted = sizes.get(scenario.draws().below(sizes.size()));
                List<Integer> taken = free.subList(0, Math.min(wanted, free.size()));
                List<Integer> nodes = taken.stream().sorted().toList();
                taken.clear();
                JobBuilder job = scenario.job(id(), nodes).start(start).samples(samples);
                if (jobs.size() % 3 == 0) {
                    special.accept(job);
                }
                if (!userSteps.isEmpty()) {
                    chooseUser(job);
                }
                jobs.add(nodes);
                starts.add(start);
            }
        }
        return this;
    }

    private String id() {
        String digits = Integer.toString(jobs.size());
        return "j" + "0".repeat(Math.max(0, 3 - digits.length())) + digits;
    }

    private List<Integer> shuffled() {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < scenario.nodeCount(); node++) {
            nodes.add(scenario.draws().below(node + 1), node);
        }
        return nodes;
    }

    /**
     * Communication is slow in 40 % of the jobs of several nodes, for 24 minutes on average; a GPU
     * in 2 % of the jobs, for 10 minutes on average.
     */
    void publishedRates() {
        Draws draws = scenario.draws();
        for (int job = 0; job < jobs.size(); job++) {
            List<Integer> nodes = jobs.get(job);
            double start = starts.get(job) + draws.uniform(0, jobSeconds * 0.7);
            int first = draws.below(nodes.size());
            if (nodes.size() > 1 && draws.chance(0.4)) {
                double end = Math.min(start + draws.exponential(24 * 60), ending(job));
                int port = draws.chance(0.5) ? WHOLE_NODE : scenario.anyGpu();
                scenario.fault(FaultKind.NETWORK, nodes.get(first), port, start, end, 2.2);
            }
            if (draws.chance(0.02)) {
                double end = Math.min(start + draws.exponential(10 * 60), ending(job));
                int other = nodes.get((first + 1) % nodes.size());
                double slow = draws.uniform(1.1, 1.4);
                scenario.fault(FaultKind.THERMAL, other, scenario.anyGpu(), start, end, slow);
            }
        }
    }

    private double ending(int job) {
        return starts.get(job) + jobSeconds;
    }
}
