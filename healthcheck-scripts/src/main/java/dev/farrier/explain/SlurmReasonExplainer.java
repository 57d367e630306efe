package dev.farrier.explain;

import dev.farrier.action.Owner;
import dev.farrier.action.OwnerRule;
import dev.farrier.action.ReasonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reasons of drains: whose each is, and what would be sent for it. A JSON list of texts (then set
 * by root), or of objects with {@code reason} and {@code user}.
 */
final class SlurmReasonExplainer implements Explainer {
    private static final String ROOT = "root";

    @Override
    public String kind() {
        return "slurm-reason";
    }

    /** A host list holds no blanks; most reasons do. */
    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            boolean ofTexts = JsonCases.areTexts(input.json()) && mostHaveBlanks(input);
            if (ofTexts || JsonCases.areObjectsWith(input.json(), "reason")) {
                picked.add(input);
            }
        }
        return picked;
    }

    private static boolean mostHaveBlanks(Input input) {
        List<String> texts = JsonCases.texts(input);
        long blanks = texts.stream().filter(text -> text.indexOf(' ') >= 0).count();
        return blanks * 2 > texts.size();
    }

    private record Said(String reason, Optional<String> user) {}

    private static List<Said> said(Input input) {
        List<Said> said = new ArrayList<>();
        if (JsonCases.areObjectsWith(input.json(), "reason")) {
            for (Map<String, Object> each : JsonCases.objects(input)) {
                String user = each.get("user") instanceof String name ? name : ROOT;
                said.add(new Said(JsonCases.text(each, "reason"), Optional.of(user)));
            }
        } else {
            JsonCases.texts(input).forEach(text -> said.add(new Said(text, Optional.of(ROOT))));
        }
        return said;
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        OwnerRule rule = context.owners();
        List<Object> owners = new ArrayList<>();
        List<Object> mayResume = new ArrayList<>();
        List<Object> mustKeep = new ArrayList<>();
        List<Object> stored = new ArrayList<>();
        List<Object> toSend = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            for (Said each : said(input)) {
                Owner owner = rule.author(each.reason(), each.user());
                if (owner == Owner.OURS) {
                    mayResume.add(owners.size());
                } else if (owner != Owner.NONE && owner != Owner.SLURM) {
                    mustKeep.add(owners.size());
                }
                owners.add(owner.word());
                stored.add(stored(each.reason()));
                toSend.add(ReasonText.clean(each.reason()).orElse(null));
                lines.add(owner.word() + ": " + each.reason());
            }
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("owners", owners);
        members.put("may_resume", mayResume);
        members.put("must_keep", mustKeep);
        members.put("stored_by_slurm_22_05", stored);
        members.put("we_must_send", toSend);
        return new Explanation(members, lines);
    }

    /** scontrol takes one pair of quotes from around the whole, and nothing else. */
    private static String stored(String sent) {
        boolean quoted = sent.length() > 1 && sent.startsWith("\"") && sent.endsWith("\"");
        return quoted ? sent.substring(1, sent.length() - 1) : sent;
    }
}
