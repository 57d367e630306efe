package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.Optional;

/**
 * A setting of the kernel, as {@code sysctl} shows it.
 *
 * @param value one line, its words separated by single blanks; empty when the kernel has no such
 *     setting
 */
public record KernelSetting(String key, Optional<String> value) implements Observation {}
