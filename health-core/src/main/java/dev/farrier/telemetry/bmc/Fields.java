package dev.farrier.telemetry.bmc;

import java.util.Optional;

/** Takes lines of IPMI tools apart. */
final class Fields {
    private static final int SHOWN = 80;

    private Fields() {}

    /** The parts between the separators, without the blanks around them. */
    static String[] split(String line, char separator) {
        int count = 1;
        for (int i = 0; i < line.length(); i++) {
            count += line.charAt(i) == separator ? 1 : 0;
        }
        String[] fields = new String[count];
        int start = 0;
        for (int i = 0; i < count; i++) {
            int end = line.indexOf(separator, start);
            fields[i] = line.substring(start, end < 0 ? line.length() : end).strip();
            start = end + 1;
        }
        return fields;
    }

    /** The number that a text begins with: {@code 96} of {@code 96 degrees C}. */
    static Optional<Double> firstNumber(String text) {
        int end = text.indexOf(' ');
        try {
            double number = Double.parseDouble(end < 0 ? text : text.substring(0, end));
            return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static String shown(String line) {
        String stripped = line.strip();
        return stripped.length() > SHOWN ? stripped.substring(0, SHOWN) + "…" : stripped;
    }
}
