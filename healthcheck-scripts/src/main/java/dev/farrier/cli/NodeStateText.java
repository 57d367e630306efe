package dev.farrier.cli;

import dev.farrier.action.NodeState;

/** A node at its scheduler for people. */
final class NodeStateText {
    private NodeStateText() {}

    static String of(NodeState state) {
        StringBuilder text = new StringBuilder();
        text.append(state.node()).append(": ").append(state.word()).append('\n');
        row(text, "takes work", state.schedulable() ? "yes" : "no");
        row(text, "drained", state.drained() ? "yes, by " + owner(state) : "no");
        state.onlyObserved().ifPresent(why -> row(text, "only observed", why));
        state.reason()
                .ifPresent(
                        reason ->
                                row(text, state.drained() ? "reason" : "left-over reason", reason));
        state.reasonBy().ifPresent(user -> row(text, "set by", user));
        state.reasonAt().ifPresent(at -> row(text, "set at", at.toString()));
        return text.toString().stripTrailing();
    }

    private static String owner(NodeState state) {
        return switch (state.owner()) {
            case OURS -> "Farrier";
            case MANUAL -> "a person, through farrier drain";
            case EDITED -> "somebody who edited Farrier's reason";
            case ADMIN -> "an administrator";
            case SLURM -> "Slurm itself";
            case NHC -> "NHC";
            case OTHER_TOOL -> "another tool";
            case UNKNOWN, NONE -> "somebody who gave no reason";
        };
    }

    private static void row(StringBuilder text, String label, String value) {
        text.append(String.format("  %-16s  %s%n", label, TerminalText.oneLine(value)));
    }
}
