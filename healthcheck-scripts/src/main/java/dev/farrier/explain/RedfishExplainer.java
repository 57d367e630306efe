package dev.farrier.explain;

import dev.farrier.check.bmc.PartHealth;
import dev.farrier.telemetry.bmc.RedfishBody;
import dev.farrier.telemetry.bmc.RedfishParts.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bodies of a Redfish service. */
final class RedfishExplainer implements Explainer {
    @Override
    public String kind() {
        return "redfish";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (input.json() instanceof Map<?, ?> body && RedfishBody.isBody(body)) {
                picked.add(input);
            }
        }
        return picked;
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            if (!(input.json() instanceof Map<?, ?> body)) {
                throw input.wrong("no JSON object");
            }
            members.put(input.fileName(), explain(input, body, lines));
        }
        return new Explanation(members, lines);
    }

    private static Map<String, Object> explain(Input input, Map<?, ?> body, List<String> lines) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (RedfishBody.isOff(body)) {
            members.put("verdict", PartHealth.UNKNOWN.word());
            members.put("why", "the host is off: a health that is missing is expected");
            lines.add(input.fileName() + ": the host is off, so nothing can be said");
            return members;
        }
        PartHealth worst = PartHealth.IGNORED;
        for (Part part : RedfishBody.parts(body)) {
            PartHealth health = PartHealth.of(part);
            members.put(part.name(), part.measures() ? sensor(part, health) : health.word());
            lines.add(line(part, health));
            worst = PartHealth.worse(worst, health);
        }
        if (RedfishBody.parts(body).isEmpty()) {
            lines.add(input.fileName() + ": tells of no part");
        }
        members.putIfAbsent("verdict", worst.word());
        return members;
    }

    private static Map<String, Object> sensor(Part part, PartHealth health) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("value", part.reading().orElse(null));
        members.put("verdict", health.word());
        return members;
    }

    private static String line(Part part, PartHealth health) {
        return part.name()
                + part.reading().map(reading -> ": " + reading).orElse("")
                + ": "
                + health.word()
                + " (health "
                + part.health().orElse("not given")
                + ", state "
                + part.state().orElse("not given")
                + ")";
    }
}
