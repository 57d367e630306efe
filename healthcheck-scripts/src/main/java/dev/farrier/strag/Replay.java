package dev.farrier.strag;

import dev.farrier.straggler.Detection;
import dev.farrier.straggler.JobVerdict;
import dev.farrier.straggler.Lemon;
import dev.farrier.straggler.NodeSample;
import dev.farrier.straggler.StragglerDetector;
import dev.farrier.straggler.StragglerSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Feeds the lines of a file of format strag-1 to the detector, in their order. */
public final class Replay {
    /** Who hears what was found, each thing in the call that completes its evidence. */
    public interface Listener {
        void detected(String scenario, Detection detection);

        /**
         * @param whole false when the input ended before the job
         */
        void ended(String scenario, JobVerdict verdict, boolean whole);

        /** The scenario is over; nothing more comes of it. */
        void finished(String scenario, List<Lemon> lemons);
    }

    private final Listener listener;
    private @Nullable StragglerDetector detector;
    private String scenario = "";
    private int gpusPerNode;
    private double interval;
    private NodeSample sample = new NodeSample(8);

    /** Jobs that have begun, each with whether it runs. */
    private final Map<String, Boolean> jobs = new TreeMap<>();

    private double newest;

    public Replay(Listener listener) {
        this.listener = listener;
    }

    /**
     * Takes one line. Samples that come too late or twice, or of a job that has ended, are usual
     * and pass without a word.
     *
     * @throws IllegalArgumentException when the line cannot be used: what is wrong with it and what
     *     would be right; the next one may follow all the same
     */
    public void line(String text) {
        accept(TelemetryLine.parse(text));
    }

    private void accept(TelemetryLine line) {
        String type = line.type();
        if (type.equals("meta")) {
            begin(line);
            return;
        }
        StragglerDetector running = detector;
        if (running == null) {
            throw new IllegalArgumentException(
                    "type is '" + type + "', but the first line must be of type meta");
        }
        switch (type) {
            case "sku" -> running.model(line.model());
            case "node" -> running.node(line.place());
            case "job" -> {
                running.begin(line.shape(gpusPerNode, interval));
                jobs.put(line.job(), true);
            }
            case "bench" -> running.test(line.test(begun(line)));
            case "s" -> {
                running.sample(line.sample(begun(line), sample));
                newest = Math.max(newest, sample.time());
            }
            case "end" -> end(running, begun(line), line.time(), true);
            default ->
                    throw new IllegalArgumentException(
                            "type is '"
                                    + type
                                    + "', must be one of meta, sku, node, job, bench, s, end");
        }
    }

    private String begun(TelemetryLine line) {
        String job = line.job();
        if (!jobs.containsKey(job)) {
            throw new IllegalArgumentException(
                    "job is '" + job + "', but no line of type job has begun it");
        }
        return job;
    }

    private void begin(TelemetryLine line) {
        String named = line.scenario();
        double newInterval = line.interval();
        int newGpusPerNode = line.gpusPerNode();
        finish();
        scenario = named;
        interval = newInterval;
        gpusPerNode = newGpusPerNode;
        sample = new NodeSample(gpusPerNode);
        Consumer<Detection> found = detection -> listener.detected(named, detection);
        detector = new StragglerDetector(StragglerSettings.defaults(), found);
    }

    private void end(StragglerDetector running, String job, double time, boolean whole) {
        jobs.put(job, false);
        running.end(job, time).ifPresent(verdict -> listener.ended(scenario, verdict, whole));
    }

    /**
     * The input has ended. Jobs that still run tell what came of them so far, but not of lemons.
     *
     * @return false when it held no scenario
     */
    public boolean finish() {
        StragglerDetector running = detector;
        if (running == null) {
            return false;
        }
        running.flush();
        List<Lemon> lemons = running.lemons();
        for (Map.Entry<String, Boolean> job : jobs.entrySet()) {
            if (job.getValue()) {
                end(running, job.getKey(), newest, false);
            }
        }
        listener.finished(scenario, lemons);
        jobs.clear();
        newest = 0;
        detector = null;
        return true;
    }
}
