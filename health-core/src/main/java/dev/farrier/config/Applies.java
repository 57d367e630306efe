package dev.farrier.config;

import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * On which nodes a check runs. In each list one match is enough, and an empty one asks for nothing;
 * every list must match.
 *
 * @param gres names of generic resources, with or without their type: {@code gpu}, {@code gpu:h100}
 */
public record Applies(
        List<HostPattern> hosts,
        List<String> partitions,
        List<String> features,
        List<String> gres) {
    public static final Applies EVERYWHERE =
            new Applies(List.of(), List.of(), List.of(), List.of());

    static final String NAME = "for";

    static final Setting<List<String>> PARTITION =
            Setting.optional(
                    "partition",
                    new Names("a partition such as gpu, or a list of them", false),
                    "Partitions of the scheduler that the node is in.");
    static final Setting<List<String>> FEATURE =
            Setting.optional(
                    "feature",
                    new Names("a feature such as h100, or a list of them", false),
                    "Features that the node has in the scheduler now.");
    static final Setting<List<String>> GRES =
            Setting.optional(
                    "gres",
                    new Names("a resource such as gpu or gpu:h100, or a list of them", true),
                    "Generic resources that the node has in the scheduler, with or without their"
                            + " type and always without a count.");

    /** Those that only the scheduler can answer for. */
    static final List<Setting<List<String>>> OF_SCHEDULER = List.of(PARTITION, FEATURE, GRES);

    public Applies {
        hosts = List.copyOf(hosts);
        partitions = List.copyOf(partitions);
        features = List.copyOf(features);
        gres = List.copyOf(gres);
    }

    /** Whether a check is for a node; UNKNOWN while it hangs on what the scheduler says. */
    public enum Answer {
        YES,
        NO,
        UNKNOWN
    }

    /**
     * @param profile of the node; empty while it is not known
     */
    public Answer to(NodeName node, Optional<NodeProfile> profile) {
        if (!hosts.isEmpty() && !anyMatches(node)) {
            return Answer.NO;
        }
        if (!asksTheScheduler()) {
            return Answer.YES;
        }
        if (profile.isEmpty()) {
            return Answer.UNKNOWN;
        }
        NodeProfile known = profile.get();
        boolean all =
                meet(partitions, known.partitions())
                        && meet(features, known.features())
                        && (gres.isEmpty() || anyGres(known));
        return all ? Answer.YES : Answer.NO;
    }

    /** Whether it takes more than the node's name to tell. */
    public boolean asksTheScheduler() {
        return !partitions.isEmpty() || !features.isEmpty() || !gres.isEmpty();
    }

    private boolean anyMatches(NodeName node) {
        for (HostPattern pattern : hosts) {
            if (pattern.matches(node)) {
                return true;
            }
        }
        return false;
    }

    private boolean anyGres(NodeProfile profile) {
        for (NodeProfile.Gres resource : profile.gres()) {
            for (String word : gres) {
                if (resource.count() > 0 && resource.is(word)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean meet(List<String> asked, List<String> had) {
        return asked.isEmpty() || !Collections.disjoint(asked, had);
    }

    static Setting<List<HostPattern>> hosts(Function<String, List<String>> hostLists) {
        return Setting.optional(
                "hosts",
                new HostPatterns(hostLists),
                "Nodes by their name in the scheduler: what can be told without asking it.");
    }

    /** All keys that {@code for} can have. */
    static List<Setting<?>> conditions(Setting<List<HostPattern>> hosts) {
        return List.of(hosts, PARTITION, FEATURE, GRES);
    }

    static Applies of(Settings settings, Setting<List<HostPattern>> hosts) {
        return new Applies(
                settings.find(hosts).orElse(List.of()),
                settings.find(PARTITION).orElse(List.of()),
                settings.find(FEATURE).orElse(List.of()),
                settings.find(GRES).orElse(List.of()));
    }

    Settings settings(Setting<List<HostPattern>> setting) {
        Map<String, Object> values = new HashMap<>();
        put(values, setting.name(), hosts);
        put(values, PARTITION.name(), partitions);
        put(values, FEATURE.name(), features);
        put(values, GRES.name(), gres);
        return new Settings(values);
    }

    private static void put(Map<String, Object> values, String name, List<?> list) {
        if (!list.isEmpty()) {
            values.put(name, list);
        }
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

    /** Names of the scheduler's, as they are: a comma or a blank is in none of them. */
    private record Names(String expects, boolean refusesCounts)
            implements SettingType<List<String>> {
        @Override
        public boolean isList() {
            return true;
        }

        @Override
        public List<String> parse(List<String> values) {
            if (values.isEmpty()) {
                throw new IllegalArgumentException("the list is empty");
            }
            for (String value : values) {
                require(value);
            }
            return List.copyOf(values);
        }

        private void require(String name) {
            if (name.indexOf(',') >= 0) {
                throw new IllegalArgumentException(
                        "'" + name + "' is several names: write them as a list");
            }
            boolean plain = !name.isEmpty() && !name.endsWith(":");
            for (int i = 0; plain && i < name.length(); i++) {
                char c = name.charAt(i);
                plain = Printable.is(c) && !Character.isWhitespace(c) && c != '*' && c != '?';
            }
            if (!plain) {
                throw new IllegalArgumentException("'" + name + "' is no such name");
            }
            String last = name.substring(name.lastIndexOf(':') + 1);
            if (refusesCounts && isNumber(last)) {
                throw new IllegalArgumentException("'" + name + "' has a count: leave it out");
            }
        }

        private static boolean isNumber(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String show(List<String> value) {
            return value.toString();
        }

        @Override
        public List<String> entries(List<String> value) {
            return value;
        }
    }
}
