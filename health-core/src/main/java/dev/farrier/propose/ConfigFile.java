package dev.farrier.propose;

import java.util.List;

/** The parts of a file that are written for one node and for many. */
final class ConfigFile {
    private static final int LONGEST_LINE = 400;

    private ConfigFile() {}

    static String body(boolean slurm, List<ProposedCheck> checks) {
        StringBuilder text = new StringBuilder();
        if (slurm) {
            text.append("scheduler: {kind: slurm}\n");
        }
        text.append("policy: {mode: observe}\n");
        text.append("checks:").append(checks.isEmpty() ? " {}\n" : "\n");
        for (ProposedCheck check : checks) {
            text.append(check.toYaml());
        }
        return text.toString();
    }

    /** A comment that stays one, whatever a device calls itself. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && i < LONGEST_LINE; i++) {
            char c = text.charAt(i);
            line.append(c >= ' ' && c <= '~' ? c : ' ');
        }
        return line.toString().strip();
    }
}
