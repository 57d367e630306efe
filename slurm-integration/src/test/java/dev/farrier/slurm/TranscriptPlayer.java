package dev.farrier.slurm;

import dev.farrier.Deadline;
import dev.farrier.HostList;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import dev.farrier.exec.CommandRunner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers commands with recordings of one version of Slurm, in order. A command that is not the
 * next recorded one fails the test: nothing is made up.
 *
 * <p>Three liberties. The recorded drains have reasons of their own: where {@link #oursIs} names
 * such a text, what is shown holds the reason that was sent instead. A command that took longer
 * than the deadline allows ends as killed, at once. A question about several nodes may be answered
 * by recordings of the single ones, one behind the other, which is how scontrol answers ({@code
 * batch-partly-nonexistent-show}).
 */
final class TranscriptPlayer implements CommandRunner {
    private static final String NODE_NAME = "NodeName=";

    private final String version;
    private final Deque<List<Transcript>> next = new ArrayDeque<>();
    private final List<String> ours = new ArrayList<>();
    private String sentReason = "";
    private int writes;

    TranscriptPlayer(String version) {
        this.version = version;
    }

    TranscriptPlayer then(String... names) {
        for (String name : names) {
            next.add(List.of(Transcript.of(version, name)));
        }
        return this;
    }

    /** One answer about several nodes. */
    TranscriptPlayer thenTogether(String... names) {
        List<Transcript> parts = new ArrayList<>();
        for (String name : names) {
            parts.add(Transcript.of(version, name));
        }
        next.add(parts);
        return this;
    }

    /** The recorded reasons that stand for ours, and the one that was sent before it all. */
    TranscriptPlayer oursIs(String sentBefore, String... recorded) {
        sentReason = sentBefore;
        ours.addAll(List.of(recorded));
        return this;
    }

    int writes() {
        return writes;
    }

    @Override
    public CommandResult run(Command command, Deadline deadline) {
        List<String> arguments = command.argv().subList(1, command.argv().size());
        List<Transcript> recorded = next.poll();
        if (recorded == null || !isRecorded(arguments, recorded)) {
            throw new AssertionError(
                    "no recording of " + command.argv() + "; the next one is " + recorded);
        }
        if (arguments.get(0).equals("update")) {
            writes++;
            for (String argument : arguments) {
                if (argument.startsWith("Reason=")) {
                    sentReason = argument.substring("Reason=".length());
                }
            }
        }
        return answer(command, recorded, deadline);
    }

    private CommandResult answer(Command command, List<Transcript> recorded, Deadline deadline) {
        StringBuilder stdout = new StringBuilder();
        StringBuilder stderr = new StringBuilder();
        int exitCode = 0;
        for (Transcript part : recorded) {
            if (part.wallMillis() > deadline.remaining().toMillis()) {
                return new CommandResult(command.argv(), End.TIMED_OUT, 0, "", "");
            }
            CommandResult result = part.result();
            stdout.append(result.stdout());
            stderr.append(result.stderr());
            exitCode = Math.max(exitCode, result.exitCode());
        }
        return new CommandResult(
                command.argv(),
                End.EXITED,
                exitCode,
                withOurReason(stdout.toString()),
                stderr.toString());
    }

    private String withOurReason(String shown) {
        String text = shown;
        if (!sentReason.isEmpty()) {
            for (String recorded : ours) {
                text = text.replace(recorded, sentReason);
            }
        }
        return text;
    }

    private static boolean isRecorded(List<String> sent, List<Transcript> recorded) {
        List<String> first = recorded.get(0).arguments();
        if (first.size() != sent.size()) {
            return false;
        }
        for (int i = 0; i < sent.size(); i++) {
            String mine = sent.get(i);
            if (mine.startsWith("Reason=")) {
                if (!first.get(i).startsWith("Reason=")) {
                    return false;
                }
            } else if (!mine.equals(first.get(i)) && !namesTheSame(mine, recorded, i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean namesTheSame(String sent, List<Transcript> recorded, int index) {
        Set<String> hosts = new HashSet<>();
        for (Transcript part : recorded) {
            String argument = part.arguments().get(index);
            if (sent.startsWith(NODE_NAME) != argument.startsWith(NODE_NAME)) {
                return false;
            }
            hosts.addAll(hosts(argument));
        }
        return !hosts.isEmpty() && hosts.equals(hosts(sent));
    }

    /** None when the argument is no host list. */
    private static Set<String> hosts(String argument) {
        try {
            return Set.copyOf(HostList.expand(argument.replace(NODE_NAME, "")));
        } catch (IllegalArgumentException noHostList) {
            return Set.of();
        }
    }
}
