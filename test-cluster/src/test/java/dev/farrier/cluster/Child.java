package dev.farrier.cluster;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A child process as a benchmark wants it: started without the JDK's helper process, and accounted
 * for by the kernel to the microsecond, its own children included.
 */
final class Child {
    private static final int KILL = 9;
    private static final int INTERRUPTED = 4;
    private static final int RUSAGE_BYTES = 144;
    private static final long FILE_ACTIONS_BYTES = 256; // glibc's and musl's are smaller

    private interface LibC extends Library {
        LibC CALLS = Native.load("c", LibC.class);

        int posix_spawn(
                IntByReference pid,
                String path,
                Pointer actions,
                @Nullable Pointer attributes,
                StringArray argv,
                StringArray environment);

        int posix_spawn_file_actions_init(Pointer actions);

        int posix_spawn_file_actions_addopen(
                Pointer actions, int descriptor, String path, int flags, int mode);

        int wait4(int pid, IntByReference status, int options, Pointer usage);

        int kill(int pid, int signal);
    }

    /** With no input, and output to nowhere. */
    private static final Pointer QUIET = quiet();

    private final int pid;

    private Child(int pid) {
        this.pid = pid;
    }

    /**
     * What a child took.
     *
     * @param wallNanos from when it was wanted until it was reaped
     * @param cpuMicros user and system, with the children that it waited for
     */
    record Usage(int exitCode, long wallNanos, long cpuMicros) {}

    private static Pointer quiet() {
        Memory actions = new Memory(FILE_ACTIONS_BYTES);
        LibC.CALLS.posix_spawn_file_actions_init(actions);
        for (int descriptor = 0; descriptor <= 2; descriptor++) {
            LibC.CALLS.posix_spawn_file_actions_addopen(actions, descriptor, "/dev/null", 2, 0);
        }
        return actions;
    }

    /**
     * @param argv an absolute path first
     * @param environment {@code NAME=value}
     */
    static Child start(List<String> argv, List<String> environment) throws IOException {
        StringArray arguments = new StringArray(argv.toArray(String[]::new));
        StringArray variables = new StringArray(environment.toArray(String[]::new));
        IntByReference pid = new IntByReference();
        int error = LibC.CALLS.posix_spawn(pid, argv.get(0), QUIET, null, arguments, variables);
        if (error != 0) {
            throw new IOException(argv.get(0) + " cannot be started, errno " + error);
        }
        return new Child(pid.getValue());
    }

    int pid() {
        return pid;
    }

    /**
     * @param since when it was wanted, as {@link System#nanoTime} has it
     */
    Usage await(long since) throws IOException {
        IntByReference status = new IntByReference();
        Memory usage = new Memory(RUSAGE_BYTES);
        int reaped;
        do {
            reaped = LibC.CALLS.wait4(pid, status, 0, usage);
        } while (reaped < 0 && Native.getLastError() == INTERRUPTED);
        long wall = System.nanoTime() - since;
        if (reaped != pid) {
            throw new IOException("process " + pid + " cannot be waited for");
        }
        long micros =
                (usage.getLong(0) + usage.getLong(16)) * 1_000_000
                        + usage.getLong(8)
                        + usage.getLong(24);
        int signal = status.getValue() & 0x7f;
        int code = signal == 0 ? status.getValue() >> 8 & 0xff : 128 + signal;
        return new Usage(code, wall, micros);
    }

    void kill() {
        LibC.CALLS.kill(pid, KILL);
    }
}
