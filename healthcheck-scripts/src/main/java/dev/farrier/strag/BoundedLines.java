package dev.farrier.strag;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The lines of a text, each within bounds: input without line ends must not fill the memory. */
public final class BoundedLines {
    /** Characters: a job line of 100,000 nodes has less than a tenth. */
    public static final int LONGEST = 16 << 20;

    private final Reader reader;
    private final char[] buffer = new char[1 << 16];
    private int next;
    private int end;
    private long number;

    public BoundedLines(Reader reader) {
        this.reader = reader;
    }

    /**
     * The next line without its end; of one longer than {@link #LONGEST} one character more than
     * that. Null when there is none.
     */
    public @Nullable String read() throws IOException {
        StringBuilder before = new StringBuilder();
        number++;
        while (true) {
            if (next == end && !fill()) {
                return before.isEmpty() ? null : before.toString();
            }
            int stop = next;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            int kept = Math.min(stop - next, LONGEST + 1 - before.length());
            boolean whole = stop < end;
            int from = next;
            next = whole ? stop + 1 : end;
            if (whole && before.isEmpty()) {
                return new String(buffer, from, kept);
            }
            before.append(buffer, from, kept);
            if (whole) {
                return before.toString();
            }
        }
    }

    private boolean fill() throws IOException {
        next = 0;
        end = Math.max(0, reader.read(buffer, 0, buffer.length));
        return end > 0;
    }

    /** Number of the line that {@link #read} gave or failed at, 1 for the first. */
    public long number() {
        return number;
    }
}
