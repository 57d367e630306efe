package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Watches one job: gathers the nodes' samples into ticks and hands each complete tick to the
 * judges.
 */
final class JobWatch {
    /** A node whose clock is that many intervals away from the others' does not say when it is. */
    private static final double CLOCKS_AGREE = 2;

    /** Ticks before it is said that samples are missing. */
    private static final int FEWEST_TICKS = 8;

    /** Ticks that wait for late samples at a time. */
    private static final int OPEN_TICKS = 2;

    final JobShape shape;
    final GpuModel[] modelOfNode;
    final JobTests tests;
    final RankState[] ranks;
    final NodeState[] nodes;
    final Cohorts cohorts;

    private final Map<String, Integer> nodeIndex = new HashMap<>();
    private final Tick[] open = new Tick[OPEN_TICKS];
    final Announcer announcer;
    final JobPace pace;
    private final RankFollower rankFollower;
    private final RankJudge rankJudge;
    private final StepJudge stepJudge;

    /** A link made the step longer in the last tick, so that it is no step to compare with. */
    private boolean linksSlow;

    private final TickClock clock;
    private int newest = -1;
    private int closed = -1;
    private int ticks;
    private final boolean[] tested;
    private int nodesTested;
    private double lastTest = Double.NEGATIVE_INFINITY;
    private long samples;
    private long lost;

    JobWatch(
            JobShape shape,
            GpuModel[] modelOfNode,
            FleetTests fleet,
            PaceHistory.Usual usual,
            StragglerSettings settings,
            Consumer<Detection> listener) {
        this.shape = shape;
        this.modelOfNode = modelOfNode;
        int gpus = shape.gpusPerNode();
        GpuModel[] models = new GpuModel[shape.ranks()];
        Arrays.setAll(models, rank -> modelOfNode[rank / gpus]);
        cohorts = Cohorts.of(shape, models);
        pace = new JobPace(usual);
        tests = new JobTests(fleet, models, gpus);
        ranks = new RankState[shape.ranks()];
        Arrays.setAll(ranks, rank -> new RankState());
        nodes = new NodeState[shape.nodes().size()];
        Arrays.setAll(nodes, node -> new NodeState(gpus));
        clock = new TickClock(nodes.length, shape.intervalSeconds());
        for (int node = 0; node < nodes.length; node++) {
            nodeIndex.put(shape.nodes().get(node), node);
        }
        tested = new boolean[nodes.length];
        for (int i = 0; i < OPEN_TICKS; i++) {
            open[i] = new Tick(shape.ranks(), nodes.length);
        }
        announcer = new Announcer(shape, ranks, cohorts, settings, listener);
        EvidenceOfRank evidence = new EvidenceOfRank(this);
        rankFollower = new RankFollower(this, models, settings);
        rankJudge = new RankJudge(this, settings, rankFollower, evidence, announcer);
        stepJudge = new StepJudge(this, settings, announcer);
    }

    /**
     * Takes over what has been found, and what is known of the nodes that stay, when the job
     * changes its size.
     */
    void inherit(JobWatch before) {
        announcer.inherit(before.announcer);
        rankJudge.inherit(before.rankJudge);
        samples = before.samples;
        lost = before.lost;
        int gpus = shape.gpusPerNode();
        if (gpus != before.shape.gpusPerNode()) {
            return;
        }
        for (int node = 0; node < nodes.length; node++) {
            Integer was = before.nodeIndex.get(shape.nodes().get(node));
            if (was == null) {
                continue;
            }
            nodes[node] = before.nodes[was];
            for (int gpu = 0; gpu < gpus; gpu++) {
                ranks[node * gpus + gpu] = before.ranks[was * gpus + gpu];
                ranks[node * gpus + gpu].rebase();
            }
            tests.inherit(before.tests, was, node);
            clock.inherit(before.clock, was, node);
        }
        newest = before.newest;
        closed = before.newest;
    }

    /**
     * @return false for a node that is not the job's, a sample that came too late, or one that was
     *     here already
     */
    boolean add(NodeSample sample) {
        Integer node = nodeIndex.get(sample.node());
        int index =
                node == null
                        ? TickClock.LOST
                        : clock.place(node, sample.time(), closed, newest, isTaken(node));
        if (node == null || index == TickClock.LOST) {
            lost++;
            return false;
        }
        while (newest < index) {
            advance(Math.max(newest + 1, index - OPEN_TICKS));
        }
        Tick tick = open[Math.floorMod(index, OPEN_TICKS)];
        if (tick.reported[node]) {
            lost++;
            return false;
        }
        samples++;
        tick.reported[node] = true;
        tick.nodesReported++;
        tick.times[node] = sample.time();
        tick.delay[node] = (float) clock.after(sample.time(), index);
        boolean plausible = sample.stepMillis() > 0 && sample.stepMillis() < 1e12;
        if (plausible && Double.isNaN(tick.stepMillis)) {
            tick.stepMillis = sample.stepMillis();
        }
        nodes[node].fill(tick, node, sample);
        if (tick.nodesReported == nodes.length) {
            closeUpTo(index);
        }
        return true;
    }

    private boolean isTaken(int node) {
        return newest >= 0 && open[Math.floorMod(newest, OPEN_TICKS)].reported[node];
    }

    /** Opens the tick of this number in the place of an older one, which is judged first. */
    private void advance(int index) {
        closeUpTo(index - OPEN_TICKS);
        open[Math.floorMod(index, OPEN_TICKS)].open(index);
        newest = index;
        closed = Math.max(closed, index - OPEN_TICKS);
    }

    /** Judges all that has come; nothing more is expected. */
    void closeAll() {
        closeUpTo(newest);
    }

    private void closeUpTo(int last) {
        for (int index = closed + 1; index <= last; index++) {
            Tick tick = open[Math.floorMod(index, OPEN_TICKS)];
            if (tick.index == index && tick.nodesReported > 0) {
                judge(tick);
            }
        }
        closed = Math.max(closed, last);
    }

    private void judge(Tick tick) {
        ticks++;
        tick.setTime(
                cohorts.median(tick.delay, cohorts.allNodes),
                CLOCKS_AGREE * shape.intervalSeconds());
        cohorts.compare(tick);
        pace.add(
                cohorts.logStep(tick),
                cohorts.logSlowest(tick),
                cohorts.median(tick.cpu, cohorts.allNodes),
                linksSlow);
        rankFollower.follow(tick);
        rankJudge.judge(tick);
        boolean explained = cohorts.basis != Cohorts.Basis.OWN_TIMES && rankJudge.isAnyNewlySlow();
        linksSlow = stepJudge.judge(tick, pace, explained);
    }

    /** Results of a node's tests; those after the job may explain what nothing explained before. */
    boolean add(ShortTest test) {
        Integer node = nodeIndex.get(test.node());
        if (node == null) {
            return false;
        }
        tests.add(test, node);
        if (test.phase() == ShortTest.Phase.EPILOG) {
            closeAll();
            tested[node] = true;
            lastTest = Math.max(lastTest, test.time());
            if (++nodesTested == nodes.length) {
                judgeTests();
            }
        }
        return true;
    }

    /**
     * Judges by the tests after the job, once all its nodes have run them or no more will come:
     * they are compared with each other.
     */
    void judgeTests() {
        for (int node = 0; node < nodes.length; node++) {
            if (tested[node]) {
                tested[node] = false;
                rankJudge.afterTests(node, lastTest);
            }
        }
        nodesTested = 0;
    }

    /** Whether more than half of the samples are missing. */
    boolean isSparse() {
        return ticks >= FEWEST_TICKS && 2 * samples < (long) ticks * nodes.length;
    }

    List<JobVerdict.Episode> episodes() {
        return rankJudge.episodes();
    }

    long samples() {
        return samples;
    }

    long lost() {
        return lost;
    }

    void save(DataOutput out) throws IOException {
        for (Tick tick : open) {
            tick.save(out);
        }
        for (RankState rank : ranks) {
            rank.save(out);
        }
        for (NodeState node : nodes) {
            node.save(out);
        }
        tests.save(out);
        cohorts.save(out);
        pace.save(out);
        rankFollower.save(out);
        rankJudge.save(out);
        announcer.save(out);
        out.writeBoolean(linksSlow);
        clock.save(out);
        out.writeInt(newest);
        out.writeInt(closed);
        out.writeInt(ticks);
        for (boolean each : tested) {
            out.writeBoolean(each);
        }
        out.writeInt(nodesTested);
        out.writeDouble(lastTest);
        out.writeLong(samples);
        out.writeLong(lost);
    }

    void restore(DataInput in) throws IOException {
        for (Tick tick : open) {
            tick.restore(in);
        }
        for (RankState rank : ranks) {
            rank.restore(in);
        }
        for (NodeState node : nodes) {
            node.restore(in);
        }
        tests.restore(in);
        cohorts.restore(in);
        pace.restore(in);
        rankFollower.restore(in);
        rankJudge.restore(in);
        announcer.restore(in);
        linksSlow = in.readBoolean();
        clock.restore(in);
        newest = in.readInt();
        closed = in.readInt();
        ticks = in.readInt();
        for (int node = 0; node < tested.length; node++) {
            tested[node] = in.readBoolean();
        }
        nodesTested = in.readInt();
        lastTest = in.readDouble();
        samples = in.readLong();
        lost = in.readLong();
    }
}
