package dev.farrier.exec;

import dev.farrier.Deadline;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs each command in a session of its own ({@code setsid}), with its output in files, so that
 * nothing that the command or a descendant does can make us wait beyond the deadline and half a
 * second more for the kill. Starts no thread; safe for use by several.
 *
 * <p>A process that survives SIGKILL is left behind and written down in the scratch directory: the
 * same argument list is not started again, by this or another JVM, while that process lives, and
 * while two such processes live nothing is started at all (but {@link #forActions}). What a command
 * that ended by itself leaves running in the background is left alone.
 */
public final class ProcessRunner implements CommandRunner {
    /** Where a program without a slash is looked for, and what the command finds as its PATH. */
    public static final String PATH =
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private static final List<String> DIRECTORIES =
            List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");
    private static final String SETSID =
            Files.isExecutable(Path.of("/usr/bin/setsid")) ? "/usr/bin/setsid" : "/bin/setsid";
    private static final Path PROC = Path.of("/proc");
    private static final File NOTHING = new File("/dev/null");

    private static final Duration FOR_THE_KILL = Duration.ofMillis(500);
    private static final long FIRST_SIZE_CHECK_MILLIS = 5; // `yes` writes gigabytes a second
    private static final long SIZE_CHECK_MILLIS = 100;

    private static final int STDOUT_LIMIT = 4 << 20;
    private static final int STDERR_LIMIT = 64 << 10;
    private static final int MOST_LEFT_BEHIND = 2;

    /** Room for output; less of it, and what a command prints may be cut without its knowledge. */
    private static final long LEAST_ROOM = 1 << 20;

    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OUR_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final AtomicInteger FILES = new AtomicInteger();

    /** Ends a child and its process group. Tests give one that cannot. */
    interface Killer {
        void kill(Process child, long group);
    }

    /** Whether a file system has room for the output of a command. Tests give one that has none. */
    interface Room {
        boolean isIn(Path directory);
    }

    private final Path scratch;
    private final int stdoutLimit;
    private final int stderrLimit;
    private final Killer killer;
    private final int mostLeftBehind;
    private final Room room;

    /**
     * @param scratch for the output while a command runs, and for what is known of stuck processes;
     *     made when missing, {@code java.io.tmpdir} is used when it cannot be written or is full
     */
    public ProcessRunner(Path scratch) {
        this(scratch, STDOUT_LIMIT, STDERR_LIMIT);
    }

    /**
     * @param stdoutLimit bytes; a command that writes more, on either stream, is killed
     * @param stderrLimit bytes that are kept of the standard error
     */
    public ProcessRunner(Path scratch, int stdoutLimit, int stderrLimit) {
        this(scratch, stdoutLimit, stderrLimit, ProcessRunner::kill);
    }

    ProcessRunner(Path scratch, int stdoutLimit, int stderrLimit, Killer killer) {
        this(scratch, stdoutLimit, stderrLimit, killer, MOST_LEFT_BEHIND, ProcessRunner::hasRoom);
    }

    ProcessRunner(Path scratch, Room room) {
        this(scratch, STDOUT_LIMIT, STDERR_LIMIT, ProcessRunner::kill, MOST_LEFT_BEHIND, room);
    }

    private ProcessRunner(
            Path scratch,
            int stdoutLimit,
            int stderrLimit,
            Killer killer,
            int mostLeftBehind,
            Room room) {
        this.scratch = scratch;
        this.stdoutLimit = stdoutLimit;
        this.stderrLimit = stderrLimit;
        this.killer = killer;
        this.mostLeftBehind = mostLeftBehind;
        this.room = room;
    }

    /**
     * One for the scheduler's commands: they must get through also when the looks of this node
     * hang, which is when there is most to tell.
     */
    public static ProcessRunner forActions(Path scratch) {
        return new ProcessRunner(
                scratch,
                STDOUT_LIMIT,
                STDERR_LIMIT,
                ProcessRunner::kill,
                Integer.MAX_VALUE,
                ProcessRunner::hasRoom);
    }

    @Override
    public CommandResult run(Command command, Deadline deadline)
            throws IOException, InterruptedException {
        String program = resolve(command.program());
        if (program == null) {
            String why = command.program() + " is not an executable in " + PATH;
            return new CommandResult(command.argv(), CommandResult.End.NOT_FOUND, 127, "", why);
        }
        Path directory = usableDirectory();
        StuckProcess stuck = StuckProcess.of(command.argv(), directory);
        String earlier = stuck.describeIfAlive();
        if (earlier != null) {
            return new CommandResult(command.argv(), CommandResult.End.STUCK, 0, "", earlier);
        }
        requireFewLeftBehind(command, directory);
        if (deadline.hasPassed()) {
            throw new IOException("no time was left to start " + command.program());
        }
        try (Output out = Output.in(directory);
                Output err = Output.in(directory)) {
            Process child = start(command, program, out, err);
            out.unlink();
            err.unlink();
            CommandResult result = await(command, child, out, err, stuck, deadline);
            if (!room.isIn(directory)) {
                throw new IOException(
                        "what "
                                + command.program()
                                + " printed may be cut: no room in "
                                + directory);
            }
            return result;
        }
    }

    private void requireFewLeftBehind(Command command, Path directory) throws IOException {
        List<String> leftBehind = StuckProcess.describeAllAlive(directory);
        if (leftBehind.size() >= mostLeftBehind) {
            throw new IOException(
                    command.program() + " is not started: " + String.join(", ", leftBehind));
        }
    }

    private CommandResult await(
            Command command,
            Process child,
            Output out,
            Output err,
            StuckProcess stuck,
            Deadline deadline)
            throws IOException, InterruptedException {
        CommandResult.End end;
        String note = "";
        try {
            end = awaitEnd(child, out, err, deadline);
            if (end != CommandResult.End.EXITED) {
                ProcessStat survivor = killAll(child);
                if (survivor != null) {
                    end = CommandResult.End.STUCK;
                    stuck.remember(survivor);
                    note = StuckProcess.describe(survivor);
                }
            }
        } catch (InterruptedException e) {
            killer.kill(child, child.pid());
            throw e;
        }
        int exitCode = end == CommandResult.End.EXITED ? child.exitValue() : 0;
        String stderr = note.isEmpty() ? err.read(stderrLimit) : note;
        if (end == CommandResult.End.EXITED && couldNotExecute(exitCode, stderr)) {
            end = CommandResult.End.NOT_FOUND;
        }
        return new CommandResult(command.argv(), end, exitCode, out.read(stdoutLimit), stderr);
    }

    private CommandResult.End awaitEnd(Process child, Output out, Output err, Deadline deadline)
            throws IOException, InterruptedException {
        long step = FIRST_SIZE_CHECK_MILLIS;
        while (true) {
            long nanos =
                    Math.min(deadline.remaining().toNanos(), TimeUnit.MILLISECONDS.toNanos(step));
            boolean exited = child.waitFor(nanos, TimeUnit.NANOSECONDS);
            if (out.size() > stdoutLimit || err.size() > stdoutLimit) {
                return CommandResult.End.TOO_MUCH_OUTPUT;
            }
            if (exited) {
                return CommandResult.End.EXITED;
            }
            if (deadline.hasPassed()) {
                return CommandResult.End.TIMED_OUT;
            }
            step = Math.min(2 * step, SIZE_CHECK_MILLIS);
        }
    }

    /** Kills everything in the child's session; what is left of it half a second later, if any. */
    private @Nullable ProcessStat killAll(Process child) throws InterruptedException {
        Deadline patience = Deadline.in(FOR_THE_KILL);
        Set<Long> killed = new HashSet<>();
        if (child.isAlive()) {
            killed.add(child.pid());
            killer.kill(child, child.pid());
        }
        while (true) {
            child.waitFor(patience.remaining().toNanos(), TimeUnit.NANOSECONDS);
            List<ProcessStat> left = session(child.pid());
            if (left.isEmpty() && !child.isAlive()) {
                return null;
            }
            for (ProcessStat process : left) {
                if (killed.add(process.group())) { // a shell with job control makes more groups
                    killer.kill(child, process.group());
                }
            }
            if (patience.hasPassed()) {
                return left.isEmpty() ? null : left.get(0);
            }
            Thread.sleep(5); // the child is gone and the kernel is taking down the others
        }
    }

    private static List<ProcessStat> session(long leader) {
        List<ProcessStat> found = new ArrayList<>();
        String[] names = PROC.toFile().list();
        if (names == null) {
            return found;
        }
        for (String name : names) {
            ProcessStat process = ProcessStat.isPid(name) ? statOrNull(name) : null;
            if (process != null && process.session() == leader && !process.isDead()) {
                found.add(process);
            }
        }
        return found;
    }

    private static @Nullable ProcessStat statOrNull(String pid) {
        try {
            return ProcessStat.read(PROC, pid);
        } catch (IOException e) {
            return null; // gone in the meantime
        }
    }

    /** dash refuses {@code kill -9 -- -PGID}, so the signal has a name. */
    private static void kill(Process child, long group) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(
                            "/bin/sh",
                            "-c",
                            "kill -s KILL -- \"-$1\"",
                            "sh",
                            String.valueOf(group));
            builder.environment().clear();
            builder.redirectInput(NOTHING)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(FOR_THE_KILL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // No process to be had for the kill: then at least the child itself, below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        child.destroyForcibly(); // also when the deadline came before setsid had made the group
    }

    private static Process start(Command command, String program, Output out, Output err)
            throws IOException {
        List<String> argv = new ArrayList<>(command.argv().size() + 1);
        argv.add(SETSID);
        argv.add(program);
        argv.addAll(command.argv().subList(1, command.argv().size()));
        requireEncodable(argv);
        ProcessBuilder builder = new ProcessBuilder(argv);
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("PATH", PATH);
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("TZ", "UTC");
        environment.putAll(command.environment());
        return builder.directory(new File("/")) // ours may lie on a mount that does not answer
                .redirectInput(NOTHING)
                .redirectOutput(out.path.toFile())
                .redirectError(err.path.toFile())
                .start();
    }

    /** The JDK would put a question mark for what its locale lacks, and so name another file. */
    private static void requireEncodable(List<String> argv) throws IOException {
        Charset charset = null;
        for (String argument : argv) {
            if (isAscii(argument)) {
                continue;
            }
            if (charset == null) {
                charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
            }
            if (!charset.newEncoder().canEncode(argument)) {
                throw new IOException(
                        "'"
                                + argument
                                + "' cannot be an argument in this locale;"
                                + " start Java with LC_ALL=C.UTF-8");
            }
        }
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 127) {
                return false;
            }
        }
        return true;
    }

    /**
     * A name with a slash is taken as it is: it may lie on a mount that does not answer, so only
     * the child touches it and setsid says when it cannot be executed.
     */
    private static @Nullable String resolve(String program) {
        if (program.indexOf('/') >= 0) {
            return program;
        }
        for (String directory : DIRECTORIES) {
            Path candidate = Path.of(directory, program);
            if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return candidate.toString();
            }
        }
        return null;
    }

    private static boolean couldNotExecute(int exitCode, String stderr) {
        return (exitCode == 126 || exitCode == 127)
                && (stderr.startsWith("setsid: failed to execute ")
                        || stderr.startsWith("setsid: can't execute ")); // util-linux, busybox
    }

    private Path usableDirectory() throws IOException {
        try {
            if (!Files.isDirectory(scratch)) {
                Files.createDirectories(scratch, OUR_DIRECTORY);
            }
            if (Files.isWritable(scratch) && room.isIn(scratch)) {
                return scratch;
            }
        } catch (IOException e) {
            // No such place for us; the other one is there for that.
        }
        Path other = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        if (!room.isIn(other)) {
            throw new IOException("no room for the output of commands in " + other);
        }
        return other;
    }

    /** A file system that counts nothing (ramfs, as the root of a diskless node) is never full. */
    private static boolean hasRoom(Path directory) {
        File file = directory.toFile();
        return file.getUsableSpace() >= LEAST_ROOM || file.getTotalSpace() == 0;
    }

    /** A file that a command writes to; without a name from the moment the command has it open. */
    private static final class Output implements AutoCloseable {
        private static final Set<StandardOpenOption> NEW =
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        final Path path;
        private final FileChannel channel;

        private Output(Path path, FileChannel channel) {
            this.path = path;
            this.channel = channel;
        }

        static Output in(Path directory) throws IOException {
            String name = ".output-" + ProcessHandle.current().pid() + "-";
            while (true) {
                Path path = directory.resolve(name + FILES.incrementAndGet());
                try {
                    return new Output(path, FileChannel.open(path, NEW, OURS_ALONE));
                } catch (FileAlreadyExistsException e) {
                    // An earlier process of our number was killed before it could unlink: the next.
                }
            }
        }

        void unlink() throws IOException {
            Files.deleteIfExists(path);
        }

        long size() throws IOException {
            return channel.size();
        }

        String read(int limit) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(size(), limit));
            int read = 0;
            while (read >= 0 && buffer.hasRemaining()) {
                read = channel.read(buffer, buffer.position());
            }
            return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            channel.close();
            unlink();
        }
    }
}
