package dev.farrier.check.storage;

import dev.farrier.check.Amounts;
import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.FileSystemUse;
import java.util.List;

/**
 * How much of a file system has to be free: of its size, or in bytes.
 *
 * @param percent used when {@code bytes} is negative
 */
record FreeSpace(double percent, long bytes) {
    static final SettingType<FreeSpace> TYPE = new Type();

    static FreeSpace ofPercent(double percent) {
        return new FreeSpace(percent, -1);
    }

    boolean isIn(FileSystemUse use) {
        return bytes < 0 ? use.freePercent() >= percent : use.freeBytes() >= bytes;
    }

    String shown() {
        return "at least " + (bytes < 0 ? Amounts.percent(percent) : Amounts.bytes(bytes));
    }

    private static final class Type implements SettingType<FreeSpace> {
        @Override
        public String expects() {
            return "a percentage such as 5%, or a size such as 10GiB";
        }

        @Override
        public FreeSpace parse(List<String> values) {
            boolean percent = values.size() == 1 && values.get(0).endsWith("%");
            return percent
                    ? ofPercent(SettingTypes.PERCENT.parse(values))
                    : new FreeSpace(0, SettingTypes.BYTES.parse(values));
        }

        @Override
        public String show(FreeSpace value) {
            return value.bytes < 0
                    ? SettingTypes.PERCENT.show(value.percent)
                    : SettingTypes.BYTES.show(value.bytes);
        }
    }
}
