package dev.farrier.cli;

import dev.farrier.config.SchedulerConfig;
import dev.farrier.json.JsonFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * What lies beside the verdict for the hooks: the notes that they take of jobs, and the path of the
 * scontrol that a Prolog asks. Nothing of it stops a refresh.
 */
final class HookFiles {
    private static final long LARGEST_NOTES = 1 << 20;
    private static final String USUAL_SCONTROL = "/usr/bin/scontrol"; // as in slurm-hook

    private final Path notes;
    private final Path olderNotes;
    private final Path scontrol;

    HookFiles(Path run) {
        notes = run.resolve("hooks");
        olderNotes = run.resolve("hooks.1");
        scontrol = run.resolve("scontrol");
    }

    /**
     * By rename: a hook that has the file open still writes its line, into what is then the older
     * one.
     */
    void rotateNotes() {
        try {
            if (Files.isRegularFile(notes, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(notes) >= LARGEST_NOTES) {
                Files.move(notes, olderNotes, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            log().log(System.Logger.Level.WARNING, notes + " cannot be rotated: " + e);
        }
    }

    /** Tells the Prolog which scontrol to ask, where it is not the usual one. */
    void tell(SchedulerConfig scheduler) {
        try {
            if (scheduler.kind() != SchedulerConfig.Kind.SLURM
                    || scheduler.scontrol().equals(USUAL_SCONTROL)) {
                Files.deleteIfExists(scontrol);
            } else {
                String line = scheduler.scontrol() + "\n";
                if (!isTold(line)) {
                    JsonFile.replace(scontrol, line, "rw-r--r--");
                }
            }
        } catch (IOException e) {
            log().log(System.Logger.Level.WARNING, scontrol + " cannot be written: " + e);
        }
    }

    private boolean isTold(String line) throws IOException {
        return Files.isRegularFile(scontrol, LinkOption.NOFOLLOW_LINKS)
                && Files.size(scontrol) == line.getBytes(StandardCharsets.UTF_8).length
                && Files.readString(scontrol).equals(line);
    }

    /** Made when it is needed: to find a logger takes longer than most looks. */
    private static System.Logger log() {
        return System.getLogger(HookFiles.class.getName());
    }
}
