package dev.farrier.telemetry;

import dev.farrier.Uptime;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the counters of this machine read before, so that sources can tell increases instead of
 * totals. An increase is known only within one boot and while the counter was not set back; before
 * the book is opened none is known.
 *
 * <p>Each counter has two marks, so that an increase stays in sight for one to two windows and not
 * for one look only.
 */
public final class CounterBook {
    /** For checks whose configuration says nothing else. */
    public static final Duration USUAL_WINDOW = Duration.ofMinutes(10);

    /** What no node has; beyond it new counters are not remembered. */
    private static final int MOST = 3_000;

    /** Not seen for so long: its device is gone, or nobody asks any more. */
    private static final double FORGET_SECONDS = 2 * 86_400;

    private static final int MOST_SEEN = 100;

    private final Map<String, CounterMarks> marks = new LinkedHashMap<>();
    private @Nullable Uptime now;

    /** Begins a look at {@code moment} with what was kept of earlier ones. */
    public synchronized void open(Uptime moment, Map<String, CounterMarks> kept) {
        now = moment;
        marks.clear();
        kept.forEach(
                (key, known) -> {
                    double age = moment.seconds() - known.recent().uptime();
                    if (known.bootId().equals(moment.bootId()) && age >= 0) {
                        marks.put(key, known);
                    }
                });
    }

    /** What is to be kept for the next look. */
    public synchronized Map<String, CounterMarks> marks() {
        Map<String, CounterMarks> kept = new LinkedHashMap<>();
        Uptime moment = now;
        if (moment != null) {
            marks.forEach(
                    (key, known) -> {
                        if (moment.seconds() - known.recent().uptime() < FORGET_SECONDS) {
                            kept.put(key, known);
                        }
                    });
        }
        return kept;
    }

    /**
     * Notes what a counter reads, and tells by how much it grew over the last one to two windows.
     *
     * @param device in a form that does not pass to another device: {@code 0000:3b:00.0}
     * @return empty when it is not known: a first look, another boot, a counter that was set back
     */
    public synchronized Optional<Increase> note(
            String device, String name, long value, CounterRange range, Duration window) {
        Uptime moment = now;
        if (moment == null) {
            return Optional.empty();
        }
        String key = device + "/" + name + "/" + window.toSeconds();
        CounterMarks.Mark mark = new CounterMarks.Mark(value, moment.seconds());
        CounterMarks known = marks.get(key);
        long sinceRecent = known == null ? -1 : range.growth(known.recent().value(), value);
        if (known == null || sinceRecent < 0) {
            if (known != null || marks.size() < MOST) {
                marks.put(key, new CounterMarks(moment.bootId(), mark, mark));
            }
            return Optional.empty();
        }
        if (mark.uptime() - known.recent().uptime() >= window.toSeconds()) {
            known = new CounterMarks(moment.bootId(), known.recent(), mark);
            marks.put(key, known);
            sinceRecent = 0;
        }
        long by = range.growth(known.base().value(), known.recent().value()) + sinceRecent;
        double seconds = mark.uptime() - known.base().uptime();
        return seconds > 0 && by >= 0
                ? Optional.of(new Increase(by, range.stoppedAt(value), seconds))
                : Optional.empty();
    }

    /** The same over the usual window, for a counter of 64 bits. */
    public Optional<Increase> note(String device, String name, long value) {
        return note(device, name, value, CounterRange.ENDLESS, USUAL_WINDOW);
    }

    /**
     * Notes which things of a kind are seen at this look, and tells for how many seconds each has
     * been seen at every look; the first time it is 0. Those of the kind that are not seen now are
     * forgotten, and so are more than a hundred.
     */
    public synchronized Map<String, Double> lasting(String kind, Collection<String> seen) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        Map<String, CounterMarks> kept = new LinkedHashMap<>();
        Uptime moment = now;
        for (String thing : seen) {
            CounterMarks known = marks.get(kind + "/" + thing);
            double since = 0;
            if (moment != null && kept.size() < MOST_SEEN) {
                CounterMarks.Mark mark = new CounterMarks.Mark(0, moment.seconds());
                CounterMarks.Mark first = known == null ? mark : known.base();
                since = mark.uptime() - first.uptime();
                kept.put(kind + "/" + thing, new CounterMarks(moment.bootId(), first, mark));
            }
            seconds.put(thing, since);
        }
        marks.keySet().removeIf(key -> key.startsWith(kind + "/"));
        marks.putAll(kept);
        return seconds;
    }
}
