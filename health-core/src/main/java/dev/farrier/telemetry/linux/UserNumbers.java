package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the numbers of users by name: in {@code /etc/passwd}, and for users of a directory service
 * by {@code getent} in a child, since such a service may not answer. A name is looked up once.
 */
final class UserNumbers {
    private static final int LONGEST = 16 << 20;
    private static final int NO_SUCH_KEY = 2; // getent(1)

    private final Machine machine;
    private final Map<String, Optional<Long>> known = new HashMap<>();

    UserNumbers(Machine machine) {
        this.machine = machine;
    }

    /**
     * @param user a name or a number
     * @throws IOException when it cannot be found out, or nobody has this name
     */
    long of(String user, Deadline deadline) throws IOException, InterruptedException {
        return find(user, deadline)
                .orElseThrow(() -> new IOException("there is no user '" + user + "'"));
    }

    /**
     * Empty when nobody has this name.
     *
     * @throws IOException when it cannot be found out
     */
    synchronized Optional<Long> find(String user, Deadline deadline)
            throws IOException, InterruptedException {
        if (isNumber(user)) {
            return Optional.of(Long.valueOf(user));
        }
        Optional<Long> number = known.get(user);
        if (number == null) {
            Long listed = inPasswd(KernelFile.read(machine.file("/etc/passwd"), LONGEST), user);
            number = listed == null ? asked(user, deadline) : Optional.of(listed);
            known.put(user, number);
        }
        return number;
    }

    private Optional<Long> asked(String user, Deadline deadline)
            throws IOException, InterruptedException {
        CommandResult result =
                machine.commands().run(Command.of("getent", "passwd", "--", user), deadline);
        if (result.end() == CommandResult.End.EXITED && result.exitCode() == NO_SUCH_KEY) {
            return Optional.empty();
        }
        Long number = inPasswd(result.stdoutOrThrow(), user);
        if (number == null) {
            throw new IOException("getent does not tell the number of user '" + user + "'");
        }
        return Optional.of(number);
    }

    /** Null when no line is this user's. */
    static @Nullable Long inPasswd(String passwd, String user) {
        for (int start = 0; start < passwd.length(); ) {
            int end = passwd.indexOf('\n', start);
            end = end < 0 ? passwd.length() : end;
            int name = start + user.length();
            if (name < end && passwd.charAt(name) == ':' && passwd.startsWith(user, start)) {
                int second = passwd.indexOf(':', name + 1);
                int third = second < 0 ? -1 : passwd.indexOf(':', second + 1);
                String number = third < 0 || third > end ? "" : passwd.substring(second + 1, third);
                return isNumber(number) ? Long.valueOf(number) : null;
            }
            start = end + 1;
        }
        return null;
    }

    static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= 10;
    }
}
