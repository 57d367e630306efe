package dev.farrier.telemetry.bmc;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks the BMC of this machine for its event log; clears nothing. */
public final class SystemEventLogSource implements TelemetrySource<SystemEventLog> {
    private static final List<String> FREEIPMI =
            List.of(
                    "ipmi-sel",
                    "--comma-separated-output",
                    "--output-event-state",
                    "--no-header-output");

    private final Machine machine;
    private final IpmiTool tool;

    public SystemEventLogSource(Machine machine, IpmiTool tool) {
        this.machine = machine;
        this.tool = tool;
    }

    @Override
    public String origin() {
        return tool == IpmiTool.IPMITOOL ? "ipmitool sel elist" : "ipmi-sel";
    }

    @Override
    public Reading<SystemEventLog> read(Deadline deadline)
            throws IOException, InterruptedException {
        Optional<Reading<SystemEventLog>> obstacle = BmcCommand.obstacle(machine);
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        if (tool == IpmiTool.FREEIPMI) {
            List<SystemEvent> events =
                    FreeIpmiEvents.events(BmcCommand.ask(machine, FREEIPMI, deadline));
            // It prints the BMC's times as local times, as this machine's clock is.
            return present(events, "", Optional.empty());
        }
        String info = ipmitool(deadline, "sel", "info");
        Optional<LocalDateTime> now =
                IpmitoolEvents.clock(ipmitool(deadline, "sel", "time", "get"));
        return present(IpmitoolEvents.events(ipmitool(deadline, "sel", "elist")), info, now);
    }

    private Reading<SystemEventLog> present(
            List<SystemEvent> events, String info, Optional<LocalDateTime> now) {
        return new Reading.Present<>(
                new SystemEventLog(
                        events,
                        IpmitoolEvents.overflow(info),
                        IpmitoolEvents.percentUsed(info),
                        now,
                        uptime()));
    }

    private String ipmitool(Deadline deadline, String... arguments)
            throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of("ipmitool"));
        argv.addAll(List.of(arguments));
        return BmcCommand.ask(machine, argv, deadline);
    }

    private Optional<Duration> uptime() {
        try {
            String text = Files.readString(machine.file("/proc/uptime"));
            return Fields.firstNumber(text.strip())
                    .map(seconds -> Duration.ofSeconds(seconds.longValue()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
