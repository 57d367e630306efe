package dev.farrier.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where the journal is and how large it grows.
 *
 * @param maxSize bytes at which it is rotated
 * @param keep rotated files that are kept
 */
public record JournalConfig(Path path, long maxSize, int keep) {
    static final Setting<String> PATH =
            Setting.withDefault(
                    "path",
                    SettingTypes.PATH,
                    "/var/log/farrier/journal.jsonl",
                    "The file that the journal is appended to.");
    static final Setting<Long> MAX_SIZE =
            Setting.withDefault(
                    "maxSize",
                    SettingTypes.between(SettingTypes.BYTES, "a size", 4_096L, 1L << 50),
                    10_000_000L,
                    "The size at which it is rotated.");
    static final Setting<Integer> KEEP =
            Setting.withDefault(
                    "keep",
                    SettingTypes.between(SettingTypes.COUNT, "a whole number", 0, 100),
                    5,
                    "How many rotated files are kept.");

    static final Section SECTION =
            new Section(
                    "journal",
                    "The record of what was seen, decided and done.",
                    List.of(PATH, MAX_SIZE, KEEP));

    static JournalConfig of(Settings settings) {
        return new JournalConfig(
                Path.of(settings.get(PATH)), settings.get(MAX_SIZE), settings.get(KEEP));
    }

    Settings settings() {
        return new Settings(
                Map.of(
                        PATH.name(), path.toString(),
                        MAX_SIZE.name(), maxSize,
                        KEEP.name(), keep));
    }
}
