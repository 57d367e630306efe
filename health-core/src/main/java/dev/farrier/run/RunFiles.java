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
 * reported; one that cannot be written is reported: neither stops a run.
 */
public final class RunFiles {
    private final JsonFile memory;
    private final JsonFile ledger;
    private final VerdictFile verdict;

    public RunFiles(JsonFile memory, JsonFile ledger, VerdictFile verdict) {
        this.memory = memory;
        this.ledger = ledger;
        this.verdict = verdict;
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

    private static void write(JsonFile file, Map<String, Object> json, RunJournal journal) {
        try {
            file.write(json);
        } catch (IOException e) {
            journal.reported("cannot be written: " + e);
        }
    }

    void publish(Uptime now, Verdict value, boolean drained, String reason, RunJournal journal) {
        try {
            verdict.publish(now, value.health(), drained, reason);
        } catch (IOException e) {
            journal.reported("cannot be written: " + e);
        }
    }
}
