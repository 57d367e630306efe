package dev.farrier.exec;

import dev.farrier.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers commands from a table, and fails the test on one that is not in it. */
public final class FakeCommandRunner implements CommandRunner {
    private final Map<List<String>, CommandResult> answers = new HashMap<>();
    private final List<Command> ran = new ArrayList<>();

    public FakeCommandRunner prints(List<String> argv, String stdout) {
        return exits(argv, 0, stdout, "");
    }

    public FakeCommandRunner exits(List<String> argv, int exitCode, String stdout, String stderr) {
        return answers(new CommandResult(argv, CommandResult.End.EXITED, exitCode, stdout, stderr));
    }

    /** It ends in another way than by exiting. */
    public FakeCommandRunner ends(List<String> argv, CommandResult.End end) {
        return answers(new CommandResult(argv, end, 0, "", ""));
    }

    public FakeCommandRunner answers(CommandResult result) {
        answers.put(result.argv(), result);
        return this;
    }

    /** What was run so far, in order. */
    public List<Command> ran() {
        return List.copyOf(ran);
    }

    @Override
    public CommandResult run(Command command, Deadline deadline) {
        ran.add(command);
        CommandResult answer = answers.get(command.argv());
        if (answer == null) {
            throw new AssertionError("nobody said how this ends: " + command.argv());
        }
        return answer;
    }
}
