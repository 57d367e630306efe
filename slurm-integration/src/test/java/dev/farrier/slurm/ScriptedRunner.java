package dev.farrier.slurm;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import dev.farrier.exec.CommandRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Answers in order what a test wrote down, for what no cluster shows on demand. */
final class ScriptedRunner implements CommandRunner {
    private record Answer(End end, int exitCode, String stdout, String stderr, boolean throwing) {}

    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<Command> sent = new ArrayList<>();
    private final List<Duration> allowed = new ArrayList<>();

    ScriptedRunner exit(int exitCode, String stdout, String stderr) {
        answers.add(new Answer(End.EXITED, exitCode, stdout, stderr, false));
        return this;
    }

    ScriptedRunner prints(String stdout) {
        return exit(0, stdout, "");
    }

    ScriptedRunner ends(End end) {
        answers.add(new Answer(end, 0, "", "", false));
        return this;
    }

    ScriptedRunner cannotStart() {
        answers.add(new Answer(End.NOT_FOUND, 0, "", "", true));
        return this;
    }

    List<Command> sent() {
        return sent;
    }

    List<Duration> allowed() {
        return allowed;
    }

    /** The commands that change something, without the program. */
    List<List<String>> updates() {
        return sent.stream()
                .map(command -> command.argv().subList(1, command.argv().size()))
                .filter(arguments -> !arguments.get(0).equals("show"))
                .toList();
    }

    @Override
    public CommandResult run(Command command, Deadline deadline) throws IOException {
        sent.add(command);
        allowed.add(deadline.remaining());
        Answer answer = answers.poll();
        if (answer == null) {
            throw new AssertionError("no answer for " + command.argv());
        }
        if (answer.throwing()) {
            throw new IOException("error=12, Cannot allocate memory");
        }
        return new CommandResult(
                command.argv(), answer.end(), answer.exitCode(), answer.stdout(), answer.stderr());
    }

    /** The JSON of nodes, each given as {@code name state reason}; no reason: none. */
    static String json(String... nodes) {
        StringBuilder json = new StringBuilder("{\"nodes\":[");
        for (String node : nodes) {
            String[] part = node.split(" ", 3);
            json.append(json.charAt(json.length() - 1) == '[' ? "" : ",")
                    .append("{\"name\":\"")
                    .append(part[0])
                    .append("\",\"state\":[\"")
                    .append(part[1].replace("+", "\",\""))
                    .append("\"]");
            if (part.length > 2) {
                json.append(",\"reason\":\"")
                        .append(part[2])
                        .append(
                                "\",\"reason_set_by_user\":\"root\",\"reason_changed_at\":1796031148");
            }
            json.append('}');
        }
        return json.append("],\"errors\":[]}").toString();
    }

    /** The same as {@code show node -o} prints it; a name alone: not found. */
    static String lines(String... nodes) {
        StringBuilder lines = new StringBuilder();
        for (String node : nodes) {
            String[] part = node.split(" ", 3);
            if (part.length == 1) {
                lines.append("Node ").append(node).append(" not found\n");
                continue;
            }
            lines.append("NodeName=").append(part[0]).append(" State=").append(part[1]);
            if (part.length > 2) {
                lines.append(" Reason=").append(part[2]).append(" [root@2026-11-30T09:32:28]");
            }
            lines.append('\n');
        }
        return lines.toString();
    }
}
