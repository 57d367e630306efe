package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads one file below {@code /proc/sys}. */
public final class KernelSettingSource implements TelemetrySource<KernelSetting> {
    private static final int LONGEST = 64 << 10;

    private final Path root;
    private final String key;
    private final String file;

    /**
     * @param key {@code vm.swappiness}, or with slashes where a part of it has a dot of its own:
     *     {@code net/ipv4/conf/eth0.100/rp_filter}
     * @throws IllegalArgumentException when it is neither
     */
    public KernelSettingSource(Machine machine, String key) {
        this.root = machine.file("/proc/sys");
        this.key = key;
        this.file = key.indexOf('/') >= 0 ? key : key.replace('.', '/');
        for (String part : file.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf(0) >= 0) {
                throw new IllegalArgumentException("'" + key + "' is not a key of sysctl");
            }
        }
    }

    @Override
    public String origin() {
        return "/proc/sys/" + file;
    }

    @Override
    public Reading<KernelSetting> read(Deadline deadline) throws IOException {
        if (!Files.isDirectory(root)) {
            return new Reading.Failed<>("/proc/sys cannot be seen");
        }
        try {
            return new Reading.Present<>(
                    new KernelSetting(
                            key, Optional.of(parse(KernelFile.read(root.resolve(file), LONGEST)))));
        } catch (NoSuchFileException e) {
            return new Reading.Present<>(new KernelSetting(key, Optional.empty()));
        }
    }

    /**
     * @throws IllegalArgumentException when it is not one whole line of readable text
     */
    static String parse(String text) {
        int end = text.indexOf('\n');
        if (end < 0 || end != text.length() - 1) {
            throw new IllegalArgumentException("/proc/sys has a value that is not one line");
        }
        StringBuilder value = new StringBuilder(end);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c == ' ' || c == '\t') {
                if (!value.isEmpty() && value.charAt(value.length() - 1) != ' ') {
                    value.append(' ');
                }
            } else if (Character.isISOControl(c) || c == '\uFFFD') {
                throw new IllegalArgumentException("/proc/sys has a value that is no text");
            } else {
                value.append(c);
            }
        }
        return value.toString().strip();
    }
}
