package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.List;

/** Asks MUNGE for a credential, in a child. */
public final class MungeSource implements TelemetrySource<MungeAnswer> {
    private final Machine machine;
    private final List<String> argv;

    public MungeSource(Machine machine, String program) {
        this.machine = machine;
        this.argv = List.of(program, "-n");
    }

    @Override
    public String origin() {
        return String.join(" ", argv);
    }

    @Override
    public Reading<MungeAnswer> read(Deadline deadline) throws IOException, InterruptedException {
        if (deadline.remaining().compareTo(StatFs.FAIR) < 0) {
            return new Reading.Failed<>("no time was left to ask munge");
        }
        return understand(machine.commands().run(Command.of(argv), deadline));
    }

    static Reading<MungeAnswer> understand(CommandResult result) {
        return switch (result.end()) {
            case NOT_FOUND -> new Reading.Unsupported<>(result.argv().get(0) + " is not there");
            case TOO_MUCH_OUTPUT -> new Reading.Failed<>(result.describe());
            case TIMED_OUT, STUCK ->
                    new Reading.Present<>(new MungeAnswer(false, "no answer in time"));
            case EXITED -> exited(result);
        };
    }

    private static Reading<MungeAnswer> exited(CommandResult result) {
        if (result.exitCode() != 0) {
            return result.stderr().startsWith("munge: Error: ")
                    ? new Reading.Present<>(new MungeAnswer(false, result.describe()))
                    : new Reading.Failed<>(result.describe());
        }
        String text = result.stdout();
        return text.startsWith("MUNGE:") && text.endsWith(":\n") && text.length() < 4096
                ? new Reading.Present<>(new MungeAnswer(true, ""))
                : new Reading.Failed<>("munge printed no credential");
    }
}
