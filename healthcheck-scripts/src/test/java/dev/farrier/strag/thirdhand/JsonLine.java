package dev.farrier.strag.thirdhand;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.StringJoiner;

/** One JSON object on one line, field by field. */
final class JsonLine {
    private final StringJoiner fields = new StringJoiner(",", "{", "}");

    JsonLine with(String key, String value) {
        return json(key, '"' + value + '"');
    }

    JsonLine with(String key, double value, int decimals) {
        return json(key, digits(value, decimals));
    }

    JsonLine with(String key, double[] values, int decimals) {
        StringJoiner array = new StringJoiner(",", "[", "]");
        for (double value : values) {
            array.add(digits(value, decimals));
        }
        return json(key, array.toString());
    }

    JsonLine with(String key, List<String> values) {
        StringJoiner array = new StringJoiner(",", "[", "]");
        values.forEach(value -> array.add('"' + value + '"'));
        return json(key, array.toString());
    }

    JsonLine json(String key, String value) {
        fields.add('"' + key + "\":" + value);
        return this;
    }

    private static String digits(double value, int decimals) {
        if (decimals == 0) {
            return Long.toString(Math.round(value));
        }
        return BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
