package dev.farrier.explain;

import dev.farrier.HostList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Host list expressions: a JSON list of texts, or one expression a line. */
final class HostListExplainer implements Explainer {
    @Override
    public String kind() {
        return "hostlist";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (JsonCases.areTexts(input.json()) || areExpressions(input)) {
                picked.add(input);
            }
        }
        return picked;
    }

    /** Lines without blanks, one of which has a bracket: a list of names alone is anything. */
    private static boolean areExpressions(Input input) {
        boolean bracket = false;
        for (String line : input.text().lines().toList()) {
            if (line.indexOf(' ') >= 0 || line.indexOf('=') >= 0 || line.indexOf('/') >= 0) {
                return false;
            }
            bracket |= line.indexOf('[') > 0;
        }
        return bracket && !input.isBinary() && input.tree().isEmpty();
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        List<Object> expansions = new ArrayList<>();
        List<Object> refused = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            for (String expression : JsonCases.texts(input)) {
                try {
                    List<String> hosts = HostList.expand(expression);
                    expansions.add(hosts);
                    lines.add(expression + ": " + hosts.size() + ": " + HostList.fold(hosts));
                } catch (IllegalArgumentException wrong) {
                    refused.add(expansions.size());
                    expansions.add(null);
                    lines.add("refused: " + wrong.getMessage());
                }
            }
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("expansions", expansions);
        members.put("ordered", true);
        members.put("engine", "equal to scontrol show hostnames of 22.05.8");
        members.put("reject", refused);
        members.put("max_hosts", HostList.MOST_HOSTS);
        return new Explanation(members, lines);
    }
}
