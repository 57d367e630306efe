package dev.farrier.propose;

import dev.farrier.NodeName;
import dev.farrier.check.CheckKind;
import dev.farrier.check.NodeView;
import dev.farrier.check.Proposal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A configuration from what one node has now.
 *
 * @param slurm whether the node is one of Slurm's
 * @param warnings what looks ill about the node
 * @param notes what could not be looked at
 */
public record NodeProposal(
        NodeName node,
        boolean slurm,
        List<ProposedCheck> checks,
        List<String> warnings,
        List<String> notes) {
    /** The schema of {@link #toJson}. */
    public static final String SCHEMA = "farrier-init/1";

    static final String NODE_MARK = "# node: ";
    static final String WARNING_MARK = "# warning: ";

    public NodeProposal {
        checks = List.copyOf(checks);
        warnings = List.copyOf(warnings);
        notes = List.copyOf(notes);
    }

    /** Asks each kind, in their order. */
    public static NodeProposal of(
            NodeName node, boolean slurm, List<CheckKind> kinds, NodeView view)
            throws InterruptedException {
        List<ProposedCheck> checks = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (CheckKind kind : kinds) {
            try {
                for (Proposal proposal : kind.proposer().propose(view)) {
                    checks.add(
                            new ProposedCheck(proposal.name(), kind.id(), proposal.settings(), ""));
                    for (String warning : proposal.warnings()) {
                        warnings.add(proposal.name() + ": " + warning);
                    }
                }
            } catch (IOException | RuntimeException e) {
                notes.add(kind.id() + ": " + e.getMessage());
            }
        }
        notes.addAll(view.blind());
        return new NodeProposal(node, slurm, checks, warnings, notes);
    }

    /** The file, which {@link ClusterProposal} reads too. */
    public String toYaml() {
        StringBuilder text = new StringBuilder();
        text.append(NODE_MARK).append(node).append('\n');
        text.append("# Proposed by 'farrier init' from what this node has now: read it before");
        text.append(" it is used.\n");
        for (String warning : warnings) {
            text.append(WARNING_MARK).append(ConfigFile.oneLine(warning)).append('\n');
        }
        for (String note : notes) {
            text.append("# could not look: ").append(ConfigFile.oneLine(note)).append('\n');
        }
        return text + ConfigFile.body(slurm, checks);
    }

    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("node", node.value());
        List<Object> list = new ArrayList<>();
        for (ProposedCheck check : checks) {
            list.add(check.toJson());
        }
        json.put("checks", list);
        json.put("warnings", warnings);
        json.put("notLookedAt", notes);
        json.put("configuration", toYaml());
        return json;
    }
}
