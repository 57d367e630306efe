package dev.farrier.telemetry.bmc;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs one command that asks the BMC, and never two at a time on a node, since a BMC that is asked
 * twice at once stalls. The lock is the child's own, so it holds as long as the child is there,
 * also one that was given up.
 */
final class BmcCommand {
    private static final String LOCK = "/run/farrier/bmc.lock";

    /** An exit code that neither the tools nor a shell use. */
    private static final int BUSY = 93;

    private static final List<String> DEVICES =
            List.of("/dev/ipmi0", "/dev/ipmi/0", "/dev/ipmidev/0");

    private BmcCommand() {}

    /** Why this machine's own BMC cannot be asked; empty when it can. */
    static <T extends Observation> Optional<Reading<T>> obstacle(Machine machine) {
        for (String device : DEVICES) {
            Path path = machine.file(device);
            if (Files.exists(path)) {
                return Files.isReadable(path) && Files.isWritable(path)
                        ? Optional.empty()
                        : Optional.of(new Reading.NotPermitted<>("not permitted: " + path));
            }
        }
        return Optional.of(new Reading.Unsupported<>("no BMC (" + DEVICES.get(0) + ")"));
    }

    /**
     * What the command printed.
     *
     * @throws IOException when it failed, is not there, or another asks the BMC all the while
     */
    static String ask(Machine machine, List<String> argv, Deadline deadline)
            throws IOException, InterruptedException {
        long patience = Math.max(1, deadline.remaining().toSeconds() / 2);
        List<String> locked = new ArrayList<>();
        locked.addAll(List.of("flock", "-w", "" + patience, "-E", "" + BUSY));
        locked.add(machine.file(LOCK).toString());
        locked.addAll(argv);
        CommandResult result = machine.commands().run(Command.of(locked), deadline);
        if (result.end() == CommandResult.End.EXITED && result.exitCode() == BUSY) {
            throw new IOException("the BMC is being asked by another");
        }
        return result.stdoutOrThrow();
    }
}
