package dev.farrier;

/**
 * A moment of this boot, immune to clock steps.
 *
 * @param bootId of {@code /proc/sys/kernel/random/boot_id}
 * @param seconds since the boot, of {@code /proc/uptime}
 */
public record Uptime(String bootId, double seconds) {}
