package dev.farrier.check;

import dev.farrier.config.CheckSettings;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.TelemetrySource;

/**
 * A check as it runs on this node: under a name, on a source, with the settings that every check
 * has.
 *
 * @param name unique on the node; the check's id unless the configuration gives another
 * @param source shared by instances that hold the same object: it is read once a run
 * @param fingerprint of the check's own settings: another one, another check
 */
public record CheckInstance<T extends Observation>(
        String name,
        Check<T> check,
        TelemetrySource<T> source,
        CheckSettings settings,
        int fingerprint) {

    public CheckInstance(
            String name, Check<T> check, TelemetrySource<T> source, CheckSettings settings) {
        this(name, check, source, settings, 0);
    }
}
