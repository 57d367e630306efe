package dev.farrier.explain;

import dev.farrier.Uptime;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.linux.SysFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A captured {@code /sys}, perhaps with the same tree an interval later.
 *
 * @param later empty when there is none
 * @param seconds between the two
 */
record SysTrees(SysFiles now, Optional<SysFiles> later, long seconds) {
    private static final long USUAL_SECONDS = 300;

    /** What the product makes of one tree. */
    interface Look<T extends Observation> {
        Reading<T> at(SysFiles tree, CounterBook book, Duration window) throws IOException;
    }

    static SysTrees of(List<Input> inputs, Context context) {
        Map<String, String> now = new LinkedHashMap<>();
        Map<String, String> later = new LinkedHashMap<>();
        for (Input input : inputs) {
            input.tree()
                    .ifPresent(tree -> (tree.later() ? later : now).put(tree.path(), input.text()));
        }
        return new SysTrees(
                SysFiles.captured(now),
                later.isEmpty() ? Optional.empty() : Optional.of(SysFiles.captured(later)),
                Math.max(1, context.number("interval_s").orElse(USUAL_SECONDS)));
    }

    /** Those inputs that lie in one of these folders of {@code /sys}. */
    static List<Input> below(List<Input> inputs, String... folders) {
        List<Input> found = new ArrayList<>();
        for (Input input : inputs) {
            String path = input.tree().map(Input.Tree::path).orElse("");
            for (String folder : folders) {
                if (path.startsWith(folder + "/")) {
                    found.add(input);
                    break;
                }
            }
        }
        return found;
    }

    /** The tree that counts: the later one, where there is one. */
    SysFiles last() {
        return later.orElse(now);
    }

    /**
     * What the last tree shows, with increases from the first.
     *
     * @throws IllegalArgumentException when it shows nothing of the kind
     */
    <T extends Observation> T observe(Look<T> look) {
        CounterBook book = new CounterBook();
        Duration window = Duration.ofDays(1); // longer than any interval: the first tree counts
        try {
            if (later.isPresent()) {
                book.open(new Uptime("", 0), Map.of());
                look.at(now, book, window);
                book.open(new Uptime("", seconds), book.marks());
            }
            Reading<T> reading = look.at(last(), book, window);
            if (reading instanceof Reading.Present<T> present) {
                return present.value();
            }
            throw new IllegalArgumentException(
                    reading instanceof Reading.Unsupported<T> unsupported
                            ? unsupported.why()
                            : "the tree has no counters that say a number");
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a tree in memory does none
        }
    }
}
