package dev.farrier.strag.thirdhand;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is right: each fault's effect is the job as it was over the same job without this fault,
 * which draws the same noise.
 */
final class Truth {
    private static final double LEAST_EFFECT = 0.05;
    private static final int LEAST_SAMPLES = 3;

    /**
     * What a fault did to one job.
     *
     * @param t0 when it first counted
     */
    record Effect(Plan plan, Fault fault, double t0, double effect, int samples) {
        boolean counts() {
            return samples >= LEAST_SAMPLES && canBeFound();
        }

        private boolean canBeFound() {
            return switch (fault.kind().trace()) {
                case SAMPLES -> true;
                case NOWHERE -> false;
                case TESTS ->
                        (plan.shows().prolog() && fault.level(plan.start() + 5) > 0)
                                || (plan.shows().epilog() && fault.level(plan.end() - 10) > 0);
            };
        }
    }

    private Truth() {}

    /** Effects of all faults on a job, given how it went. */
    static List<Effect> effects(Scenario scenario, Plan plan, List<Frame> frames) {
        List<Effect> effects = new ArrayList<>();
        for (Fault fault : touching(scenario, plan)) {
            List<Fault> others = new ArrayList<>(touching(scenario, plan));
            others.remove(fault);
            effects.add(effect(scenario, plan, fault, frames, Run.of(scenario, plan, others)));
        }
        return effects;
    }

    static List<Fault> touching(Scenario scenario, Plan plan) {
        return scenario.faults().stream()
                .filter(f -> plan.nodes().contains(f.node()))
                .filter(f -> f.t0() < plan.end() && f.t1() > plan.start())
                .toList();
    }

    private static Effect effect(
            Scenario scenario, Plan plan, Fault fault, List<Frame> with, List<Frame> without) {
        double first = 0;
        double sum = 0;
        int samples = 0;
        for (int moment = 0; moment < with.size(); moment++) {
            double effect = ratio(plan, fault, with.get(moment), without.get(moment)) - 1;
            if (effect >= LEAST_EFFECT && !scenario.lost(plan, fault.node(), moment)) {
                first = samples == 0 ? with.get(moment).t() : first;
                sum += effect;
                samples++;
            }
        }
        return new Effect(plan, fault, first, samples == 0 ? 0 : sum / samples, samples);
    }

    private static double ratio(Plan plan, Fault fault, Frame with, Frame without) {
        if (fault.kind().isLink()) {
            return with.step() / without.step();
        }
        int first = plan.nodes().indexOf(fault.node()) * Machine.GPUS;
        if (fault.gpu() >= 0) {
            return with.gpu(first + fault.gpu()).own() / without.gpu(first + fault.gpu()).own();
        }
        double sum = 0;
        for (int gpu = 0; gpu < Machine.GPUS; gpu++) {
            sum += with.gpu(first + gpu).own() / without.gpu(first + gpu).own();
        }
        return sum / Machine.GPUS;
    }

    /** The truth file; a node with two faults in one job counts for the first of them. */
    static String file(Scenario scenario, List<Effect> effects) {
        Map<String, Effect> firsts = new LinkedHashMap<>();
        for (Effect effect : effects) {
            if (effect.counts()) {
                firsts.merge(
                        effect.plan().id() + ' ' + effect.fault().node(),
                        effect,
                        (one, other) -> one.t0() <= other.t0() ? one : other);
            }
        }
        List<Fault> faults = scenario.faults();
        List<String> causes = new ArrayList<>();
        for (int i = 0; i < faults.size(); i++) {
            causes.add(faults.get(i).truth("f" + i).toString());
        }
        double seconds = 0;
        int jobNodes = 0;
        for (Plan plan : scenario.jobs()) {
            seconds += plan.seconds() * plan.nodes().size();
            jobNodes += plan.nodes().size();
        }
        return new JsonLine()
                .with("scenario", scenario.name())
                .with("note", scenario.note())
                .with("node_days", seconds / 86_400, 4)
                .with("interval_s", scenario.interval(), 0)
                .json("faults", causes.toString())
                .json(
                        "positives",
                        firsts.values().stream().map(e -> line(e, faults)).toList().toString())
                .with("lemons", scenario.lemons().stream().map(Machine::name).toList())
                .with("job_nodes", jobNodes, 0)
                .with("gpus", scenario.nodes() * Machine.GPUS, 0)
                .toString();
    }

    private static String line(Effect effect, List<Fault> faults) {
        Fault fault = effect.fault();
        return new JsonLine()
                .with("job", effect.plan().id())
                .with("node", Machine.name(fault.node()))
                .with("gpu", fault.gpu(), 0)
                .with("kind", fault.kind().word())
                .with("t0", effect.t0(), 1)
                .with("effect", effect.effect(), 4)
                .with("fault", "f" + faults.indexOf(fault))
                .toString();
    }
}
