package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Tells the listener what was found, and marks it as part of one event when a large part of a
 * cohort is alarmed.
 */
final class Announcer {
    private static final int FEWEST_FOR_EVENT = 16;

    private final JobShape shape;
    private final RankState[] ranks;
    private final Cohorts cohorts;
    private final StragglerSettings settings;
    private final Consumer<Detection> listener;
    private final List<Detection> said = new ArrayList<>();
    private final Set<Integer> eventsByCohort = new TreeSet<>();

    Announcer(
            JobShape shape,
            RankState[] ranks,
            Cohorts cohorts,
            StragglerSettings settings,
            Consumer<Detection> listener) {
        this.shape = shape;
        this.ranks = ranks;
        this.cohorts = cohorts;
        this.settings = settings;
        this.listener = listener;
    }

    void rank(int rank, double time, Cause cause, double effect, Evidence evidence) {
        int gpu = rank % shape.gpusPerNode();
        say(
                new Detection(
                        shape.job(),
                        node(rank / shape.gpusPerNode()),
                        gpu,
                        time,
                        cause,
                        Detection.Confidence.ALARM,
                        effect,
                        evidence.numbers(),
                        event(rank)));
    }

    void node(int node, double time, Cause cause, double effect, Evidence evidence) {
        int rank = node * shape.gpusPerNode();
        say(
                new Detection(
                        shape.job(),
                        node(node),
                        Detection.WHOLE_NODE,
                        time,
                        cause,
                        Detection.Confidence.ALARM,
                        effect,
                        evidence.numbers(),
                        event(rank)));
    }

    /** A link of the node, by the errors on all its ports. */
    void link(int node, double time, Cause cause, double effect, double errorsPerSecond) {
        say(
                byStep(
                        node,
                        Detection.WHOLE_NODE,
                        time,
                        cause,
                        effect,
                        Map.of("linkErrorsPerSecond", errorsPerSecond)));
    }

    /** The port of a slow link that has nearly all of its errors. */
    void port(int node, int gpu, double time, Cause cause, double effect, double errorsPerSecond) {
        say(byStep(node, gpu, time, cause, effect, Map.of("linkErrorsPerSecond", errorsPerSecond)));
    }

    /** A host whose load comes and goes with the job's step. */
    void host(int node, double time, double effect, double cpuAbove) {
        say(
                byStep(
                        node,
                        Detection.WHOLE_NODE,
                        time,
                        Cause.HOST,
                        effect,
                        Map.of("cpuAbovePoints", cpuAbove)));
    }

    private Detection byStep(
            int node,
            int gpu,
            double time,
            Cause cause,
            double effect,
            Map<String, Double> evidence) {
        return new Detection(
                shape.job(),
                node(node),
                gpu,
                time,
                cause,
                Detection.Confidence.ALARM,
                effect,
                evidence,
                0);
    }

    void suspect(int rank, double time, Cause cause, double effect, Evidence evidence) {
        say(
                new Detection(
                        shape.job(),
                        node(rank / shape.gpusPerNode()),
                        rank % shape.gpusPerNode(),
                        time,
                        cause,
                        Detection.Confidence.SUSPECT,
                        effect,
                        evidence.numbers(),
                        0));
    }

    /** Goes on from what was said while the job had another shape. */
    void inherit(Announcer before) {
        said.addAll(before.said);
    }

    List<Detection> said() {
        return said;
    }

    private void say(Detection detection) {
        said.add(detection);
        listener.accept(detection);
    }

    private String node(int node) {
        return shape.nodes().get(node);
    }

    /** 1 + the cohort's number once a large part of it is alarmed, else 0. */
    private int event(int rank) {
        int cohort = cohorts.workOfRank[rank];
        int[] members = cohorts.byWork[cohort];
        if (members.length < FEWEST_FOR_EVENT) {
            return 0;
        }
        int alarmed = 0;
        for (int member : members) {
            alarmed += ranks[member].alarm != null ? 1 : 0;
        }
        if (alarmed > settings.eventShare() * members.length) {
            eventsByCohort.add(cohort);
        }
        return eventsByCohort.contains(cohort) ? cohort + 1 : 0;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(said.size());
        for (Detection each : said) {
            out.writeUTF(each.node());
            out.writeInt(each.gpu());
            out.writeDouble(each.time());
            Saved.write(out, each.cause());
            out.writeBoolean(each.confidence() == Detection.Confidence.ALARM);
            out.writeDouble(each.effect());
            out.writeInt(each.event());
            out.writeInt(each.evidence().size());
            for (var number : each.evidence().entrySet()) {
                out.writeUTF(number.getKey());
                out.writeDouble(number.getValue());
            }
        }
        out.writeInt(eventsByCohort.size());
        for (int cohort : eventsByCohort) {
            out.writeInt(cohort);
        }
    }

    void restore(DataInput in) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            String node = in.readUTF();
            int gpu = in.readInt();
            double time = in.readDouble();
            Cause cause = Objects.requireNonNull(Saved.cause(in));
            Detection.Confidence confidence =
                    in.readBoolean() ? Detection.Confidence.ALARM : Detection.Confidence.SUSPECT;
            double effect = in.readDouble();
            int event = in.readInt();
            Map<String, Double> evidence = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                evidence.put(in.readUTF(), in.readDouble());
            }
            said.add(
                    new Detection(
                            shape.job(),
                            node,
                            gpu,
                            time,
                            cause,
                            confidence,
                            effect,
                            evidence,
                            event));
        }
        for (int left = in.readInt(); left > 0; left--) {
            eventsByCohort.add(in.readInt());
        }
    }
}
