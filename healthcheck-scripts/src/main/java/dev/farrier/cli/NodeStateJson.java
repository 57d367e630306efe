package dev.farrier.cli;

import dev.farrier.action.NodeState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** A node at its scheduler as JSON, in the schema {@code farrier-node/1} of docs/json.md. */
final class NodeStateJson {
    private NodeStateJson() {}

    static Map<String, Object> of(NodeState state) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "farrier-node/1");
        json.put("node", state.node().value());
        json.put("base", state.base());
        json.put("flags", new ArrayList<>(state.flags()));
        json.put("drained", state.drained());
        json.put("schedulable", state.schedulable());
        json.put("onlyObserved", state.onlyObserved().orElse(null));
        json.put("reason", state.reason().orElse(null));
        json.put("reasonBy", state.reasonBy().orElse(null));
        json.put("reasonAt", state.reasonAt().map(Instant::toString).orElse(null));
        json.put("owner", state.owner().word());
        return json;
    }
}
