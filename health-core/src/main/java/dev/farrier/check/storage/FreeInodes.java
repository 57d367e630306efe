package dev.farrier.check.storage;

import dev.farrier.check.Amounts;
import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.FileSystemUse;
import java.util.List;

/**
 * How many inodes of a file system have to be free: of all that it has, or a number.
 *
 * @param percent used when {@code count} is negative
 */
record FreeInodes(double percent, long count) {
    static final SettingType<FreeInodes> TYPE = new Type();

    static FreeInodes ofPercent(double percent) {
        return new FreeInodes(percent, -1);
    }

    /** Also where the file system does not count them, as btrfs: it makes them as it needs them. */
    boolean areIn(FileSystemUse use) {
        return use.inodes() == 0
                || (count < 0 ? use.freeInodesPercent() >= percent : use.freeInodes() >= count);
    }

    /** What is free there, in the unit of the limit. */
    String free(FileSystemUse use) {
        return count < 0
                ? Amounts.percent(use.freeInodesPercent())
                : String.valueOf(use.freeInodes());
    }

    String shown() {
        return "at least " + (count < 0 ? Amounts.percent(percent) : String.valueOf(count));
    }

    private static final class Type implements SettingType<FreeInodes> {
        @Override
        public String expects() {
            return "a percentage such as 5%, or a number such as 100000";
        }

        @Override
        public FreeInodes parse(List<String> values) {
            boolean percent = values.size() == 1 && values.get(0).endsWith("%");
            return percent
                    ? ofPercent(SettingTypes.PERCENT.parse(values))
                    : new FreeInodes(0, SettingTypes.COUNT.parse(values));
        }

        @Override
        public String show(FreeInodes value) {
            return value.count < 0
                    ? SettingTypes.PERCENT.show(value.percent)
                    : String.valueOf(value.count);
        }
    }
}
