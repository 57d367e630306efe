package dev.farrier.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A table of what each rank did in each step: CSV with a line of names.
 *
 * @param steps rows by step, then by rank
 */
record StepSeries(NavigableMap<Long, NavigableMap<Integer, Row>> steps) {
    static final List<String> NEEDED = List.of("step", "rank", "node", "gpu", "compute_ms");

    /**
     * One rank in one step. What is empty or not there is NaN.
     *
     * @param group ranks with the same work
     * @param computeMillis time outside collectives
     * @param reasons NVML's clock event reasons, a bit mask
     */
    record Row(
            int rank,
            String node,
            int gpu,
            String group,
            double stepMillis,
            double computeMillis,
            double smMhz,
            double powerWatts,
            double temperatureCelsius,
            double reasons) {}

    /**
     * @throws IllegalArgumentException that names line, column and what would be right
     */
    static StepSeries parse(String csv) {
        List<String> lines = csv.lines().toList();
        List<String> names = lines.isEmpty() ? List.of() : List.of(lines.get(0).split(",", -1));
        if (!names.containsAll(NEEDED)) {
            throw new IllegalArgumentException(
                    "line 1: must name the columns " + String.join(",", NEEDED));
        }
        NavigableMap<Long, NavigableMap<Integer, Row>> steps = new TreeMap<>();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).isBlank()) {
                continue;
            }
            Cells cells = Cells.of(i + 1, names, lines.get(i));
            Row row = cells.row();
            NavigableMap<Integer, Row> ranks =
                    steps.computeIfAbsent(cells.whole("step"), step -> new TreeMap<>());
            if (ranks.put(row.rank(), row) != null) {
                throw cells.wrong("rank", "a rank once a step");
            }
        }
        return new StepSeries(steps);
    }

    /** The rows of each group, by its name, as series of their own. */
    Map<String, StepSeries> groups() {
        Map<String, StepSeries> groups = new TreeMap<>();
        steps.forEach(
                (step, ranks) ->
                        ranks.forEach(
                                (rank, row) ->
                                        groups.computeIfAbsent(
                                                        row.group(),
                                                        name -> new StepSeries(new TreeMap<>()))
                                                .steps
                                                .computeIfAbsent(step, number -> new TreeMap<>())
                                                .put(rank, row)));
        return groups;
    }

    /** The fields of one line by the names of their columns. */
    private record Cells(int line, Map<String, String> byName) {
        static Cells of(int line, List<String> names, String text) {
            List<String> cells = new ArrayList<>(List.of(text.split(",", -1)));
            if (cells.size() != names.size()) {
                throw new IllegalArgumentException(
                        "line "
                                + line
                                + ": "
                                + cells.size()
                                + " fields, must be "
                                + names.size()
                                + " as in line 1");
            }
            Map<String, String> byName = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                byName.put(names.get(i).strip(), cells.get(i).strip());
            }
            return new Cells(line, byName);
        }

        Row row() {
            return new Row(
                    (int) whole("rank"),
                    text("node"),
                    (int) whole("gpu"),
                    text("group"),
                    number("step_ms"),
                    number("compute_ms"),
                    number("sm_mhz"),
                    number("power_w"),
                    number("temp_c"),
                    mask("reasons"));
        }

        private String text(String name) {
            return byName.getOrDefault(name, "");
        }

        private long whole(String name) {
            try {
                return Integer.parseUnsignedInt(text(name));
            } catch (NumberFormatException e) {
                throw wrong(name, "a whole number from 0 on");
            }
        }

        private double number(String name) {
            String text = text(name);
            try {
                return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw wrong(name, "a number, or empty");
            }
        }

        private double mask(String name) {
            String text = text(name);
            try {
                return text.isEmpty() ? Double.NaN : Long.decode(text);
            } catch (NumberFormatException e) {
                throw wrong(name, "a bit mask such as 0x8, or empty");
            }
        }

        IllegalArgumentException wrong(String name, String right) {
            return new IllegalArgumentException(
                    "line " + line + ": " + name + " is '" + text(name) + "', must be " + right);
        }
    }
}
