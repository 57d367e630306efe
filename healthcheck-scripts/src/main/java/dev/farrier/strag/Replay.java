package dev.farrier.strag;

import dev.farrier.straggler.Detection;
import dev.farrier.straggler.NodeSample;
import dev.farrier.straggler.StragglerDetector;
import dev.farrier.straggler.StragglerSettings;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Feeds the lines of a file of format strag-1 to the detector, in their order. */
public final class Replay {
    /** Who hears what was found, and what of the input was of no use. */
    public interface Listener {
        void detected(String scenario, Detection detection);

        void lemon(String scenario, String node);

        /**
         * @param why what is wrong with the line and what would be right
         */
        void refused(String why);
    }

    private final Listener listener;
    private @Nullable StragglerDetector detector;
    private String scenario = "";
    private int gpusPerNode;
    private double interval;
    private NodeSample sample = new NodeSample(8);

    public Replay(Listener listener) {
        this.listener = listener;
    }

    /** One line; one that cannot be used is refused, and the others go on. */
    public void line(String text) {
        try {
            accept(TelemetryLine.parse(text));
        } catch (IllegalArgumentException e) {
            listener.refused(String.valueOf(e.getMessage()));
        }
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
            case "job" -> running.begin(line.shape(gpusPerNode, interval));
            case "bench" -> running.test(line.test());
            case "s" -> running.sample(line.sample(sample));
            case "end" -> running.end(line.job(), line.time());
            default ->
                    throw new IllegalArgumentException(
                            "type is '"
                                    + type
                                    + "', must be one of meta, sku, node, job, bench, s, end");
        }
    }

    private void begin(TelemetryLine line) {
        finish();
        String named = line.scenario();
        interval = line.interval();
        gpusPerNode = line.gpusPerNode();
        scenario = named;
        sample = new NodeSample(gpusPerNode);
        Consumer<Detection> found = detection -> listener.detected(named, detection);
        detector = new StragglerDetector(StragglerSettings.defaults(), found);
    }

    /** The input has ended. */
    public void finish() {
        StragglerDetector running = detector;
        if (running != null) {
            running.flush();
            running.lemons().forEach(lemon -> listener.lemon(scenario, lemon.node()));
            detector = null;
        }
    }
}
