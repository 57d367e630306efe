package dev.farrier.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a benchmark found out about one case. */
final class Figures {
    private final String name;
    private final List<Double> wallMillis = new ArrayList<>();
    private double cpuMillis;
    private double rssMebibytes;

    Figures(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    synchronized void add(Child.Usage usage) {
        wallMillis.add(usage.wallNanos() / 1e6);
        cpuMillis += usage.cpuMicros() / 1e3;
    }

    /** The largest counts. */
    void addRss(double mebibytes) {
        rssMebibytes = Math.max(rssMebibytes, mebibytes);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("p50_ms", rounded(percentile(wallMillis, 50)));
        json.put("p99_ms", rounded(percentile(wallMillis, 99)));
        json.put("cpu_ms", rounded(cpuMillis / wallMillis.size()));
        json.put("rss_mb", rounded(rssMebibytes));
        return json;
    }

    /** The smallest value that so many percent of all are not above; the largest for few values. */
    static double percentile(List<Double> values, int percent) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
        return sorted.get(Math.max(1, rank) - 1);
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
