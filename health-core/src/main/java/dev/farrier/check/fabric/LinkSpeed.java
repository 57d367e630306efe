package dev.farrier.check.fabric;

import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import java.util.List;

/** The type of a setting that is the speed of a link; in Mb/s. */
final class LinkSpeed implements SettingType<Integer> {
    static final SettingType<Integer> TYPE = new LinkSpeed();

    private static final int MOST = 100_000; // of either unit: 100 Tb/s

    private LinkSpeed() {}

    @Override
    public String expects() {
        return "a speed such as 25Gb/s or 100Mb/s";
    }

    @Override
    public Integer parse(List<String> values) {
        String text = SettingTypes.TEXT.parse(values);
        boolean giga = text.endsWith("Gb/s");
        if (!giga && !text.endsWith("Mb/s")) {
            throw new IllegalArgumentException("'" + text + "' is not a speed");
        }
        String amount = text.substring(0, text.length() - "Gb/s".length()).strip();
        int number = SettingTypes.COUNT.parse(List.of(amount));
        if (number == 0 || number > MOST) {
            throw new IllegalArgumentException("'" + text + "' is not a speed of a link");
        }
        return giga ? number * 1000 : number;
    }

    @Override
    public String show(Integer megabits) {
        return megabits % 1000 == 0 ? megabits / 1000 + "Gb/s" : megabits + "Mb/s";
    }
}
