package dev.farrier.check;

/** How amounts look in messages. Without {@code String.format}, which costs a run milliseconds. */
public final class Amounts {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Amounts() {}

    /** With one decimal, rounded down, in the largest unit that it fills: {@code 23.5 GiB}. */
    public static String bytes(long bytes) {
        int unit = 0;
        while (unit < UNITS.length - 1 && bytes >> (10 * (unit + 1)) > 0) {
            unit++;
        }
        long whole = bytes >> (10 * unit);
        if (unit == 0) {
            return whole + " B";
        }
        long tenths = ((bytes - (whole << (10 * unit))) >> (10 * (unit - 1))) * 10 >> 10;
        return whole + "." + tenths + " " + UNITS[unit];
    }

    /** With one decimal, rounded down: {@code 4.9 %}. */
    public static String percent(double percent) {
        long tenths = (long) Math.floor(percent * 10);
        return tenths / 10 + "." + tenths % 10 + " %";
    }

    /** {@code 1 GPU}, {@code 8 GPUs}, {@code 2 processes}. */
    public static String count(int count, String singular) {
        String ending = singular.endsWith("s") ? "es" : "s";
        return count + " " + singular + (count == 1 ? "" : ending);
    }
}
