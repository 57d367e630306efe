package dev.farrier.run;

import dev.farrier.Uptime;
import dev.farrier.action.Ledger;
import dev.farrier.json.JsonFile;
import dev.farrier.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The files of a node that one run leaves to the next. A file that cannot be read is set aside and
 * reported; one that cannot be written is reported, and written into the spare folder instead:
 * counts and ledger must outlast a state file system that went read-only or is full, which is when
 * they are needed. While there is a spare file it is the newer one. Once it is no longer this run's
 * turn, each write throws {@link LostTurnException}.
 */
public final class RunFiles {
    private final Kept memory;
    private final Kept ledger;
    private final VerdictFile verdict;
    private final Turn turn;

    private record Kept(Path path, Path spare) {}

    /**
     * @param folder of {@code state.json} and {@code ledger.json}, which outlast a reboot
     * @param spare on another file system, and gone after a reboot
     */
    public RunFiles(Path folder, Path spare, VerdictFile verdict, Turn turn) {
        this.memory = new Kept(folder.resolve("state.json"), spare.resolve("state.json"));
        this.ledger = new Kept(folder.resolve("ledger.json"), spare.resolve("ledger.json"));
        this.verdict = verdict;
        this.turn = turn;
    }

    /** To be asked before anything that cannot be undone. */
    void requireTurn() {
        if (!turn.isOurs()) {
            throw new LostTurnException();
        }
    }

    /**
     * What the last run remembered, for somebody who only looks and may not be permitted to; empty
     * when there is none of use.
     */
    public Optional<NodeMemory> peekMemory() {
        Optional<NodeMemory> newer = peek(memory.spare());
        return newer.isPresent() ? newer : peek(memory.path());
    }

    private static Optional<NodeMemory> peek(Path path) {
        try {
            return new JsonFile(path).peek(NodeMemory::fromJson).value();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Empty when there is none of use. */
    Optional<NodeMemory> readMemory(RunJournal journal) {
        return read(memory, NodeMemory::fromJson, journal);
    }

    /** Empty when there is none of use. */
    Optional<Ledger> readLedger(RunJournal journal) {
        return read(ledger, Ledger::fromJson, journal);
    }

    private static <T> Optional<T> read(
            Kept kept, Function<Map<String, Object>, T> parse, RunJournal journal) {
        Optional<T> newer = read(kept.spare(), parse, journal);
        return newer.isPresent() ? newer : read(kept.path(), parse, journal);
    }

    private static <T> Optional<T> read(
            Path path, Function<Map<String, Object>, T> parse, RunJournal journal) {
        try {
            JsonFile.Content<T> content = new JsonFile(path).read(parse);
            content.problem().ifPresent(journal::reported);
            return content.value();
        } catch (IOException e) {
            journal.reported(path + " cannot be read: " + e);
            return Optional.empty();
        }
    }

    /** Whether the next run will find it. */
    boolean writeMemory(NodeMemory value, RunJournal journal) {
        return write(memory, value.toJson(), journal);
    }

    /** Whether the next run will find it. */
    boolean writeLedger(Ledger value, RunJournal journal) {
        return write(ledger, value.toJson(), journal);
    }

    private boolean write(Kept kept, Map<String, Object> json, RunJournal journal) {
        requireTurn();
        try {
            new JsonFile(kept.path()).write(json);
            Files.deleteIfExists(kept.spare());
            return true;
        } catch (IOException e) {
            journal.reported(kept.path() + " cannot be written: " + e);
        }
        try {
            new JsonFile(kept.spare()).write(json);
            return true;
        } catch (IOException e) {
            journal.reported(kept.spare() + " cannot be written: " + e);
            return false;
        }
    }

    void publish(Uptime now, Verdict value, boolean drained, String reason, RunJournal journal) {
        requireTurn();
        try {
            verdict.publish(now, value.health(), drained, reason);
        } catch (IOException e) {
            journal.reported("the verdict cannot be written: " + e);
        }
    }
}
