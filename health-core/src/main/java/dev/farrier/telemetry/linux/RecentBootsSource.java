package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.RememberingSource;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Remembers when the node booted. The time of a boot is reckoned at the first look after it: the
 * clock less the uptime.
 */
public final class RecentBootsSource implements RememberingSource<RecentBoots> {
    private static final String FILE = "/proc/uptime";
    private static final int LONGEST = 1 << 10;
    private static final int MOST = 32;

    private final Machine machine;
    private final InstantSource clock;
    private String bootId = "";
    private final Map<String, Instant> bootById = new LinkedHashMap<>();

    public RecentBootsSource(Machine machine) {
        this(machine, InstantSource.system());
    }

    RecentBootsSource(Machine machine, InstantSource clock) {
        this.machine = machine;
        this.clock = clock;
    }

    @Override
    public String origin() {
        return FILE;
    }

    @Override
    public String memoryKey() {
        return "boots";
    }

    @Override
    public void recall(Map<String, Object> kept, String boot) {
        bootId = boot;
        bootById.clear();
        if (kept.get("boots") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> known
                        && known.get("id") instanceof String id
                        && known.get("at") instanceof Long at) {
                    bootById.put(id, Instant.ofEpochSecond(at));
                }
            }
        }
    }

    @Override
    public Map<String, Object> memory() {
        List<Object> list = new ArrayList<>();
        bootById.forEach(
                (id, at) -> {
                    Map<String, Object> boot = new LinkedHashMap<>();
                    boot.put("id", id);
                    boot.put("at", at.getEpochSecond());
                    list.add(boot);
                });
        Map<String, Object> memory = new LinkedHashMap<>();
        memory.put("boots", list.subList(Math.max(0, list.size() - MOST), list.size()));
        return memory;
    }

    @Override
    public Reading<RecentBoots> read(Deadline deadline) throws IOException {
        Instant now = clock.instant();
        long uptime = seconds(KernelFile.read(machine.file(FILE), LONGEST));
        bootById.putIfAbsent(bootId, now.minusSeconds(uptime));
        return new Reading.Present<>(new RecentBoots(now, new ArrayList<>(bootById.values())));
    }

    /**
     * @throws IllegalArgumentException when it does not begin with a number of seconds
     */
    static long seconds(String uptime) {
        int dot = uptime.indexOf('.');
        try {
            long seconds = Long.parseLong(uptime, 0, Math.max(dot, 0), 10);
            if (seconds >= 0 && uptime.indexOf(' ') > dot) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(FILE + " has odd content", e);
        }
        throw new IllegalArgumentException(FILE + " has odd content");
    }
}
