package dev.farrier.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A stream that remembers why it could not be written: print streams and writers above it keep that
 * to themselves.
 */
final class WatchedStream extends OutputStream {
    private final OutputStream target;
    private Optional<IOException> failure = Optional.empty();

    WatchedStream(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            target.write(bytes, from, length);
        } catch (IOException e) {
            failure = failure.or(() -> Optional.of(e));
            throw e;
        }
    }

    /** Why something is missing at the other end; empty when all is there, or nobody reads on. */
    Optional<String> loss() {
        return failure.map(e -> String.valueOf(e.getMessage()))
                .filter(why -> !why.contains("Broken pipe"));
    }
}
