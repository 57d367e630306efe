package dev.farrier.cli;

import dev.farrier.verdict.Health;

/** What our commands exit with; the higher ones are those of sysexits.h. */
final class ExitCode {
    static final int DONE = 0;
    static final int WRONG_USE = 64;
    static final int NOT_UNDERSTOOD = 65;
    static final int SCHEDULER_NOT_REACHABLE = 69;
    static final int OUR_FAULT = 70;
    static final int REFUSED = 77;
    static final int CONFIGURATION = 78;

    /** To the launcher script: start again without the start-up archive. */
    static final int STALE_ARCHIVE = 102;

    /**
     * What the JVM is to exit with. A JVM that cannot start exits 1 by itself, so the launcher
     * script takes 1 for {@link #OUR_FAULT} and this for 1.
     */
    static int forLauncher(int code) {
        return code == 1 ? 101 : code;
    }

    static int of(Health health) {
        return switch (health) {
            case HEALTHY -> 0;
            case DEGRADED -> 1;
            case UNHEALTHY -> 2;
            case UNKNOWN -> 3;
        };
    }

    private ExitCode() {}
}
