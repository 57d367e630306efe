package dev.farrier.cli;

import java.nio.file.Path;

/**
 * Where our files lie: below {@code /}, or below another folder for a test.
 *
 * @param root where the file system starts that is looked at and written to
 */
record Places(Path root) {
    static final Places SYSTEM = new Places(Path.of("/"));

    Path configuration() {
        return root.resolve("etc/farrier/farrier.yaml");
    }

    /** Verdict, lock, and what processes print; gone after a reboot. */
    Path run() {
        return root.resolve("run/farrier");
    }

    Path verdict() {
        return run().resolve("verdict");
    }

    /** There while Farrier is paused on this node; the hooks look for it. */
    Path pauseMarker() {
        return run().resolve("paused");
    }

    /** Jars with checks of the site's own. */
    Path plugins() {
        return root.resolve("etc/farrier/plugins");
    }

    /** What the YAML parser made of the configuration; see {@link dev.farrier.config.FlatFile}. */
    Path flatConfiguration() {
        return run().resolve("config.flat");
    }

    /** What the scheduler said about this node. */
    Path profile() {
        return run().resolve("node.json");
    }

    Path lock() {
        return run().resolve("refresh.lock");
    }

    Path pause() {
        return state().resolve("pause.json");
    }

    /** State and ledger; outlasts a reboot, where the node has a disk. */
    Path state() {
        return root.resolve("var/lib/farrier");
    }

    Path log() {
        return root.resolve("var/log/farrier/farrier.log");
    }

    /** A path of the configuration, which is written as if {@code root} were {@code /}. */
    Path absolute(String path) {
        return root.resolve(path.startsWith("/") ? path.substring(1) : path);
    }
}
