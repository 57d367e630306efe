package dev.farrier.run;

import dev.farrier.Uptime;
import dev.farrier.action.Ledger;
import dev.farrier.json.JsonFile;
import dev.farrier.verdict.Verdict;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The files of a node that one run leaves to the next. A file that cannot be read is set aside and
 * reported; one that cannot be written is reported: neither stops a run. Once it is no longer this
 * run's turn, each write throws {@link LostTurnException}.
 */
public final class RunFiles {
    private final JsonFile memory;
    private final JsonFile ledger;
    private final VerdictFile verdict;
    private final Turn turn;

    public RunFiles(JsonFile memory, JsonFile ledger, VerdictFile verdict, Turn turn) {
        this.memory = memory;
        this.ledger = ledger;
        this.verdict = verdict;
        this.turn = turn;
    }

    /** To be asked before anything that cannot be undone. */
    void requireTurn() {
        if (!turn.isOurs()) {
            throw new LostTurnException();
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
            JsonFile file, Function<Map<String, Object>, T> parse, RunJournal journal) {
        try {
            JsonFile.Content<T> content = file.read(parse);
            content.problem().ifPresent(journal::reported);
            return content.value();
        } catch (IOException e) {
            journal.reported("cannot be read: " + e);
            return Optional.empty();
        }
    }

    void writeMemory(NodeMemory value, RunJournal journal) {
        write(memory, value.toJson(), journal);
    }

    void writeLedger(Ledger value, RunJournal journal) {
        write(ledger, value.toJson(), journal);
    }

    private void write(JsonFile file, Map<String, Object> json, RunJournal journal) {
        requireTurn();
        try {
            file.write(json);
        } catch (IOException e) {
            journal.reported("cannot be written: " + e);
        }
    }

    void publish(Uptime now, Verdict value, boolean drained, String reason, RunJournal journal) {
        requireTurn();
        try {
            verdict.publish(now, value.health(), drained, reason);
        } catch (IOException e) {
            journal.reported("cannot be written: " + e);
        }
    }
}
