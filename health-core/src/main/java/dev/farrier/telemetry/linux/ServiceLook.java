package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Observation;
import java.util.Optional;

/**
 * What is known of a service.
 *
 * @param unit as systemd knows it; empty where no systemd runs, and then its processes were counted
 * @param restarts how often systemd had to start it again; empty when that is not known
 * @param processes how many of its processes run; negative when nobody counted
 */
public record ServiceLook(
        String name, Optional<SystemdUnits.Unit> unit, Optional<Increase> restarts, int processes)
        implements Observation {}
