package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * The kernel's log as people keep it: raw records of {@code /dev/kmsg}, what {@code dmesg} prints
 * (plain, {@code -T}, {@code -x}, {@code -r}, with caller), lines of {@code journalctl -k} and of a
 * syslog file, each with or without a time.
 */
public final class LogText {
    private static final String KERNEL_TAG = "kernel: ";
    private static final String REPEATED = "message repeated ";

    private final List<KernelRecord> records = new ArrayList<>();
    private int line;
    private int prefixOfLast;

    private LogText() {}

    /** A line of a form that is not known is a record of its own, without a time. */
    public static KernelRecords parse(String text) {
        if (Kmsg.isIn(text)) {
            return Kmsg.parse(text.endsWith("\n") ? text : text + "\n");
        }
        LogText log = new LogText();
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            int stop = end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
            log.add(text.substring(start, stop));
            start = end + 1;
        }
        return new KernelRecords(log.records, List.of(), 0);
    }

    private void add(String given) {
        line++;
        if (given.isEmpty()) {
            return;
        }
        if (isContinued(given)) {
            KernelRecord last = records.remove(records.size() - 1);
            String text = last.text() + "\n" + given.substring(prefixOfLast);
            records.add(
                    new KernelRecord(
                            last.line(), last.sequence(), last.micros(), last.ofKernel(), text, 1));
            return;
        }
        Said said = new Said(given);
        said.strip();
        prefixOfLast = said.stamped ? given.length() - said.text.length() : 0;
        records.add(
                new KernelRecord(
                        line,
                        KernelRecord.UNKNOWN,
                        said.micros,
                        said.ofKernel,
                        said.text,
                        said.repeats));
    }

    /** A record of several lines: dmesg puts blanks where its time stands. */
    private boolean isContinued(String given) {
        return prefixOfLast > 0
                && given.length() > prefixOfLast
                && given.substring(0, prefixOfLast).isBlank();
    }

    /** One line, of which what stands before the message is taken off bit by bit. */
    private static final class Said {
        String text;
        long micros = KernelRecord.UNKNOWN;
        boolean ofKernel = true;
        boolean stamped;
        boolean isoTime;
        int repeats = 1;

        Said(String text) {
            this.text = text;
        }

        void strip() {
            stripPriority();
            stripFacility();
            stripStamp();
            stripHost();
            stripRepeats();
        }

        /** {@code <4>} of {@code dmesg -r}. */
        private void stripPriority() {
            Cursor line = new Cursor(text);
            line.need("<");
            long priority = line.number();
            line.need(">");
            if (!line.hasFailed()) {
                ofKernel = priority < 8;
                text = line.rest();
            }
        }

        /** {@code kern :warn : } of {@code dmesg -x}. */
        private void stripFacility() {
            int colon = text.indexOf(':');
            int second = colon < 0 ? -1 : text.indexOf(": ", colon + 1);
            if (second < 0 || second > 20) {
                return;
            }
            String facility = text.substring(0, colon).strip();
            switch (text.substring(colon + 1, second).strip()) {
                case "emerg", "alert", "crit", "err", "warn", "notice", "info", "debug" -> {
                    ofKernel = facility.equals("kern");
                    text = text.substring(second + 2);
                }
                default -> {}
            }
        }

        private void stripStamp() {
            if (text.startsWith("[")) {
                int close = text.indexOf(']');
                String inside = close < 0 ? "" : text.substring(1, close).strip();
                if (isSeconds(inside) || isDate(inside)) {
                    micros = isSeconds(inside) ? micros(inside) : KernelRecord.UNKNOWN;
                    stamped = true;
                    text = text.substring(close + 1);
                    stripCaller();
                    text = text.startsWith(" ") ? text.substring(1) : text;
                }
            } else if (isIsoTime(text)) {
                isoTime = true;
                text = text.substring(text.indexOf(' ', 13) + 1);
            }
        }

        /** {@code [ T1234]} or {@code [ C0]}, where the kernel was built to tell who prints. */
        private void stripCaller() {
            if (!text.startsWith("[")) {
                return;
            }
            int close = text.indexOf(']');
            Cursor caller = new Cursor(close < 0 ? "" : text.substring(1, close).strip());
            if (caller.skip("T") || caller.skip("C")) {
                caller.number();
                if (caller.atEnd()) {
                    text = text.substring(close + 1);
                }
            }
        }

        /**
         * {@code Nov 30 09:11:02 node001 kernel: [171167.621162] }, and the same without the date.
         */
        private void stripHost() {
            String rest = isSyslogTime(text) ? text.substring(16) : text;
            int blank = rest.indexOf(' ');
            int colon = rest.indexOf(": ", blank + 1);
            String tag = blank < 0 || colon < 0 ? "" : rest.substring(blank + 1, colon);
            boolean dated = rest.length() != text.length() || isoTime;
            if (tag.equals("kernel")) {
                text = rest.substring(blank + 1 + KERNEL_TAG.length());
                if (!stamped) {
                    stripStamp();
                }
            } else if (dated && !tag.isEmpty() && tag.indexOf(' ') < 0) {
                ofKernel = false;
                text = rest.substring(colon + 2);
            }
        }

        private void stripRepeats() {
            Cursor line = new Cursor(text);
            line.need(REPEATED);
            long times = line.number();
            line.need(" times: [");
            line.skip(" ");
            String message = line.rest();
            if (!line.hasFailed() && message.endsWith("]") && times <= Integer.MAX_VALUE) {
                repeats = (int) times;
                text = message.substring(0, message.length() - 1);
            }
        }

        /** {@code 2026-11-30T09:11:03…}, and a blank somewhere behind it. */
        private static boolean isIsoTime(String text) {
            return text.length() > 19
                    && isDigits(text, 0, 4)
                    && text.charAt(4) == '-'
                    && isDigits(text, 5, 7)
                    && text.charAt(7) == '-'
                    && isDigits(text, 8, 10)
                    && text.charAt(10) == 'T'
                    && isDigits(text, 11, 13)
                    && text.charAt(13) == ':'
                    && text.indexOf(' ', 13) > 0;
        }

        /** {@code Nov 30 09:11:02 }. */
        private static boolean isSyslogTime(String text) {
            return text.length() > 16
                    && Character.isUpperCase(text.charAt(0))
                    && text.charAt(3) == ' '
                    && text.charAt(6) == ' '
                    && isDigits(text, 7, 9)
                    && text.charAt(9) == ':'
                    && isDigits(text, 10, 12)
                    && text.charAt(12) == ':'
                    && isDigits(text, 13, 15)
                    && text.charAt(15) == ' ';
        }

        /** {@code Mon Nov 30 09:00:01 2026}. */
        private static boolean isDate(String text) {
            return text.length() == 24 && isSyslogTime(text.substring(4)) && isDigits(text, 20, 24);
        }

        private static boolean isSeconds(String text) {
            int dot = text.indexOf('.');
            return dot > 0 && dot <= 12 && isDigits(text, 0, dot) && isDigits(text, dot + 1);
        }

        private static boolean isDigits(String text, int from) {
            return text.length() > from
                    && text.length() - from <= 6
                    && isDigits(text, from, text.length());
        }

        private static boolean isDigits(String text, int from, int to) {
            for (int i = from; i < to; i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                    return false;
                }
            }
            return true;
        }

        private static long micros(String seconds) {
            int dot = seconds.indexOf('.');
            String fraction = (seconds.substring(dot + 1) + "00000").substring(0, 6);
            return Long.parseLong(seconds.substring(0, dot)) * 1_000_000 + Long.parseLong(fraction);
        }
    }
}
