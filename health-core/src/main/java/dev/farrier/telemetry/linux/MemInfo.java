package dev.farrier.telemetry.linux;

/** Understands {@code /proc/meminfo}. */
final class MemInfo {
    static final String FILE = "/proc/meminfo";
    static final int LONGEST = 64 << 10;

    private static final String UNIT = " kB";
    private static final long MOST_KIB = Long.MAX_VALUE >> 10;

    private MemInfo() {}

    /**
     * The bytes of one line.
     *
     * @param key with its colon: {@code "MemTotal:"}
     * @throws IllegalArgumentException when the line is not there whole, in the form that the
     *     kernel gives it
     */
    static long bytes(String meminfo, String key) {
        int start = 0;
        for (int end = meminfo.indexOf('\n'); end >= 0; end = meminfo.indexOf('\n', start)) {
            if (meminfo.startsWith(key, start)) {
                return kibibytes(key, meminfo.substring(start + key.length(), end)) << 10;
            }
            start = end + 1;
        }
        throw new IllegalArgumentException(FILE + " has no whole line " + key);
    }

    private static long kibibytes(String key, String text) {
        String value = text.strip();
        String odd = FILE + " says " + key + " " + value;
        if (!value.endsWith(UNIT)) {
            throw new IllegalArgumentException(odd);
        }
        try {
            long amount = Long.parseLong(value, 0, value.length() - UNIT.length(), 10);
            if (amount >= 0 && amount <= MOST_KIB) {
                return amount;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(odd, e);
        }
        throw new IllegalArgumentException(odd);
    }
}
