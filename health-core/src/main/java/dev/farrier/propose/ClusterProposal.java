package dev.farrier.propose;

import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.config.Applies;
import dev.farrier.config.CheckConfig;
import dev.farrier.config.ConfigText;
import dev.farrier.config.Declared;
import dev.farrier.config.HealthConfig;
import dev.farrier.config.SchedulerConfig;
import dev.farrier.config.Setting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One configuration for a whole cluster, from what was proposed for each of its nodes.
 *
 * <p>Nodes that say the same are of one type. A few nodes that have less than many others, and only
 * in one subsystem, are taken for defective: they get what the others have, and are named. Who
 * differs in more than that, or has more, is a type of its own.
 *
 * @param odd nodes that differ from the many, and what became of it
 * @param warnings what the nodes' own proposals warned of
 */
public record ClusterProposal(
        int nodes,
        boolean slurm,
        List<ProposedCheck> checks,
        List<Odd> odd,
        List<String> warnings) {
    /** The schema of {@link #toJson}. */
    public static final String SCHEMA = "farrier-init-merge/1";

    /** At most one node in ten is taken for defective, but always one. */
    private static final int FEW = 10;

    /** How many times as many others it takes to call a node odd. */
    private static final int MANY = 3;

    public ClusterProposal {
        checks = List.copyOf(checks);
        odd = List.copyOf(odd);
        warnings = List.copyOf(warnings);
    }

    /**
     * Nodes that differ from the many.
     *
     * @param hosts host list
     * @param what each difference, one line
     * @param defect taken for a defect: they get what the others have
     */
    public record Odd(String hosts, int nodes, List<String> what, boolean defect) {
        public Odd {
            what = List.copyOf(what);
        }

        /** {@code gpu017: gpu.count expected is 7, 63 others have 8; taken for a defect}. */
        public String text() {
            return hosts
                    + ": "
                    + String.join("; ", what)
                    + (defect
                            ? " (taken for a defect: gets what the others have)"
                            : " (kept as its own)");
        }
    }

    /** What one node's file says. */
    public record NodeFile(NodeName node, HealthConfig config, List<String> warnings) {
        /** From the text of a file that {@link NodeProposal#toYaml} wrote. */
        public static NodeFile of(String text, HealthConfig config, String fileName) {
            NodeName node = null;
            List<String> warnings = new ArrayList<>();
            for (String line : text.split("\n", -1)) {
                if (line.startsWith(NodeProposal.NODE_MARK) && node == null) {
                    node = new NodeName(line.substring(NodeProposal.NODE_MARK.length()).strip());
                } else if (line.startsWith(NodeProposal.WARNING_MARK)) {
                    warnings.add(line.substring(NodeProposal.WARNING_MARK.length()).strip());
                }
            }
            if (node == null) {
                throw new IllegalArgumentException(
                        fileName
                                + " has no line '"
                                + NodeProposal.NODE_MARK
                                + "NAME': only what 'farrier init' wrote can be merged");
            }
            for (CheckConfig check : config.checks()) {
                if (!check.applies().equals(Applies.EVERYWHERE)) {
                    throw new IllegalArgumentException(
                            fileName + " has a 'for': merge the files of single nodes");
                }
            }
            return new NodeFile(node, config, warnings);
        }
    }

    /** An instance of a check: its name, kind and settings. */
    private record Instance(String kind, Map<String, List<String>> settings) {}

    /** Nodes that say the same. */
    private record Type(Map<String, Instance> instances, List<String> hosts) {}

    /**
     * @throws IllegalArgumentException when a node is there twice
     */
    public static ClusterProposal of(List<NodeFile> files, List<Declared> kinds) {
        Similar similar = new Similar(kinds);
        Map<String, Map<String, Instance>> byNode = new TreeMap<>();
        List<String> warnings = new ArrayList<>();
        boolean slurm = false;
        for (NodeFile file : files) {
            slurm |= file.config().scheduler().kind() == SchedulerConfig.Kind.SLURM;
            Map<String, Instance> instances = new LinkedHashMap<>();
            for (CheckConfig check : file.config().checks()) {
                Map<String, List<String>> given =
                        ConfigText.given(check, similar.kind(check.kind()));
                similar.note(check.name(), check.kind(), given);
                instances.put(check.name(), new Instance(check.kind(), given));
            }
            if (byNode.put(file.node().value(), instances) != null) {
                throw new IllegalArgumentException("two files of node " + file.node());
            }
            for (String warning : file.warnings()) {
                warnings.add(file.node() + ": " + warning);
            }
        }
        byNode.replaceAll((node, instances) -> settled(instances, similar));
        List<Type> types = types(byNode);
        List<Odd> odd = new ArrayList<>();
        Map<String, Map<String, Instance>> result = new TreeMap<>(byNode);
        for (Type few : types) {
            nearest(few, types, byNode.size())
                    .ifPresent(many -> judge(few, many, similar, odd, result));
        }
        return new ClusterProposal(byNode.size(), slurm, written(result), odd, warnings);
    }

    private static Map<String, Instance> settled(Map<String, Instance> instances, Similar similar) {
        Map<String, Instance> settled = new LinkedHashMap<>();
        instances.forEach(
                (name, instance) ->
                        settled.put(
                                name,
                                new Instance(
                                        instance.kind(),
                                        similar.settled(
                                                name, instance.kind(), instance.settings()))));
        return settled;
    }

    /** Those of most nodes first. */
    private static List<Type> types(Map<String, Map<String, Instance>> byNode) {
        Map<Map<String, Instance>, List<String>> hosts = new LinkedHashMap<>();
        byNode.forEach(
                (node, instances) ->
                        hosts.computeIfAbsent(instances, same -> new ArrayList<>()).add(node));
        List<Type> types = new ArrayList<>();
        hosts.forEach((instances, nodes) -> types.add(new Type(instances, nodes)));
        types.sort((a, b) -> b.hosts().size() - a.hosts().size());
        return types;
    }

    /** The type of many nodes that a few are most alike; empty when they are not few. */
    private static Optional<Type> nearest(Type few, List<Type> types, int nodes) {
        int most = Math.max(1, nodes / FEW);
        Type nearest = null;
        for (Type many : types) {
            boolean odd =
                    few.hosts().size() <= most && many.hosts().size() >= MANY * few.hosts().size();
            if (odd
                    && (nearest == null
                            || differing(few, many).size() < differing(few, nearest).size())) {
                nearest = many;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private static Set<String> differing(Type a, Type b) {
        Set<String> names = new LinkedHashSet<>(b.instances().keySet());
        names.addAll(a.instances().keySet());
        names.removeIf(
                name ->
                        Optional.ofNullable(a.instances().get(name))
                                .equals(Optional.ofNullable(b.instances().get(name))));
        return names;
    }

    private static void judge(
            Type few,
            Type many,
            Similar similar,
            List<Odd> odd,
            Map<String, Map<String, Instance>> result) {
        Set<String> subsystems = new HashSet<>();
        List<String> what = new ArrayList<>();
        boolean less = true;
        for (String name : differing(few, many)) {
            Instance theirs = few.instances().get(name);
            Instance usual = many.instances().get(name);
            String kind = usual != null ? usual.kind() : theirs != null ? theirs.kind() : name;
            subsystems.add(kind.substring(0, (kind + ".").indexOf('.')));
            less &= usual != null && (theirs == null || similar.isLess(kind, theirs, usual));
            what.add(difference(name, theirs, usual, many.hosts().size()));
        }
        boolean defect = less && subsystems.size() == 1;
        odd.add(new Odd(HostList.fold(few.hosts()), few.hosts().size(), what, defect));
        if (defect) {
            for (String host : few.hosts()) {
                result.put(host, many.instances());
            }
        }
    }

    private static String difference(
            String name, @Nullable Instance theirs, @Nullable Instance usual, int others) {
        if (theirs == null) {
            return "no " + name + ", which " + others + " others have";
        }
        if (usual == null) {
            return name + ", which " + others + " others do not have";
        }
        Set<String> keys = new LinkedHashSet<>(usual.settings().keySet());
        keys.addAll(theirs.settings().keySet());
        for (String key : keys) {
            List<String> own = theirs.settings().getOrDefault(key, List.of());
            List<String> common = usual.settings().getOrDefault(key, List.of());
            if (!own.equals(common)) {
                return name
                        + " "
                        + key
                        + " is "
                        + word(own)
                        + ", "
                        + others
                        + " others have "
                        + word(common);
            }
        }
        return name + " is another check";
    }

    private static String word(List<String> texts) {
        return texts.isEmpty() ? "not set" : String.join(", ", texts);
    }

    /** Each instance once for the nodes that have it alike. */
    private static List<ProposedCheck> written(Map<String, Map<String, Instance>> byNode) {
        Map<String, Map<Instance, List<String>>> byName = new LinkedHashMap<>();
        for (String name : names(byNode.values())) {
            Map<Instance, List<String>> hosts = new LinkedHashMap<>();
            byNode.forEach(
                    (node, instances) -> {
                        Instance instance = instances.get(name);
                        if (instance != null) {
                            hosts.computeIfAbsent(instance, same -> new ArrayList<>()).add(node);
                        }
                    });
            byName.put(name, hosts);
        }
        List<ProposedCheck> checks = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        byName.forEach(
                (name, hosts) ->
                        hosts.forEach(
                                (instance, nodes) ->
                                        checks.add(
                                                new ProposedCheck(
                                                        free(name, taken),
                                                        instance.kind(),
                                                        instance.settings(),
                                                        nodes.size() == byNode.size()
                                                                ? ""
                                                                : HostList.fold(nodes)))));
        return checks;
    }

    /** The name itself, or with the next number that makes it one of its own. */
    private static String free(String name, Set<String> taken) {
        String free = name;
        for (int number = 2; !taken.add(free); number++) {
            free = name + "-" + number;
        }
        return free;
    }

    /** In the order of the files; what only a few have, behind. */
    private static Set<String> names(Collection<Map<String, Instance>> nodes) {
        Set<String> names = new LinkedHashSet<>();
        for (Map<String, Instance> instances : nodes) {
            names.addAll(instances.keySet());
        }
        return names;
    }

    public String toYaml() {
        StringBuilder text = new StringBuilder();
        text.append("# Proposed by 'farrier init --merge' from the files of ");
        text.append(nodes).append(" nodes: read it before it is used.\n");
        for (Odd one : odd) {
            text.append("# odd: ").append(ConfigFile.oneLine(one.text())).append('\n');
        }
        for (String warning : warnings) {
            text.append(NodeProposal.WARNING_MARK).append(ConfigFile.oneLine(warning));
            text.append('\n');
        }
        return text + ConfigFile.body(slurm, checks);
    }

    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("nodes", nodes);
        List<Object> list = new ArrayList<>();
        for (ProposedCheck check : checks) {
            list.add(check.toJson());
        }
        json.put("checks", list);
        List<Object> odds = new ArrayList<>();
        for (Odd one : odd) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("hosts", one.hosts());
            entry.put("nodes", one.nodes());
            entry.put("differences", one.what());
            entry.put("defect", one.defect());
            odds.add(entry);
        }
        json.put("odd", odds);
        json.put("warnings", warnings);
        json.put("configuration", toYaml());
        return json;
    }

    /** Values of settings as numbers: what is a little less is the same, what is less is less. */
    private static final class Similar {
        /** Firmware keeps a little more memory on one node than on another. */
        private static final double SAME = 0.02;

        private final Map<String, Declared> kinds = new LinkedHashMap<>();
        private final Map<String, TreeMap<Long, Long>> sizes = new LinkedHashMap<>();

        Similar(List<Declared> kinds) {
            for (Declared kind : kinds) {
                this.kinds.put(kind.id(), kind);
            }
        }

        Declared kind(String id) {
            Declared kind = kinds.get(id);
            if (kind == null) {
                throw new IllegalArgumentException("there is no check '" + id + "'");
            }
            return kind;
        }

        void note(String name, String kind, Map<String, List<String>> settings) {
            settings.forEach(
                    (key, texts) -> {
                        if (number(kind, key, texts) instanceof Long size) {
                            sizes.computeIfAbsent(name + " " + key, any -> new TreeMap<>())
                                    .put(size, size);
                        }
                    });
        }

        /** With each size as the smallest of those that are nearly the same. */
        Map<String, List<String>> settled(
                String name, String kind, Map<String, List<String>> settings) {
            Map<String, List<String>> settled = new LinkedHashMap<>();
            settings.forEach(
                    (key, texts) -> {
                        List<String> value = texts;
                        if (number(kind, key, texts) instanceof Long size) {
                            Long least = size;
                            for (Long other :
                                    sizes.getOrDefault(name + " " + key, new TreeMap<>())
                                            .descendingKeySet()) {
                                if (other < least && other >= least * (1 - SAME)) {
                                    least = other;
                                }
                            }
                            if (!least.equals(size)) {
                                value = texts(kind, key, least);
                            }
                        }
                        settled.put(key, value);
                    });
            return settled;
        }

        boolean isLess(String kind, Instance theirs, Instance usual) {
            boolean less = theirs.kind().equals(usual.kind());
            Set<String> keys = new HashSet<>(usual.settings().keySet());
            keys.addAll(theirs.settings().keySet());
            for (String key : keys) {
                List<String> own = theirs.settings().getOrDefault(key, List.of());
                List<String> common = usual.settings().getOrDefault(key, List.of());
                if (!own.equals(common)) {
                    boolean fewer =
                            !own.isEmpty() && own.size() < common.size() && common.containsAll(own);
                    less &= fewer || isLessNumber(kind, key, own, common);
                }
            }
            return less;
        }

        private boolean isLessNumber(
                String kind, String key, List<String> own, List<String> common) {
            return !own.isEmpty()
                    && !common.isEmpty()
                    && number(kind, key, own) instanceof Number a
                    && number(kind, key, common) instanceof Number b
                    && a.longValue() < b.longValue();
        }

        private Object number(String kind, String key, List<String> texts) {
            for (Setting<?> setting : kind(kind).settings()) {
                if (setting.name().equals(key)) {
                    return setting.type().parse(texts);
                }
            }
            return "";
        }

        private List<String> texts(String kind, String key, Long value) {
            for (Setting<?> setting : kind(kind).settings()) {
                if (setting.name().equals(key)) {
                    return texts(setting, value);
                }
            }
            throw new IllegalArgumentException("no setting " + key);
        }

        @SuppressWarnings("unchecked") // its type parsed a Long before
        private static <T> List<String> texts(Setting<T> setting, Long value) {
            return setting.type().entries((T) value);
        }
    }
}
