package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks each live NVMe drive in the node for its log page of health, by {@code nvme} or, where that
 * is not installed, {@code smartctl}.
 */
public final class NvmeHealthSource implements TelemetrySource<NvmeHealth> {
    private static final Duration FOR_ONE = Duration.ofSeconds(3);
    private static final int SMARTCTL_DID_NOT_ASK = 0b11; // bits 0 and 1 of its exit code

    private final Machine machine;
    private final NvmeControllersSource controllers;

    public NvmeHealthSource(Machine machine, NvmeControllersSource controllers) {
        this.machine = machine;
        this.controllers = controllers;
    }

    static List<String> nvme(String name) {
        return List.of("nvme", "smart-log", "/dev/" + name, "-o", "json");
    }

    static List<String> smartctl(String name) {
        return List.of("smartctl", "-j", "-a", "/dev/" + name);
    }

    @Override
    public String origin() {
        return "nvme smart-log";
    }

    @Override
    public Reading<NvmeHealth> read(Deadline deadline) throws IOException, InterruptedException {
        List<NvmeHealth.Drive> drives = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (NvmeControllers.Controller drive : controllers.controllers()) {
            if (!drive.isLocal() || !drive.state().equals("live")) {
                continue; // remote ones have no health of ours; nvme.state judges the others
            }
            CommandResult result = ask(drive.name(), deadline.atMost(FOR_ONE));
            if (isMissing(result)) {
                return new Reading.Unsupported<>("neither nvme nor smartctl is installed");
            }
            if (isRefused(result)) {
                return new Reading.NotPermitted<>(result.describe());
            }
            try {
                drives.add(noted(drive, understand(result)));
            } catch (IllegalArgumentException e) {
                unread.add(drive.name() + ": " + e.getMessage());
            }
        }
        if (drives.isEmpty()) {
            return unread.isEmpty()
                    ? new Reading.Unsupported<>("no live NVMe drive in the node")
                    : new Reading.Failed<>(unread.get(0));
        }
        return new Reading.Present<>(new NvmeHealth(drives, unread));
    }

    private CommandResult ask(String name, Deadline deadline)
            throws IOException, InterruptedException {
        CommandResult nvme = machine.commands().run(Command.of(nvme(name)), deadline);
        return isMissing(nvme)
                ? machine.commands().run(Command.of(smartctl(name)), deadline)
                : nvme;
    }

    private static boolean isMissing(CommandResult result) {
        return result.end() == CommandResult.End.NOT_FOUND
                || result.end() == CommandResult.End.EXITED
                        && (result.exitCode() == 126 || result.exitCode() == 127);
    }

    private static boolean isRefused(CommandResult result) {
        return result.end() == CommandResult.End.EXITED
                && result.exitCode() != 0
                && (mentions(result, "Permission denied")
                        || mentions(result, "Operation not permitted"));
    }

    private static boolean mentions(CommandResult result, String words) {
        return result.stderr().contains(words) || result.stdout().contains(words);
    }

    /**
     * @throws IllegalArgumentException when it is no answer
     */
    static NvmeHealth.Smart understand(CommandResult result) {
        boolean smartctl = result.argv().get(0).equals("smartctl");
        boolean answered =
                result.succeeded()
                        || smartctl
                                && result.end() == CommandResult.End.EXITED
                                && (result.exitCode() & SMARTCTL_DID_NOT_ASK) == 0;
        if (!answered) {
            throw new IllegalArgumentException(result.describe());
        }
        return NvmeSmartJson.parse(result.stdout());
    }

    private NvmeHealth.Drive noted(NvmeControllers.Controller drive, NvmeHealth.Smart smart) {
        CounterBook counters = machine.counters();
        String key = "nvme " + drive.model() + " " + drive.serial();
        return new NvmeHealth.Drive(
                drive,
                smart,
                counters.note(key, "media_errors", smart.mediaErrors()),
                counters.note(key, "hot", smart.hot()));
    }
}
