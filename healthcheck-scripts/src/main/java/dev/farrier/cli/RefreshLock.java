package dev.farrier.cli;

import dev.farrier.exec.ProcessStat;
import dev.farrier.json.JsonFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * At most one refresh at a time. The lock is a file that names its holder; it holds nothing for a
 * process that has ended, nor for one that has had it longer than any run may take, which happens
 * only to a process that cannot even be killed. Children cannot inherit it.
 */
final class RefreshLock implements AutoCloseable {
    private static final Path PROC = Path.of("/proc");
    private static final String OURS_ALONE = "rw-------";
    private static final long LONGEST_FILE = 100;

    private final Path path;
    private final Holder holder;

    private RefreshLock(Path path, Holder holder) {
        this.path = path;
        this.holder = holder;
    }

    /**
     * Never waits.
     *
     * @param uptime seconds
     * @param longest for which a living holder is let alone; after that it is killed and pushed
     *     aside
     * @return empty when another refresh runs
     */
    static Optional<RefreshLock> tryTake(Path path, double uptime, Duration longest)
            throws IOException {
        try (FileChannel guard = guard(path)) {
            if (!isTaken(guard)) {
                return Optional.empty();
            }
            Optional<Holder> other = Holder.of(path).filter(Holder::lives);
            if (other.isPresent()) {
                long held = (long) uptime - other.get().since;
                if (held <= longest.toSeconds()) {
                    return Optional.empty();
                }
                pushAside(other.get(), held);
            }
            ProcessStat self = ProcessStat.read(PROC, "self");
            Holder holder = new Holder(self.pid(), self.startTime(), (long) uptime);
            JsonFile.replace(path, holder.line(), OURS_ALONE);
            return Optional.of(new RefreshLock(path, holder));
        }
    }

    /** The signal waits for a process in state D, so that it never comes back to its work. */
    private static void pushAside(Holder other, long held) {
        log().log(
                        System.Logger.Level.WARNING,
                        "the refresh of process {0} has not ended for {1} s: killed, and not waited for",
                        String.valueOf(other.pid),
                        String.valueOf(held));
        ProcessHandle.of(other.pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Whether nobody has taken it over in the meantime. */
    boolean isStillHeld() {
        try {
            // By its line: the equals of a record is made at run time, which takes a refresh 10 ms.
            return Holder.of(path).filter(now -> now.line().equals(holder.line())).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try (FileChannel guard = guard(path)) {
            // Else the file stays; it holds nothing any more when this process has ended.
            if (isTaken(guard) && isStillHeld()) {
                Files.delete(path);
            }
        }
    }

    /**
     * For the moment in which the file is looked at and changed: a kernel lock, so that nobody who
     * is killed in that moment leaves it behind.
     */
    private static FileChannel guard(Path path) throws IOException {
        return FileChannel.open(
                path.resolveSibling(path.getFileName() + ".guard"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OURS_ALONE)));
    }

    private static boolean isTaken(FileChannel guard) throws IOException {
        try {
            return guard.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // another thread of this JVM
        }
    }

    /**
     * What the file says.
     *
     * @param startTime of the process, in clock ticks since boot: with it no later process of the
     *     same number is taken for the holder
     * @param since uptime in seconds
     */
    private record Holder(long pid, long startTime, long since) {
        /** Empty when there is no such file, or one of no use. */
        static Optional<Holder> of(Path path) throws IOException {
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(path) > LONGEST_FILE) {
                return Optional.empty();
            }
            String text = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
            String[] fields = text.strip().split(" ", -1);
            try {
                return fields.length == 3
                        ? Optional.of(
                                new Holder(
                                        Long.parseLong(fields[0]),
                                        Long.parseLong(fields[1]),
                                        Long.parseLong(fields[2])))
                        : Optional.empty();
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        String line() {
            return pid + " " + startTime + " " + since + "\n";
        }

        boolean lives() {
            try {
                ProcessStat process = ProcessStat.read(PROC, String.valueOf(pid));
                return process.startTime() == startTime && !process.isDead();
            } catch (IOException e) {
                return false;
            }
        }
    }

    /** Made when it is needed: to find a logger takes longer than most looks. */
    private static System.Logger log() {
        return System.getLogger(RefreshLock.class.getName());
    }
}
