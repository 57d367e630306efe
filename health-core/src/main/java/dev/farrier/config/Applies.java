package dev.farrier.config;

import dev.farrier.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * On which nodes a check runs.
 *
 * @param hosts one match is enough; empty for every node
 */
public record Applies(List<HostPattern> hosts) {
    public static final Applies EVERYWHERE = new Applies(List.of());

    static final String NAME = "for";

    public Applies {
        hosts = List.copyOf(hosts);
    }

    public boolean to(NodeName node) {
        for (HostPattern pattern : hosts) {
            if (pattern.matches(node)) {
                return true;
            }
        }
        return hosts.isEmpty();
    }

    static Setting<List<HostPattern>> hosts(Function<String, List<String>> hostLists) {
        return Setting.required(
                "hosts",
                new HostPatterns(hostLists),
                "The nodes that this check is for; in a list, one match is enough.");
    }

    private record HostPatterns(Function<String, List<String>> hostLists)
            implements SettingType<List<HostPattern>> {
        @Override
        public String expects() {
            return "a host list such as gpu[001-064], a glob such as gpu*, or a list of them";
        }

        @Override
        public boolean isList() {
            return true;
        }

        @Override
        public List<HostPattern> parse(List<String> values) {
            if (values.isEmpty()) {
                throw new IllegalArgumentException("the list is empty");
            }
            List<HostPattern> patterns = new ArrayList<>();
            for (String value : values) {
                patterns.add(HostPattern.of(value, hostLists));
            }
            return List.copyOf(patterns);
        }

        @Override
        public String show(List<HostPattern> value) {
            return value.toString();
        }

        @Override
        public List<String> entries(List<HostPattern> value) {
            List<String> texts = new ArrayList<>();
            for (HostPattern pattern : value) {
                texts.add(pattern.toString());
            }
            return texts;
        }
    }
}
