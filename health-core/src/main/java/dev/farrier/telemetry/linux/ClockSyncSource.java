package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Asks the first of {@code chronyc}, {@code timedatectl}, {@code adjtimex} and {@code ntptime} that
 * can tell whether the clock is synchronised.
 */
public final class ClockSyncSource implements TelemetrySource<ClockSync> {
    static final List<String> CHRONYC = List.of("chronyc", "-n", "tracking");
    static final List<String> TIMEDATECTL = List.of("timedatectl", "show");
    static final List<String> ADJTIMEX = List.of("adjtimex", "--print");
    static final List<String> NTPTIME = List.of("ntptime");

    private static final int STA_UNSYNC = 0x40; // adjtimex(2)
    private static final int LONGEST = 64 << 10;

    private final Machine machine;
    private String origin = String.join(" ", CHRONYC);

    public ClockSyncSource(Machine machine) {
        this.machine = machine;
    }

    /** What answered last. */
    @Override
    public synchronized String origin() {
        return origin;
    }

    @Override
    public synchronized Reading<ClockSync> read(Deadline deadline)
            throws IOException, InterruptedException {
        CommandResult chronyc = run(CHRONYC, deadline);
        if (chronyc.succeeded()) {
            return new Reading.Present<>(ChronyTracking.parse(chronyc.stdout(), Instant.now()));
        }
        CommandResult timedatectl = run(TIMEDATECTL, deadline);
        if (timedatectl.succeeded()) {
            return new Reading.Present<>(ofTimedatectl(timedatectl.stdout()));
        }
        for (List<String> kernel : List.of(ADJTIMEX, NTPTIME)) {
            CommandResult result = run(kernel, deadline);
            Optional<ClockSync> clock = ofKernel(result);
            if (clock.isPresent()) {
                return new Reading.Present<>(clock.get());
            }
        }
        return isMissing(chronyc)
                ? new Reading.Unsupported<>("nothing here tells whether the clock is synchronised")
                : new Reading.Failed<>(chronyc.describe());
    }

    private CommandResult run(List<String> argv, Deadline deadline)
            throws IOException, InterruptedException {
        origin = String.join(" ", argv);
        return machine.commands().run(Command.of(argv), deadline);
    }

    private static boolean isMissing(CommandResult result) {
        return result.end() == CommandResult.End.NOT_FOUND
                || result.end() == CommandResult.End.EXITED
                        && (result.exitCode() == 126 || result.exitCode() == 127);
    }

    /**
     * @throws IllegalArgumentException when it does not say whether a service is on and the clock
     *     synchronised
     */
    static ClockSync ofTimedatectl(String text) {
        boolean service = flag(text, "NTP=");
        if (flag(text, "NTPSynchronized=")) {
            return ClockSync.only(ClockSync.State.SYNCHRONISED);
        }
        return ClockSync.only(
                service ? ClockSync.State.NOT_SYNCHRONISED : ClockSync.State.NO_SERVICE);
    }

    private static boolean flag(String text, String key) {
        if (text.startsWith(key + "yes\n") || text.contains("\n" + key + "yes\n")) {
            return true;
        }
        if (text.startsWith(key + "no\n") || text.contains("\n" + key + "no\n")) {
            return false;
        }
        throw new IllegalArgumentException("timedatectl show printed no line " + key + "yes or no");
    }

    /** The kernel's own flag; empty when the output does not have it. */
    static Optional<ClockSync> ofKernel(CommandResult result) {
        String text = result.stdout();
        boolean answered = result.end() == CommandResult.End.EXITED && text.length() <= LONGEST;
        int status = answered ? status(text) : -1;
        if (status < 0) {
            return Optional.empty();
        }
        boolean unsynchronised = (status & STA_UNSYNC) != 0;
        return Optional.of(
                ClockSync.only(
                        unsynchronised
                                ? ClockSync.State.NO_SERVICE
                                : ClockSync.State.SYNCHRONISED));
    }

    /** {@code status: 64} of adjtimex, {@code status 0x2001 (PLL,NANO),} of ntptime. */
    private static int status(String text) {
        int decimal = text.indexOf("status: ");
        int hex = text.indexOf("status 0x");
        int start = decimal >= 0 ? decimal + "status: ".length() : hex + "status 0x".length();
        if (decimal < 0 && hex < 0) {
            return -1;
        }
        int end = start;
        int radix = decimal >= 0 ? 10 : 16;
        while (end < text.length() && Character.digit(text.charAt(end), radix) >= 0) {
            end++;
        }
        boolean whole = end > start && end - start <= 6 && end < text.length();
        return whole ? Integer.parseInt(text.substring(start, end), radix) : -1;
    }
}
