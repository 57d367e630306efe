package dev.farrier.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * At most one refresh at a time. The kernel frees the lock with its process, and children do not
 * inherit it (fcntl locks); the file names the holder for a person.
 */
final class RefreshLock implements AutoCloseable {
    private final FileChannel channel;
    private final @Nullable FileLock lock;

    private RefreshLock(FileChannel channel, @Nullable FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /** Never waits. */
    static RefreshLock tryTake(Path path) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException(path + " is not a file but something else");
        }
        FileChannel channel =
                FileChannel.open(
                        path,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        FileLock lock = channel.tryLock();
        if (lock != null) {
            String holder = ProcessHandle.current().pid() + "\n";
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.US_ASCII)));
        }
        return new RefreshLock(channel, lock);
    }

    boolean isHeld() {
        return lock != null;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
