package dev.farrier.config;

import java.math.BigDecimal;
import java.util.List;

/**
 * A number of nodes, or a share of them.
 *
 * @param percent whether {@code amount} is a percentage; else it is a number of nodes
 */
public record Share(double amount, boolean percent) {
    static final SettingType<Share> TYPE = new Type();

    public static Share nodes(int count) {
        return new Share(count, false);
    }

    public static Share percent(double percent) {
        return new Share(percent, true);
    }

    /** Of so many nodes; whole nodes, rounded down. */
    public int of(int nodes) {
        return (int) (percent ? nodes * amount / 100 : amount);
    }

    @Override
    public String toString() {
        String number = BigDecimal.valueOf(amount).stripTrailingZeros().toPlainString();
        return percent ? number + "%" : number;
    }

    private record Type() implements SettingType<Share> {
        @Override
        public String expects() {
            return "a number of nodes such as 4, or a share such as 10%";
        }

        @Override
        public Share parse(List<String> values) {
            boolean percent = values.size() == 1 && values.get(0).endsWith("%");
            return percent
                    ? Share.percent(SettingTypes.PERCENT.parse(values))
                    : Share.nodes(SettingTypes.COUNT.parse(values));
        }

        @Override
        public String show(Share value) {
            return value.toString();
        }
    }
}
