package dev.farrier.check;

import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import java.util.List;

/**
 * How much of a whole: a share of it, or bytes.
 *
 * @param percent used when {@code bytes} is negative
 */
public record Portion(double percent, long bytes) {
    public static final SettingType<Portion> TYPE = new Type();

    public static Portion ofPercent(double percent) {
        return new Portion(percent, -1);
    }

    /**
     * Whether an amount is at least this portion; {@code sharePercent} is its share of the whole.
     */
    public boolean isReachedBy(long amountBytes, double sharePercent) {
        return bytes < 0 ? sharePercent >= percent : amountBytes >= bytes;
    }

    /** {@code 5.0 %} or {@code 10.0 GiB}. */
    public String shown() {
        return bytes < 0 ? Amounts.percent(percent) : Amounts.bytes(bytes);
    }

    private static final class Type implements SettingType<Portion> {
        @Override
        public String expects() {
            return "a percentage such as 5%, or a size such as 10GiB";
        }

        @Override
        public Portion parse(List<String> values) {
            boolean percent = values.size() == 1 && values.get(0).endsWith("%");
            return percent
                    ? ofPercent(SettingTypes.PERCENT.parse(values))
                    : new Portion(0, SettingTypes.BYTES.parse(values));
        }

        @Override
        public String show(Portion value) {
            return value.bytes < 0
                    ? SettingTypes.PERCENT.show(value.percent)
                    : SettingTypes.BYTES.show(value.bytes);
        }
    }
}
