package dev.farrier.telemetry.bmc;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Asks the BMC of this machine for its sensors. */
public final class SensorReadingsSource implements TelemetrySource<SensorReadings> {
    private static final List<String> IPMITOOL = List.of("ipmitool", "sdr", "elist");
    private static final List<String> FREEIPMI =
            List.of("ipmi-sensors", "--comma-separated-output", "--no-header-output");

    private final Machine machine;
    private final IpmiTool tool;

    public SensorReadingsSource(Machine machine, IpmiTool tool) {
        this.machine = machine;
        this.tool = tool;
    }

    @Override
    public String origin() {
        return String.join(" ", argv());
    }

    @Override
    public Reading<SensorReadings> read(Deadline deadline)
            throws IOException, InterruptedException {
        Optional<Reading<SensorReadings>> obstacle = BmcCommand.obstacle(machine);
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        String text = BmcCommand.ask(machine, argv(), deadline);
        return new Reading.Present<>(
                tool == IpmiTool.IPMITOOL
                        ? IpmitoolSensors.parse(text)
                        : FreeIpmiSensors.parse(text));
    }

    private List<String> argv() {
        return tool == IpmiTool.IPMITOOL ? IPMITOOL : FREEIPMI;
    }
}
