package dev.farrier.strag;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Says the numbers of a detection's evidence in words, those that speak for something. */
public final class EvidenceText {
    private static final double LEAST_LOSS = 0.03;
    private static final double LEAST_SHARE = 0.1;
    private static final double LEAST_CELSIUS = 6;
    private static final double LEAST_HEADROOM = 3;
    private static final double LEAST_ERRORS = 0.01;
    private static final double LEAST_CPU_POINTS = 5;
    private static final double LEAST_LATENCY = 1.2;

    private final Map<String, Double> numbers;
    private final List<String> words = new ArrayList<>();

    private EvidenceText(Map<String, Double> numbers) {
        this.numbers = numbers;
    }

    /** Comma-separated; "own time alone" when no number speaks for anything. */
    public static String of(Map<String, Double> evidence) {
        return new EvidenceText(evidence).text();
    }

    /** The share by which a time is longer, in whole per cent. */
    public static String percentSlower(double logRatio) {
        return Math.round(100 * Math.expm1(logRatio)) + " %";
    }

    private String text() {
        loss("clockLoss", "clock");
        above("hotterCelsius", LEAST_CELSIUS, "%.0f °C hotter than its peers");
        if (value("headroomCelsius", Double.MAX_VALUE) <= LEAST_HEADROOM) {
            words.add("at its slow-down temperature");
        }
        loss("powerLoss", "power");
        share("brakeShare", "power-brake bit");
        share("hotShare", "heat bit");
        share("slowdownShare", "hardware slow-down bit");
        share("capShare", "power-cap bit");
        share("narrowShare", "too few PCIe lanes");
        share("oldGenerationShare", "a low PCIe generation");
        above("memoryErrorsPerSecond", LEAST_ERRORS, "%.2g corrected memory errors a second");
        above("replaysPerSecond", LEAST_ERRORS, "%.2g PCIe replays a second");
        above("linkErrorsPerSecond", LEAST_ERRORS, "%.2g link errors a second");
        loss("gemmLoss", "compute test");
        ratio("hbmRatio", "memory test");
        ratio("hostToDeviceRatio", "host-to-device test");
        above("cpuAbovePoints", LEAST_CPU_POINTS, "CPU use %.0f points above the other nodes'");
        above("latencyRatio", LEAST_LATENCY, "kernel launches take %.1f times as long");
        return words.isEmpty() ? "own time alone" : String.join(", ", words);
    }

    private double value(String name, double otherwise) {
        return numbers.getOrDefault(name, otherwise);
    }

    private void above(String name, double least, String format) {
        double value = value(name, 0);
        if (value >= least) {
            words.add(String.format(Locale.ROOT, format, value));
        }
    }

    private void share(String name, String what) {
        double share = value(name, 0);
        if (share >= LEAST_SHARE) {
            long percent = Math.round(100 * share);
            words.add(percent >= 100 ? what : what + " in " + percent + " % of samples");
        }
    }

    private void loss(String name, String what) {
        ratioBelowOne(Math.exp(-value(name, 0)), what);
    }

    private void ratio(String name, String what) {
        ratioBelowOne(value(name, 1), what);
    }

    private void ratioBelowOne(double ratio, String what) {
        if (ratio <= 1 - LEAST_LOSS) {
            words.add(what + " " + Math.round(100 * (1 - ratio)) + " % low");
        }
    }
}
