package dev.farrier.cluster.scale;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all nodes asked of the scheduler, and which of them were drained when. */
final class Tally {
    /** The kinds of calls, as they are called in the results. */
    enum Kind {
        SHOW,
        SINFO,
        DRAIN,
        UNDRAIN;

        static Kind of(List<String> argv) {
            if (argv.get(0).endsWith("sinfo")) {
                return SINFO;
            }
            if (!argv.contains("update")) {
                return SHOW;
            }
            return argv.contains("State=DRAIN") ? DRAIN : UNDRAIN;
        }
    }

    private record Call(Kind kind, double wanted) {}

    private record Step(double at, int more) {}

    private final List<Call> calls = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    synchronized void called(Kind kind, double wanted) {
        calls.add(new Call(kind, wanted));
    }

    /** A drain or undrain was carried out. */
    synchronized void written(Kind kind, double at) {
        steps.add(new Step(at, kind == Kind.DRAIN ? 1 : -1));
    }

    synchronized long count(Kind kind) {
        return calls.stream().filter(call -> call.kind == kind).count();
    }

    /** The most calls that were wanted in one whole second. */
    synchronized int peakPerSecond() {
        Map<Long, Integer> seconds = new LinkedHashMap<>();
        for (Call call : calls) {
            seconds.merge((long) Math.floor(call.wanted), 1, Integer::sum);
        }
        return seconds.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    synchronized double perSecond(double from, double to) {
        long between =
                calls.stream().filter(call -> call.wanted >= from && call.wanted < to).count();
        return between / (to - from);
    }

    /** The most nodes that were drained at once. */
    int peak() {
        int drained = 0;
        int peak = 0;
        for (Step step : inOrder()) {
            drained += step.more;
            peak = Math.max(peak, drained);
        }
        return peak;
    }

    /** How long more nodes than that were drained, in all. */
    double secondsAbove(int allowed, double end) {
        double above = 0;
        int drained = 0;
        double since = 0;
        for (Step step : inOrder()) {
            above += drained > allowed ? step.at - since : 0;
            drained += step.more;
            since = step.at;
        }
        return above + (drained > allowed ? end - since : 0);
    }

    /** How many are drained at the end. */
    synchronized int left() {
        return steps.stream().mapToInt(Step::more).sum();
    }

    /** When the last drain or undrain was carried out; 0 when there was none. */
    double lastWrite() {
        List<Step> all = inOrder();
        return all.isEmpty() ? 0 : all.get(all.size() - 1).at;
    }

    private synchronized List<Step> inOrder() {
        List<Step> all = new ArrayList<>(steps);
        all.sort(Comparator.comparingDouble(Step::at));
        return all;
    }
}
