package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.Optional;

/** Looks at a service by systemd, or where none runs by its process when that has been named. */
public final class ServiceSource implements TelemetrySource<ServiceLook> {
    private final SystemdUnitsSource systemd;
    private final Optional<RunningProcessesSource> processes;
    private final CounterBook counters;
    private final String unit;

    /**
     * @param unit with its suffix: {@code slurmd.service}
     */
    public ServiceSource(
            Machine machine,
            SystemdUnitsSource systemd,
            String unit,
            Optional<RunningProcessesSource> processes) {
        this.systemd = systemd;
        this.counters = machine.counters();
        this.unit = unit;
        this.processes = processes;
        systemd.add(unit);
    }

    @Override
    public String origin() {
        return systemd.origin() + " " + unit;
    }

    @Override
    public Reading<ServiceLook> read(Deadline deadline) throws IOException, InterruptedException {
        Reading<SystemdUnits> units = systemd.read(deadline);
        if (units instanceof Reading.Present<SystemdUnits> present) {
            return present.value()
                    .named(unit)
                    .<Reading<ServiceLook>>map(this::seen)
                    .orElse(new Reading.Failed<>("systemctl says nothing of " + unit));
        }
        if (units instanceof Reading.Failed<SystemdUnits> failed) {
            return new Reading.Failed<>(failed.why());
        }
        if (processes.isEmpty()) {
            return new Reading.Unsupported<>("systemd does not run here, and no process is named");
        }
        Reading<RunningProcesses> running = processes.get().read(deadline);
        if (running instanceof Reading.Present<RunningProcesses> present) {
            int count = present.value().pids().size();
            return new Reading.Present<>(
                    new ServiceLook(unit, Optional.empty(), Optional.empty(), count));
        }
        return new Reading.Failed<>(((Reading.Failed<RunningProcesses>) running).why());
    }

    private Reading<ServiceLook> seen(SystemdUnits.Unit state) {
        Optional<Increase> restarts =
                state.restarts() < 0
                        ? Optional.empty()
                        : counters.note(unit, "restarts", state.restarts());
        return new Reading.Present<>(new ServiceLook(unit, Optional.of(state), restarts, -1));
    }
}
