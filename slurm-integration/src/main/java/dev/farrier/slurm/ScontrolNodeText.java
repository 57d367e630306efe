package dev.farrier.slurm;

import dev.farrier.NodeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads what {@code scontrol show node} prints, with {@code -o} (a line a node) or without (a block
 * a node, an empty line behind it).
 *
 * <p>Reason, Comment and Extra are free text that can imitate fields, so all else is read from what
 * stands before the first of them. All or nothing: an answer that is cut or not understood is
 * refused.
 */
final class ScontrolNodeText {
    private static final String NODE = "NodeName=";
    private static final List<String> FREE_TEXTS =
            List.of(" Reason=", " Comment=", " Extra=", " InstanceId=", " ReservationName=");
    private static final int CONTINUATION = 10; // blanks before the further lines of a reason

    private final String[] lines;
    private final List<SlurmNode> nodes = new ArrayList<>();
    private final Set<NodeName> notFound = new HashSet<>();
    private int at;

    private ScontrolNodeText(String[] lines) {
        this.lines = lines;
    }

    /**
     * @throws IllegalArgumentException when the text is not such an answer, or not a whole one
     */
    static SlurmNodes parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("scontrol show node printed nothing");
        }
        if (text.charAt(text.length() - 1) != '\n') {
            throw new IllegalArgumentException("the last line is cut");
        }
        ScontrolNodeText answer = new ScontrolNodeText(text.split("\n", -1));
        answer.parse();
        return new SlurmNodes(answer.nodes, answer.notFound);
    }

    private void parse() {
        while (at < lines.length - 1) { // behind the last line end stands nothing
            String line = lines[at];
            if (!line.startsWith(NODE)) {
                missing(line);
                at++;
            } else if (line.contains(" State=")) {
                oneLine(line);
                at++;
            } else {
                block();
            }
        }
    }

    /** {@code Node gpu7 not found}, which scontrol prints among the nodes. */
    private void missing(String line) {
        String before = "Node ";
        String after = " not found";
        if (line.startsWith(before)
                && line.endsWith(after)
                && line.length() > before.length() + after.length()) {
            notFound.add(
                    new NodeName(line.substring(before.length(), line.length() - after.length())));
        } else {
            throw refused("expected " + NODE + "…");
        }
    }

    private void oneLine(String line) {
        int end = line.length();
        String freeText = "";
        for (String key : FREE_TEXTS) {
            int found = line.indexOf(key);
            if (found >= 0 && found < end) {
                end = found;
                freeText = key;
            }
        }
        ReasonField reason =
                freeText.equals(" Reason=")
                        ? ReasonField.ofOneLine(line.substring(end + freeText.length()))
                        : ReasonField.NONE;
        add(line.substring(0, end), reason);
    }

    private void block() {
        StringBuilder head = new StringBuilder(lines[at++]);
        ReasonField reason = ReasonField.NONE;
        boolean inHead = true;
        while (true) {
            if (at == lines.length - 1) {
                throw refused("no empty line behind the node: the answer is cut");
            }
            String line = lines[at];
            if (line.isEmpty()) {
                at++;
                break;
            }
            String field = " " + line.stripLeading();
            inHead = inHead && !startsFreeText(field);
            if (inHead) {
                head.append(field);
            } else if (reason.text().isEmpty() && field.startsWith(" Reason=")) {
                reason = ReasonField.ofLines(reasonLines(field.substring(" Reason=".length())));
                continue;
            }
            at++;
        }
        add(head.toString(), reason);
    }

    private static boolean startsFreeText(String field) {
        for (String key : FREE_TEXTS) {
            if (field.startsWith(key)) {
                return true;
            }
        }
        return false;
    }

    private List<String> reasonLines(String first) {
        List<String> reason = new ArrayList<>(List.of(first));
        String indent = " ".repeat(CONTINUATION);
        at++;
        while (lines[at].startsWith(indent)) {
            reason.add(lines[at++].substring(CONTINUATION));
        }
        return reason;
    }

    private void add(String head, ReasonField reason) {
        try {
            nodes.add(
                    new SlurmNode(
                            new NodeName(value(head, NODE)),
                            SlurmState.ofWord(value(head, " State=")),
                            reason.text(),
                            reason.by(),
                            reason.at(),
                            known(value(head, " NodeHostName=")),
                            list(value(head, " Partitions=")),
                            list(value(head, " ActiveFeatures=")),
                            known(value(head, " Gres=")),
                            known(value(head, " Version=")),
                            number(value(head, " RealMemory=")),
                            (int) number(value(head, " CPUTot="))));
        } catch (IllegalArgumentException wrong) {
            throw refused(String.valueOf(wrong.getMessage()));
        }
    }

    /** What stands behind the key up to a blank; empty without the key. */
    private static String value(String head, String key) {
        int found = head.indexOf(key);
        if (found < 0) {
            return "";
        }
        int from = found + key.length();
        int end = head.indexOf(' ', from);
        return end < 0 ? head.substring(from) : head.substring(from, end);
    }

    /** 0 when there is none. */
    private static long number(String value) {
        boolean digits = !value.isEmpty() && value.length() <= 9;
        for (int i = 0; digits && i < value.length(); i++) {
            digits = value.charAt(i) >= '0' && value.charAt(i) <= '9';
        }
        return digits ? Long.parseLong(value) : 0;
    }

    private static String known(String value) {
        return value.equals("(null)") ? "" : value;
    }

    private static List<String> list(String value) {
        String text = known(value);
        return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    }

    private IllegalArgumentException refused(String what) {
        int line = Math.min(at, lines.length - 1);
        return new IllegalArgumentException(
                "line " + (line + 1) + ", '" + Excerpt.of(lines[line]) + "': " + what);
    }
}
