package dev.farrier.straggler;

/**
 * Judges once a tick what makes the whole job slow: the links of each node, and its host where
 * nobody reports own times.
 */
final class StepJudge {
    /** Nodes from which on their median says what is usual. */
    private static final int FEWEST_NODES = 8;

    private final JobWatch job;
    private final StragglerSettings settings;
    private final StepWatch watch;
    private final Announcer announcer;

    StepJudge(JobWatch job, StragglerSettings settings, Announcer announcer) {
        this.job = job;
        this.settings = settings;
        this.announcer = announcer;
        watch = new StepWatch(settings);
    }

    /**
     * @param explained a longer step may be the doing of a slow rank, whose own time nobody reports
     * @return whether any node is known to make the step longer in this tick
     */
    boolean judge(Tick tick, JobPace pace, boolean explained) {
        boolean longer = false;
        for (int node = 0; node < job.nodes.length; node++) {
            NodeState state = job.nodes[node];
            judgeLink(tick, pace, node, state.nvlink, Cause.NVLINK, explained);
            judgeLink(tick, pace, node, state.network, Cause.NETWORK, explained);
            if (job.cohorts.basis != Cohorts.Basis.OWN_TIMES) {
                judgeHost(tick, pace, node);
            }
            longer |=
                    state.nvlink.active && state.nvlink.reported
                            || state.network.active && state.network.reported;
        }
        return longer;
    }

    private void judgeLink(
            Tick tick, JobPace pace, int node, StepState link, Cause cause, boolean explained) {
        boolean nvlink = cause == Cause.NVLINK;
        float errors = nvlink ? tick.nvlinkErrors[node] : tick.networkErrors[node];
        float usual = nvlink ? job.cohorts.othersNvlinkErrors : job.cohorts.othersNetworkErrors;
        boolean comparable = job.nodes.length >= FEWEST_NODES && !Float.isNaN(usual);
        double least =
                Math.max(
                        settings.linkErrorsPerSecond(),
                        comparable ? settings.linkHistory() * usual : 0);
        if (errors >= least) {
            link.port = nvlink ? tick.worstNvlink[node] : tick.worstPort[node];
        }
        boolean byTest = nvlink && !Float.isNaN(errors) && StepWatch.asksForTest(link);
        double effect =
                watch.effect(link, errors, least, pace, byTest ? nvlinkTestLoss(node) : Double.NaN);
        if (!Double.isNaN(effect) && !explained) {
            link.reported = true;
            announcer.link(node, tick.time, cause, effect, errors);
            if (link.port >= 0) {
                announcer.port(node, link.port, tick.time, cause, effect, errors);
            }
        }
    }

    private void judgeHost(Tick tick, JobPace pace, int node) {
        StepState host = job.nodes[node].host;
        double effect =
                watch.effect(
                        host,
                        Math.max(0, job.cohorts.cpuAbove[node]),
                        settings.hostPoints(),
                        pace,
                        Double.NaN);
        if (!Double.isNaN(effect) && effect >= settings.matters()) {
            host.reported = true;
            announcer.host(node, tick.time, effect, job.cohorts.cpuAbove[node]);
        }
    }

    /** What the worst GPU of the node lost in the NVLink test before the job. */
    private double nvlinkTestLoss(int node) {
        double worst = Double.NaN;
        for (int gpu = 0; gpu < job.shape.gpusPerNode(); gpu++) {
            int rank = node * job.shape.gpusPerNode() + gpu;
            double loss = job.tests.loss(rank, ShortTest.Kind.NVLINK, ShortTest.Phase.PROLOG);
            worst = Double.isNaN(worst) || loss > worst ? loss : worst;
        }
        return worst;
    }
}
