package dev.farrier.strag;

import dev.farrier.strag.JobPlan.Spell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** With this a recipe says what a job is like; what it does not say is as usual. */
final class JobBuilder {
    private final String id;
    private final List<Integer> nodes;
    private final Map<Integer, Double> work = new HashMap<>();
    private final List<Spell> spells = new ArrayList<>();
    private final List<Spell> shifts = new ArrayList<>();
    private double start;
    private String user = "u1";
    private String app = "a1";
    private int pipeline = 1;
    private int tensor = Simulator.GPUS;
    private int samples = 90;
    private double phase = 30;
    private double stepMs = 2500;
    private double communication = 0.18;
    private List<Double> stageWeights = List.of(1.0);
    private boolean prolog = true;
    private boolean epilog = true;
    private boolean reportsSteps = true;
    private boolean reportsReasons = true;

    JobBuilder(String id, List<Integer> nodes) {
        this.id = id;
        this.nodes = nodes;
    }

    JobBuilder start(double seconds) {
        start = seconds;
        return this;
    }

    JobBuilder user(String name) {
        user = name;
        return this;
    }

    JobBuilder app(String name, double ownStepMs) {
        app = name;
        stepMs = ownStepMs;
        return this;
    }

    JobBuilder samples(int count) {
        samples = count;
        return this;
    }

    /** Seconds from the start to the first sample. */
    JobBuilder phase(double seconds) {
        phase = seconds;
        return this;
    }

    JobBuilder communication(double shareOfStep) {
        communication = shareOfStep;
        return this;
    }

    JobBuilder tensor(int ranks) {
        tensor = ranks;
        return this;
    }

    /** As many stages as weights. */
    JobBuilder stages(List<Double> weights) {
        pipeline = weights.size();
        stageWeights = weights;
        return this;
    }

    JobBuilder evenStages(int count) {
        return stages(Collections.nCopies(count, 1.0));
    }

    /** By design this rank has more to do than the others of its stage. */
    JobBuilder work(int rank, double factor) {
        work.put(rank, factor);
        return this;
    }

    JobBuilder wholeJobSlow(double from, double to, double factor) {
        spells.add(new Spell(from, to, factor));
        return this;
    }

    /** From then on all ranks have more, or less, to compute. */
    JobBuilder shift(double from, double factor) {
        shifts.add(new Spell(from, Fault.NEVER, factor));
        return this;
    }

    JobBuilder noProlog() {
        prolog = false;
        return this;
    }

    JobBuilder noEpilog() {
        epilog = false;
        return this;
    }

    JobBuilder withoutSteps() {
        reportsSteps = false;
        return this;
    }

    JobBuilder withoutReasons() {
        reportsReasons = false;
        return this;
    }

    JobPlan build() {
        return new JobPlan(
                id,
                start,
                user,
                app,
                nodes,
                pipeline,
                tensor,
                samples,
                phase,
                stepMs,
                communication,
                stageWeights,
                work,
                spells,
                shifts,
                prolog,
                epilog,
                reportsSteps,
                reportsReasons);
    }
}
