package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** How a cause that may be missing stands in a saved state. */
final class Saved {
    private Saved() {}

    static void write(DataOutput out, @Nullable Cause cause) throws IOException {
        out.writeUTF(cause == null ? "" : cause.name());
    }

    static @Nullable Cause cause(DataInput in) throws IOException {
        String name = in.readUTF();
        return name.isEmpty() ? null : Cause.valueOf(name);
    }
}
