package dev.farrier.telemetry.kernel;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of {@code /dev/kmsg}: {@code priority,sequence,microseconds,flags;text}, then lines that
 * begin with a blank and say more about the record's device. What cannot be shown is written as
 * {@code \x0a}.
 */
public final class Kmsg {
    /** Of a number that still fits: no kernel gets there. */
    private static final int MOST_DIGITS = 18;

    private Kmsg() {}

    /** Whether the text begins with a record in this form. */
    public static boolean isIn(String text) {
        return header(text, 0, endOfLine(text, 0)) != null;
    }

    /** All whole records of the text. */
    public static KernelRecords parse(String text) {
        return parse(text, -1);
    }

    /** The whole records with a number above {@code sequence}; only those are looked at. */
    public static KernelRecords parse(String text, long sequence) {
        List<KernelRecord> records = new ArrayList<>();
        List<KernelRecords.Gap> gaps = new ArrayList<>();
        int odd = 0;
        int line = 0;
        long last = sequence;
        int start = startAfter(text, sequence);
        for (int end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
            line++;
            Header header = header(text, start, end);
            if (header != null && header.sequence > last) {
                if (last >= 0 && header.sequence > last + 1) {
                    gaps.add(new KernelRecords.Gap(last, header.sequence));
                }
                last = header.sequence;
                records.add(
                        new KernelRecord(
                                line,
                                header.sequence,
                                header.micros,
                                header.priority >> 3 == 0,
                                unescaped(text.substring(header.textStart, end)),
                                1));
            } else if (header == null && text.charAt(start) != ' ') {
                odd++;
            }
            start = end + 1;
        }
        return new KernelRecords(records, gaps, odd);
    }

    /** The number of the last whole record; below 0 when there is none. */
    public static long newest(String text) {
        int end = text.lastIndexOf('\n');
        while (end > 0) {
            int start = text.lastIndexOf('\n', end - 1) + 1;
            Header header = header(text, start, end);
            if (header != null) {
                return header.sequence;
            }
            end = start - 1;
        }
        return -1;
    }

    /** Goes back from the end: most looks find a few new records behind thousands of old ones. */
    private static int startAfter(String text, long sequence) {
        int start = text.lastIndexOf('\n') + 1;
        while (sequence >= 0 && start > 0) {
            int before = text.lastIndexOf('\n', start - 2) + 1;
            Header header = header(text, before, start - 1);
            if (header != null && header.sequence <= sequence) {
                return start;
            }
            start = before;
        }
        return 0;
    }

    private record Header(int priority, long sequence, long micros, int textStart) {}

    private static @Nullable Header header(String text, int start, int end) {
        if (start >= end || !isDigit(text.charAt(start))) {
            return null; // most lines that are none
        }
        int semicolon = text.indexOf(';', start);
        if (semicolon < 0 || semicolon > end) {
            return null;
        }
        int first = text.indexOf(',', start);
        int second = first < 0 ? -1 : text.indexOf(',', first + 1);
        int third = second < 0 ? -1 : text.indexOf(',', second + 1);
        if (third < 0 || third > semicolon) {
            return null;
        }
        long priority = number(text, start, first);
        long sequence = number(text, first + 1, second);
        long micros = number(text, second + 1, third);
        return priority < 0 || priority > Integer.MAX_VALUE || sequence < 0 || micros < 0
                ? null
                : new Header((int) priority, sequence, micros, semicolon + 1);
    }

    /** Below 0 when it is none. */
    private static long number(String text, int from, int to) {
        if (from >= to || to - from > MOST_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(text.charAt(i))) {
                return -1;
            }
            value = 10 * value + text.charAt(i) - '0';
        }
        return value;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfLine(String text, int start) {
        int end = text.indexOf('\n', start);
        return end < 0 ? text.length() : end;
    }

    private static String unescaped(String text) {
        int backslash = text.indexOf('\\');
        if (backslash < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int from = 0;
        for (; backslash >= 0; backslash = text.indexOf('\\', from)) {
            write(bytes, text, from, backslash);
            int high = hex(text, backslash + 2);
            int low = hex(text, backslash + 3);
            if (text.startsWith("\\x", backslash) && high >= 0 && low >= 0) {
                bytes.write(16 * high + low);
                from = backslash + 4;
            } else {
                bytes.write('\\');
                from = backslash + 1;
            }
        }
        write(bytes, text, from, text.length());
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void write(ByteArrayOutputStream bytes, String text, int from, int to) {
        byte[] part = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
        bytes.write(part, 0, part.length);
    }

    private static int hex(String text, int at) {
        return at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
    }
}
