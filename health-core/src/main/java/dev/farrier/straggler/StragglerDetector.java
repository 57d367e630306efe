package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds the GPU or node that holds a job back, from samples as they come.
 *
 * <p>What is said at a time rests on what was told up to that time only. Not safe for use by
 * several threads at once.
 */
public final class StragglerDetector {
    private static final int FORMAT = 1;

    private final StragglerSettings settings;
    private final Consumer<Detection> listener;
    private final Map<String, GpuModel> models = new TreeMap<>();
    private final Map<String, NodePlace> places = new TreeMap<>();
    private final FleetTests fleet = new FleetTests();
    private final PaceHistory paces = new PaceHistory();
    private final NodeEffects effects;
    private final Map<String, JobWatch> jobs = new TreeMap<>();

    /**
     * @param listener is told of each detection at once, in the call that completes its evidence
     */
    public StragglerDetector(StragglerSettings settings, Consumer<Detection> listener) {
        this.settings = settings;
        this.listener = listener;
        effects = new NodeEffects(settings);
    }

    /** Tells what a kind of GPU can do. */
    public void model(GpuModel model) {
        models.put(model.sku(), model);
    }

    /** Tells which kind of GPU a node has. */
    public void node(NodePlace place) {
        places.put(place.node(), place);
    }

    /** A job begins; of a job that runs already: it goes on with other nodes. */
    public void begin(JobShape shape) {
        GpuModel[] modelOfNode = shape.nodes().stream().map(this::modelOf).toArray(GpuModel[]::new);
        JobWatch watch = watch(shape, modelOfNode);
        JobWatch before = jobs.put(shape.job(), watch);
        if (before != null) {
            before.closeAll();
            Set<String> left = new TreeSet<>(before.shape.nodes());
            shape.nodes().forEach(left::remove);
            new JobSummary(before, settings).tell(effects, left);
            watch.inherit(before);
        }
    }

    private JobWatch watch(JobShape shape, GpuModel[] modelOfNode) {
        return new JobWatch(shape, modelOfNode, fleet, paces.usual(shape), settings, listener);
    }

    private GpuModel modelOf(String node) {
        NodePlace place = places.get(node);
        String sku = place == null ? "?" : place.sku();
        GpuModel model = models.get(sku);
        return model == null ? GpuModel.unknown(sku) : model;
    }

    /**
     * @return false when the job is not running here or the node is not one of its nodes
     */
    public boolean test(ShortTest test) {
        JobWatch watch = jobs.get(test.job());
        return watch != null && watch.add(test);
    }

    /**
     * @return false when it says nothing new: of no job that runs, of no node of the job, too late,
     *     or a second time
     */
    public boolean sample(NodeSample sample) {
        JobWatch watch = jobs.get(sample.job());
        return watch != null && watch.add(sample);
    }

    /**
     * The job has ended: what came of it; what it tells of its nodes is kept. Empty for a job that
     * is not running here.
     */
    public Optional<JobVerdict> end(String job, double time) {
        JobWatch watch = jobs.remove(job);
        if (watch == null) {
            return Optional.empty();
        }
        watch.closeAll();
        watch.judgeTests();
        JobSummary summary = new JobSummary(watch, settings);
        summary.tell(effects, paces);
        return Optional.of(summary.verdict(time));
    }

    /** Nodes that are slow in job after job, as far as the jobs that have ended tell. */
    public List<Lemon> lemons() {
        return effects.lemons();
    }

    /** Judges what waits for late samples: the input has ended. */
    public void flush() {
        jobs.values()
                .forEach(
                        job -> {
                            job.closeAll();
                            job.judgeTests();
                        });
    }

    /**
     * Writes all that is known, so that {@link #restore} goes on from here as if nothing had
     * happened; the settings are not part of it.
     */
    public void save(DataOutput out) throws IOException {
        out.writeInt(FORMAT);
        DetectorState.writeModels(out, models);
        DetectorState.writePlaces(out, places);
        fleet.save(out);
        paces.save(out);
        effects.save(out);
        out.writeInt(jobs.size());
        for (JobWatch job : jobs.values()) {
            DetectorState.writeShape(out, job.shape);
            DetectorState.writeModelOfNode(out, job.modelOfNode);
            job.save(out);
        }
    }

    /**
     * A detector with the state that {@link #save} wrote.
     *
     * @throws IOException when it is of another version or cut short; then a new detector is the
     *     way on
     */
    public static StragglerDetector restore(
            DataInput in, StragglerSettings settings, Consumer<Detection> listener)
            throws IOException {
        int format = in.readInt();
        if (format != FORMAT) {
            throw new IOException(
                    "straggler state of format " + format + ", this version reads " + FORMAT);
        }
        StragglerDetector detector = new StragglerDetector(settings, listener);
        DetectorState.readModels(in, detector.models);
        DetectorState.readPlaces(in, detector.places);
        detector.fleet.restore(in);
        detector.paces.restore(in);
        detector.effects.restore(in);
        for (int left = in.readInt(); left > 0; left--) {
            JobShape shape = DetectorState.readShape(in);
            GpuModel[] modelOfNode = DetectorState.readModelOfNode(in, shape.nodes().size());
            JobWatch watch = detector.watch(shape, modelOfNode);
            watch.restore(in);
            detector.jobs.put(shape.job(), watch);
        }
        return detector;
    }
}
