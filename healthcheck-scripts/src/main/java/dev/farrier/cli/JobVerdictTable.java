package dev.farrier.cli;

import dev.farrier.strag.EvidenceText;
import dev.farrier.strag.Replay;
import dev.farrier.straggler.Cause;
import dev.farrier.straggler.Detection;
import dev.farrier.straggler.JobVerdict;
import dev.farrier.straggler.Lemon;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints for people what came of each job of a scenario, and which nodes are lemons. */
final class JobVerdictTable implements Replay.Listener {
    /** A job with more rows says how many there are. */
    private static final int MOST_ROWS = 8;

    private final PrintWriter out;
    private final Map<Place, Map<String, Double>> evidence = new HashMap<>();
    private Table table = emptyTable();

    private record Place(String job, String node, int gpu) {}

    JobVerdictTable(PrintWriter out) {
        this.out = out;
    }

    private static Table emptyTable() {
        return new Table("JOB", "VERDICT", "SINCE", "WHERE", "CAUSE", "SLOWER");
    }

    @Override
    public void detected(String scenario, Detection detection) {
        evidence.put(
                new Place(detection.job(), detection.node(), detection.gpu()),
                detection.evidence());
    }

    @Override
    public void ended(String scenario, JobVerdict verdict, boolean whole) {
        String cut = whole ? "" : "; the input ends before the job does";
        if (verdict.stragglers().isEmpty()) {
            table.add(verdict.job(), word(verdict.outcome()), samples(verdict) + cut);
        }
        List<JobVerdict.Straggler> worstFirst =
                verdict.stragglers().stream()
                        .sorted(
                                Comparator.comparing(JobVerdict.Straggler::confidence)
                                        .thenComparing(JobVerdict.Straggler::since))
                        .toList();
        for (int i = 0; i < Math.min(MOST_ROWS, worstFirst.size()); i++) {
            add(verdict.job(), worstFirst.get(i), i == 0 ? cut : "");
        }
        if (worstFirst.size() > MOST_ROWS) {
            table.add("", "and " + (worstFirst.size() - MOST_ROWS) + " more");
        }
        evidence.keySet().removeIf(place -> place.job().equals(verdict.job()));
    }

    private void add(String job, JobVerdict.Straggler straggler, String cut) {
        boolean sure = straggler.confidence() == Detection.Confidence.ALARM;
        table.add(
                job,
                sure ? "straggler" : "suspect",
                String.format(Locale.ROOT, "%.0f s", straggler.since()),
                where(straggler.node(), straggler.gpu()),
                word(straggler.cause()),
                EvidenceText.percentSlower(straggler.effect()));
        Place place = new Place(job, straggler.node(), straggler.gpu());
        table.add("", EvidenceText.of(evidence.getOrDefault(place, Map.of())) + cut);
    }

    private static String samples(JobVerdict verdict) {
        String lost = verdict.lost() == 0 ? "" : ", " + verdict.lost() + " late or double";
        return verdict.samples() + " samples of nodes" + lost;
    }

    private static String where(String node, int gpu) {
        return gpu == Detection.WHOLE_NODE ? node : node + " GPU " + gpu;
    }

    private static String word(JobVerdict.Outcome outcome) {
        return switch (outcome) {
            case STRAGGLER -> "straggler";
            case SUSPECT -> "suspect";
            case NO_STRAGGLER -> "no straggler";
            case CANNOT_TELL -> "cannot tell";
        };
    }

    private static String word(Cause cause) {
        return switch (cause) {
            case POWER_BRAKE -> "power brake";
            case THERMAL -> "heat";
            case HARDWARE_SLOWDOWN -> "hardware slow-down";
            case PCIE -> "PCIe link";
            case CORRECTED_MEMORY_ERRORS -> "memory errors";
            case SLOW_MEMORY -> "slow memory";
            case POWER_CAP -> "power cap";
            case CLOCK_LOCK -> "clock held low";
            case WEAK_GPU -> "weak GPU";
            case NVLINK -> "NVLink";
            case NETWORK -> "network";
            case HOST -> "host CPU";
            case UNEVEN_WORK -> "more work, or unknown";
        };
    }

    @Override
    public void finished(String scenario, List<Lemon> lemons) {
        out.println("scenario " + TerminalText.oneLine(scenario));
        out.print(table);
        if (lemons.isEmpty()) {
            out.println("no lemon");
        }
        for (Lemon lemon : lemons) {
            String how =
                    Double.isNaN(lemon.deviation())
                            ? "alarmed more often than chance explains"
                            : EvidenceText.percentSlower(lemon.effect()) + " slower";
            out.println(
                    TerminalText.oneLine(
                            "lemon "
                                    + where(lemon.node(), lemon.gpu())
                                    + ": "
                                    + how
                                    + ", over "
                                    + lemon.jobs()
                                    + " jobs"));
        }
        out.flush();
        table = emptyTable();
        evidence.clear();
    }
}
