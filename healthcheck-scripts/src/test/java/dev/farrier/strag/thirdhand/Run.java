package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.Chance.Topic;
import java.util.ArrayList;
import java.util.List;

/** Lives one job through, with the faults that are given. */
final class Run {
    private static final double TICK = 5;
    private static final double STALLED = 6;

    private final Scenario scenario;
    private final Plan plan;
    private final Chance chance;
    private final List<Machine> machines;
    private final int ranks;
    private final Chip[] chips;
    private final Die[] dies;
    private final List<List<Fault>> faultsByRank = new ArrayList<>();
    private final List<List<Sign>> signsByRank = new ArrayList<>();
    private final Strain[] strains;
    private final double[] inlets;
    private final double[] busy;
    private double usualStep;

    private Run(Scenario scenario, Plan plan, List<Fault> faults) {
        this.scenario = scenario;
        this.plan = plan;
        this.chance = scenario.chance();
        this.machines = plan.nodes().stream().map(scenario::machine).toList();
        this.ranks = machines.size() * Machine.GPUS;
        this.chips = new Chip[ranks];
        this.dies = new Die[ranks];
        this.busy = new double[ranks];
        this.strains = new Strain[ranks];
        this.inlets = new double[machines.size()];
        for (int rank = 0; rank < ranks; rank++) {
            Machine machine = machine(rank);
            int gpu = rank % Machine.GPUS;
            chips[rank] = machine.chips().get(gpu);
            double idle = chips[rank].warmth() * machine.sku().idleWatts();
            dies[rank] = new Die(chips[rank], scenario.inlet(machine, plan.start()) + idle);
            busy[rank] = 0.9;
            faultsByRank.add(
                    faults.stream().filter(f -> f.touches(machine.number(), gpu)).toList());
            signsByRank.add(
                    scenario.signs().stream()
                            .filter(s -> s.touches(machine.number(), gpu))
                            .toList());
        }
    }

    /** The job at each of its sampling moments. */
    static List<Frame> of(Scenario scenario, Plan plan, List<Fault> faults) {
        return new Run(scenario, plan, faults).frames();
    }

    private List<Frame> frames() {
        double interval = scenario.interval();
        double first = plan.start() + 20 + chance.between(0, interval, Topic.PHASE, plan.key(), 0);
        List<Frame> frames = new ArrayList<>();
        for (double t = first; t < plan.end() - 12; t += interval) {
            double from = frames.isEmpty() ? plan.start() : t - interval;
            for (double now = from; now < t; now += TICK) {
                tick(Math.min(TICK, t - now), now);
            }
            frames.add(frame(t));
        }
        return frames;
    }

    private void tick(double seconds, double t) {
        moveTo(t);
        double[] own = own(t);
        double step = step(own, t);
        for (int rank = 0; rank < ranks; rank++) {
            double host = plan.app().shares().host() + plan.app().shares().pcie() / 2;
            busy[rank] = plan.stalledAt(t) ? 0.04 : Math.min(1, kernels(rank, own, t) / step);
            double load = plan.app().loadAt(t - plan.start());
            dies[rank].live(
                    seconds,
                    strains[rank],
                    load,
                    busy[rank] / (1 - host),
                    inlets[rank / Machine.GPUS]);
        }
    }

    /** Milliseconds of a step in which the rank's kernels run. */
    private double kernels(int rank, double[] own, double t) {
        App.Shares shares = plan.app().shares();
        Strain strain = strains[rank];
        double waiting = shares.host() * strain.host() + shares.pcie() * strain.pcie() * 0.5;
        double all = waiting + shares.computing() * usual(rank) / dies[rank].clock();
        all += shares.memory() * strain.memory() + shares.pcie() * strain.pcie() * 0.5;
        double onHost = 1;
        for (Plan.Uneven one : plan.uneven()) {
            onHost *= one.onHost() && applies(one, rank, t) ? one.factor() : 1;
        }
        return own[rank] / onHost * (1 - Math.min(0.9, waiting / all));
    }

    private double[] own(double t) {
        App app = plan.app();
        double step = app.stepAt(t - plan.start());
        double together = chance.wandering(Topic.JOB, plan.key(), t, 25) * app.commonNoise();
        double[] own = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            Chip chip = chips[rank];
            Strain strain = strains[rank];
            App.Shares shares = app.shares();
            double time = shares.computing() * usual(rank) / dies[rank].clock();
            time += shares.memory() * strain.memory() + shares.pcie() * strain.pcie();
            time += shares.host() * strain.host();
            double speed = app.balanced() ? 1 : chip.sku().speed;
            own[rank] = step / speed * time * chip.pace() * strain.all() * work(rank, t);
            own[rank] *= StrictMath.exp(together + noise(rank, t));
        }
        return own;
    }

    private double usual(int rank) {
        return chips[rank].sku().usualClock;
    }

    private double noise(int rank, double t) {
        long who = plan.key() * 4096L + rank;
        double slow = chance.wandering(Topic.SLOW, who, t, 80);
        double quick = chance.normal(Topic.RANK, who, Math.round(t * 10));
        double burst = chance.uniform(Topic.BURST, who, Math.round(t * 10)) < 0.006 ? 3.5 : 0;
        return plan.app().noise() * (0.45 * slow + 0.85 * quick + burst);
    }

    private double work(int rank, double t) {
        App app = plan.app();
        long who = plan.key() * 4096L + rank;
        double work = 1;
        if (app.experts() > 0) {
            double habit = 0.4 * chance.normal(Topic.EXPERT, who, -1);
            double turn = 0.9 * chance.wandering(Topic.EXPERT, who, t, 180);
            work = StrictMath.exp(app.experts() * Math.min(2.2, habit + turn));
        }
        if (!app.stages().isEmpty()) {
            work *= app.stages().get(rank * plan.pp() / ranks % app.stages().size());
        }
        for (Plan.Uneven one : plan.uneven()) {
            work *= applies(one, rank, t) ? one.factor() : 1;
        }
        return work;
    }

    private boolean applies(Plan.Uneven one, int rank, double t) {
        double since = t - plan.start();
        return one.rank() == rank && since >= one.from() && since < one.until();
    }

    private double step(double[] own, double t) {
        double longest = 0;
        for (double one : own) {
            longest = Math.max(longest, one);
        }
        App app = plan.app();
        usualStep = app.stepAt(t - plan.start()) * (1 + app.exchange());
        double links = 0;
        for (int rank = 0; rank < ranks; rank++) {
            links = Math.max(links, strains[rank].steps());
        }
        double talk = app.exchange() * longest + links * longest * (1 + app.exchange());
        double bubble = 1 + 0.03 * (plan.pp() - 1);
        return (longest * bubble + talk) * (plan.stalledAt(t) ? STALLED : 1);
    }

    /** Looks up what the surroundings do at one moment. */
    private void moveTo(double t) {
        for (int place = 0; place < inlets.length; place++) {
            inlets[place] = scenario.inlet(machines.get(place), t);
        }
        for (int rank = 0; rank < ranks; rank++) {
            double inlet = inlets[rank / Machine.GPUS];
            strains[rank] =
                    Strain.on(
                            chips[rank],
                            faultsByRank.get(rank),
                            signsByRank.get(rank),
                            plan.app(),
                            inlet,
                            t);
        }
    }

    private Frame frame(double t) {
        moveTo(t);
        double[] own = own(t);
        double step = step(own, t);
        List<Frame.OfGpu> gpus = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            Die die = dies[rank];
            gpus.add(
                    new Frame.OfGpu(
                            own[rank],
                            busy[rank],
                            die.clock(),
                            die.celsius(),
                            die.watts(),
                            die.bits(),
                            chips[rank].sku().memoryClock * memoryClock(rank, t)));
        }
        return new Frame(t, step, usualStep, gpus);
    }

    private double memoryClock(int rank, double t) {
        boolean clocked =
                faultsByRank.get(rank).stream()
                        .anyMatch(f -> f.kind() == Kind.HBM_SLOW && f.level(t) > 0);
        return clocked ? Math.rint(20 / strains[rank].memory()) / 20 : 1;
    }

    private Machine machine(int rank) {
        return machines.get(rank / Machine.GPUS);
    }
}
