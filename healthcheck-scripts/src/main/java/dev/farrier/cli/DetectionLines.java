package dev.farrier.cli;

import dev.farrier.json.Json;
import dev.farrier.strag.Replay;
import dev.farrier.straggler.Detection;
import dev.farrier.straggler.JobVerdict;
import dev.farrier.straggler.Lemon;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prints detections as the straggler benchmark's scorer reads them, each at once. */
final class DetectionLines implements Replay.Listener {
    private static final double DIGITS = 10_000;

    private final PrintWriter out;
    private final boolean suspects;

    DetectionLines(PrintWriter out, boolean suspects) {
        this.out = out;
        this.suspects = suspects;
    }

    @Override
    public void detected(String scenario, Detection detection) {
        boolean suspect = detection.confidence() == Detection.Confidence.SUSPECT;
        if (suspect && !suspects) {
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", scenario);
        line.put("job", detection.job());
        line.put("node", detection.node());
        line.put("gpu", detection.gpu());
        line.put("t", detection.time());
        line.put("kind", detection.cause().word());
        if (suspect) {
            line.put("confidence", "suspect");
        }
        putFinite(line, "effect", detection.effect());
        if (detection.event() > 0) {
            line.put("event", detection.event());
        }
        Map<String, Object> evidence = new TreeMap<>();
        detection.evidence().forEach((name, value) -> putFinite(evidence, name, value));
        line.put("evidence", evidence);
        print(line);
    }

    @Override
    public void ended(String scenario, JobVerdict verdict, boolean whole) {}

    @Override
    public void finished(String scenario, List<Lemon> lemons) {
        for (Lemon lemon : lemons) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("scenario", scenario);
            line.put("lemon", lemon.node());
            line.put("gpu", lemon.gpu());
            putFinite(line, "effect", lemon.effect());
            line.put("jobs", lemon.jobs());
            print(line);
        }
    }

    private static void putFinite(Map<String, Object> object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, Math.rint(value * DIGITS) / DIGITS + 0.0); // no -0
        }
    }

    private void print(Map<String, Object> line) {
        out.print(Json.write(line) + "\n");
        out.flush();
    }
}
