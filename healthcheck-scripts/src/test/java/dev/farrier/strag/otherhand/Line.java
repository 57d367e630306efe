package dev.farrier.strag.otherhand;

import java.util.List;

/**
 * One JSON object under construction; NaN in an array is a value that the exporter did not have.
 */
final class Line {
    private final StringBuilder out = new StringBuilder("{");

    Line text(String key, String value) {
        return raw(key, '"' + value + '"');
    }

    Line number(String key, double value) {
        return raw(key, plain(value, 4));
    }

    Line numbers(String key, double[] values, int decimals, String missing) {
        StringBuilder array = new StringBuilder("[");
        for (int i = 0; i < values.length; i++) {
            array.append(i == 0 ? "" : ",");
            array.append(Double.isNaN(values[i]) ? missing : plain(values[i], decimals));
        }
        return raw(key, array.append(']').toString());
    }

    Line texts(String key, List<String> values) {
        return raw(key, values.isEmpty() ? "[]" : "[\"" + String.join("\",\"", values) + "\"]");
    }

    Line objects(String key, List<Line> values) {
        return raw(key, values.stream().map(Line::toString).toList().toString());
    }

    Line raw(String key, String json) {
        out.append(out.length() == 1 ? "" : ",").append('"').append(key).append("\":").append(json);
        return this;
    }

    private static String plain(double value, int decimals) {
        double scale = StrictMath.pow(10, decimals);
        double rounded = Math.round(value * scale) / scale;
        return rounded == Math.rint(rounded)
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }

    @Override
    public String toString() {
        return out + "}";
    }
}
