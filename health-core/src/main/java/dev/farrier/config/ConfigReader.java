package dev.farrier.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the configuration file, and reports all that is wrong with it in one go. */
public final class ConfigReader {
    /** Bytes of a file, characters of a text. */
    private static final int LARGEST = 1 << 20;

    private static final int LONGEST_NAME = 64;

    private final Map<String, Declared> kinds = new LinkedHashMap<>();
    private final Setting<List<HostPattern>> hosts;

    /**
     * @param kinds the checks that can be configured
     * @param hostLists gives the names in a host list, and throws IllegalArgumentException when it
     *     is none
     * @throws IllegalArgumentException when two kinds have one id, or a kind declares a key twice
     *     or one that every check has
     */
    public ConfigReader(List<Declared> kinds, Function<String, List<String>> hostLists) {
        for (Declared kind : kinds) {
            if (this.kinds.put(kind.id(), kind) != null) {
                throw new IllegalArgumentException("two checks with the id " + kind.id());
            }
            refuseTakenNames(kind);
        }
        this.hosts = Applies.hosts(hostLists);
    }

    private static void refuseTakenNames(Declared kind) {
        List<String> taken = new ArrayList<>();
        taken.add(CheckConfig.CHECK.name());
        taken.add(Applies.NAME);
        for (Setting<?> setting : CheckConfig.COMMON) {
            taken.add(setting.name());
        }
        for (Setting<?> setting : kind.settings()) {
            if (taken.contains(setting.name())) {
                throw new IllegalArgumentException(
                        kind.id() + " declares the key " + setting.name() + ", which is taken");
            }
            taken.add(setting.name());
        }
    }

    /**
     * @throws ConfigException when it cannot be read, or anything in it is wrong; a file that is
     *     not there counts as one that cannot be read
     */
    public HealthConfig read(Path file) {
        String origin = file.toString();
        Problems problems = new Problems(origin);
        return read(decoded(bytes(file, problems), problems), origin);
    }

    /**
     * The same without the YAML parser where {@code flat} was made from this very text; else it is
     * made anew, unless something is wrong.
     */
    public HealthConfig read(Path file, FlatFile flat) {
        String origin = file.toString();
        Problems problems = new Problems(origin);
        byte[] bytes = bytes(file, problems);
        Optional<YamlNode> known = flat.read(bytes);
        if (known.isPresent()) {
            return config(known.get(), origin, problems);
        }
        Optional<YamlNode> root = nodes(decoded(bytes, problems), problems);
        if (root.isEmpty()) {
            return HealthConfig.defaults(origin);
        }
        HealthConfig config = config(root.get(), origin, problems);
        flat.write(bytes, root.get());
        return config;
    }

    /**
     * @param origin how messages name the text
     * @throws ConfigException when anything in it is wrong
     */
    public HealthConfig read(String text, String origin) {
        Problems problems = new Problems(origin);
        Optional<YamlNode> root = nodes(text, problems);
        return root.isEmpty()
                ? HealthConfig.defaults(origin)
                : config(root.get(), origin, problems);
    }

    private static Optional<YamlNode> nodes(String text, Problems problems) {
        if (text.length() > LARGEST) {
            throw tooLarge(problems);
        }
        String withoutMark = text.startsWith("\ufeff") ? text.substring(1) : text;
        return YamlReader.read(withoutMark, problems);
    }

    private HealthConfig config(YamlNode root, String origin, Problems problems) {
        MapReader file = MapReader.of(root.at(), "", root, "'interval: 60s'", problems);
        refuseNewer(file, root, problems);
        Settings top = file.take(List.of(HealthConfig.INTERVAL));
        int before = problems.count();
        Settings scheduler = section(file, SchedulerConfig.SECTION, "'kind: slurm'", problems);
        boolean noScheduler =
                scheduler.get(SchedulerConfig.KIND) == SchedulerConfig.Kind.NONE
                        && problems.count() == before; // else it may only be misspelt
        Settings policy = section(file, PolicyConfig.SECTION, "'mode: observe'", problems);
        Settings journal = section(file, JournalConfig.SECTION, "'keep: 5'", problems);
        List<CheckConfig> checks = checks(file, problems);
        if (noScheduler) {
            refuseWhatASchedulerSays(root, problems);
        }
        file.refuseOthers();
        problems.throwIfAny();
        return new HealthConfig(
                origin,
                top.get(HealthConfig.INTERVAL),
                SchedulerConfig.of(scheduler),
                PolicyConfig.of(policy),
                JournalConfig.of(journal),
                checks);
    }

    /** Of a newer file nothing else is said: what is right in it, this version does not know. */
    private static void refuseNewer(MapReader file, YamlNode root, Problems problems) {
        int version = file.take(List.of(HealthConfig.VERSION)).get(HealthConfig.VERSION);
        Optional<YamlNode.Entry> entry = child(root, HealthConfig.VERSION.name());
        if (entry.isPresent() && version > HealthConfig.CURRENT_VERSION) {
            throw new ConfigException(
                    List.of(
                            problems.at(
                                    entry.get().value().at(),
                                    "written for version "
                                            + version
                                            + " of the configuration, and this Farrier reads up to "
                                            + HealthConfig.CURRENT_VERSION,
                                    "update Farrier on this node")));
        }
    }

    /**
     * The text with each key under its present name; comments and all else stay as they are.
     *
     * @param origin how messages name the text
     * @throws ConfigException when anything in it is wrong
     */
    public String migrated(String text, String origin) {
        Problems problems = new Problems(origin);
        Optional<YamlNode> root = nodes(text, problems);
        if (root.isEmpty()) {
            return text;
        }
        HealthConfig before = config(root.get(), origin, problems);
        List<Problems.Renamed> renamed = new ArrayList<>(problems.renamed());
        renamed.sort(
                Comparator.comparingInt((Problems.Renamed key) -> key.at().line())
                        .thenComparingInt(key -> key.at().column())
                        .reversed());
        StringBuilder migrated = new StringBuilder(text);
        for (Problems.Renamed key : renamed) {
            int start = key.at().indexIn(text);
            if (start < text.length() && "'\"".indexOf(text.charAt(start)) >= 0) {
                start++;
            }
            if (text.startsWith(key.from(), start)) {
                migrated.replace(start, start + key.from().length(), key.to());
            }
        }
        if (!read(migrated.toString(), origin).equals(before)) {
            throw new IllegalStateException("the migrated text does not say the same");
        }
        return migrated.toString();
    }

    /** Where each key of a file stands: lines from 1, by keys joined with a slash. */
    public static Map<String, Integer> lines(Path file) {
        Problems problems = new Problems(file.toString());
        Map<String, Integer> lines = new LinkedHashMap<>();
        nodes(decoded(bytes(file, problems), problems), problems)
                .ifPresent(root -> putLines("", root, lines));
        return lines;
    }

    private static void putLines(String prefix, YamlNode node, Map<String, Integer> lines) {
        if (node instanceof YamlNode.Mapping mapping) {
            for (YamlNode.Entry entry : mapping.entries()) {
                String path = prefix + entry.key().text();
                lines.put(path, entry.key().at().line());
                putLines(path + "/", entry.value(), lines);
            }
        }
    }

    /** No answer will ever come: such checks would be undetermined for ever. */
    private static void refuseWhatASchedulerSays(YamlNode root, Problems problems) {
        String right = "name one with 'scheduler: {kind: slurm}'";
        String modes = PolicyConfig.PARTITION_MODES.name();
        child(root, PolicyConfig.SECTION.name())
                .flatMap(policy -> child(policy.value(), modes))
                .ifPresent(
                        entry ->
                                problems.add(
                                        entry.key().at(),
                                        "'" + modes + "' needs a scheduler",
                                        right));
        Optional<YamlNode.Entry> checks = child(root, CheckConfig.SECTION);
        if (checks.isPresent() && checks.get().value() instanceof YamlNode.Mapping instances) {
            for (YamlNode.Entry instance : instances.entries()) {
                Optional<YamlNode.Entry> where = child(instance.value(), Applies.NAME);
                for (Setting<?> asked : Applies.OF_SCHEDULER) {
                    where.flatMap(conditions -> child(conditions.value(), asked.name()))
                            .ifPresent(
                                    entry ->
                                            problems.add(
                                                    entry.key().at(),
                                                    "'" + asked.name() + "' needs a scheduler",
                                                    right));
                }
            }
        }
    }

    private static Optional<YamlNode.Entry> child(YamlNode node, String key) {
        if (node instanceof YamlNode.Mapping mapping) {
            for (YamlNode.Entry entry : mapping.entries()) {
                if (entry.key().text().equals(key)) {
                    return Optional.of(entry);
                }
            }
        }
        return Optional.empty();
    }

    private static Settings section(
            MapReader file, Section section, String example, Problems problems) {
        Optional<YamlNode.Entry> entry = file.take(section.name());
        if (entry.isEmpty()) {
            return Settings.EMPTY;
        }
        MapReader keys = reader(entry.get(), example, problems);
        Settings settings = keys.take(section.settings());
        keys.refuseOthers();
        return settings;
    }

    private List<CheckConfig> checks(MapReader file, Problems problems) {
        List<CheckConfig> checks = new ArrayList<>();
        Optional<YamlNode.Entry> entry = file.take(CheckConfig.SECTION);
        if (entry.isPresent()) {
            String example = "'home: {check: mount, path: /home}'";
            for (YamlNode.Entry instance : reader(entry.get(), example, problems).takeAll()) {
                check(instance, problems).ifPresent(checks::add);
            }
        }
        return checks;
    }

    /** Empty when something in it is wrong. */
    private Optional<CheckConfig> check(YamlNode.Entry instance, Problems problems) {
        int before = problems.count();
        String name = instance.key().text();
        if (!isName(name)) {
            problems.add(
                    instance.key().at(),
                    "'" + name + "' cannot be the name of a check",
                    "at most 64 letters, digits, '-', '_' and '.', a letter or digit first");
        }
        MapReader keys = reader(instance, "'" + name + ": {required: false}'", problems);
        Optional<YamlNode.Entry> check = keys.take(CheckConfig.CHECK.name());
        Settings common = keys.take(CheckConfig.COMMON);
        Applies applies = applies(keys, problems);
        Optional<Declared> kind = kind(instance, check, problems);
        if (kind.isEmpty()) {
            return Optional.empty(); // its other keys are unknown to us, not wrong
        }
        Settings own = keys.take(kind.get().settings());
        keys.refuseOthers();
        if (problems.count() == before) {
            requireFit(instance, kind.get(), own, problems);
        }
        return problems.count() > before
                ? Optional.empty()
                : Optional.of(
                        new CheckConfig(
                                name, kind.get().id(), own, CheckConfig.common(common), applies));
    }

    private static void requireFit(
            YamlNode.Entry instance, Declared kind, Settings own, Problems problems) {
        try {
            kind.fit().require(own);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            Position at = instance.key().at();
            for (Setting<?> setting : kind.settings()) {
                Optional<YamlNode.Entry> entry = child(instance.value(), setting.name());
                if (entry.isPresent() && message.startsWith(setting.name() + " ")) {
                    at = entry.get().value().at();
                }
            }
            problems.add(at, "check '" + instance.key().text() + "': " + message, "");
        }
    }

    /** The kind that the key {@code check} names, else the one that the instance is named after. */
    private Optional<Declared> kind(
            YamlNode.Entry instance, Optional<YamlNode.Entry> check, Problems problems) {
        if (check.isEmpty()) {
            String name = instance.key().text();
            Declared kind = kinds.get(name);
            if (kind == null) {
                problems.add(
                        instance.key().at(),
                        "there is no check '" + name + "'",
                        NearestWord.to(name, kinds.keySet())
                                .map(near -> "did you mean '" + near + "'? ")
                                .map(near -> near + "Else say with 'check:' which one it is")
                                .orElse("say with 'check:' which one it is: " + kindList()));
            }
            return Optional.ofNullable(kind);
        }
        YamlNode value = check.get().value();
        if (value instanceof YamlNode.Refused) {
            return Optional.empty();
        }
        if (!(value instanceof YamlNode.Scalar scalar) || scalar.isNull()) {
            boolean empty = value instanceof YamlNode.Scalar;
            problems.add(
                    empty ? check.get().key().at() : value.at(),
                    "'check' " + (empty ? "has no value" : "is " + value.described()),
                    "expected one of " + kindList());
            return Optional.empty();
        }
        Declared kind = kinds.get(scalar.text());
        if (kind == null) {
            problems.add(
                    scalar.at(),
                    "there is no check '" + scalar.text() + "'",
                    NearestWord.to(scalar.text(), kinds.keySet())
                            .map(near -> "did you mean '" + near + "'?")
                            .orElse("known are " + kindList()));
        }
        return Optional.ofNullable(kind);
    }

    private Applies applies(MapReader keys, Problems problems) {
        Optional<YamlNode.Entry> entry = keys.take(Applies.NAME);
        if (entry.isEmpty()) {
            return Applies.EVERYWHERE;
        }
        MapReader conditions = reader(entry.get(), "'for: {hosts: gpu*}'", problems);
        Settings settings = conditions.take(Applies.conditions(hosts));
        conditions.refuseOthers();
        YamlNode value = entry.get().value();
        boolean isEmpty =
                value instanceof YamlNode.Mapping mapping && mapping.entries().isEmpty()
                        || value instanceof YamlNode.Scalar scalar && scalar.isNull();
        if (isEmpty) {
            problems.add(
                    entry.get().key().at(),
                    "'for' names no condition",
                    "one of hosts, partition, feature, gres; or leave it out");
        }
        return Applies.of(settings, hosts);
    }

    private String kindList() {
        return String.join(", ", kinds.keySet());
    }

    private static MapReader reader(YamlNode.Entry entry, String example, Problems problems) {
        return MapReader.of(entry.key().at(), entry.key().text(), entry.value(), example, problems);
    }

    private static boolean isName(String name) {
        if (name.length() > LONGEST_NAME) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            boolean mark = c == '-' || c == '_' || c == '.';
            if (!plain && !(mark && i > 0)) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static byte[] bytes(Path file, Problems problems) {
        try {
            if (!Files.isReadable(file) || Files.isRegularFile(file)) {
                try (InputStream in = Files.newInputStream(file)) {
                    byte[] bytes = in.readNBytes(LARGEST + 1);
                    if (bytes.length > LARGEST) {
                        throw tooLarge(problems);
                    }
                    return bytes;
                }
            }
        } catch (NoSuchFileException e) {
            throw problems.last(Position.WHOLE_FILE, "there is no such file", "");
        } catch (AccessDeniedException e) {
            throw problems.last(
                    Position.WHOLE_FILE, "no permission to read it", "run as root, or change it");
        } catch (IOException e) {
            throw problems.last(Position.WHOLE_FILE, "cannot be read: " + e.getMessage(), "");
        }
        throw problems.last(Position.WHOLE_FILE, "not a file but something else", "name a file");
    }

    private static ConfigException tooLarge(Problems problems) {
        return problems.last(
                Position.WHOLE_FILE, "larger than 1 MiB", "a configuration is a few kilobytes");
    }

    private static String decoded(byte[] bytes, Problems problems) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder(); // it reports, not replaces
        CharBuffer text = CharBuffer.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = decoder.decode(in, text, true);
        text.flip();
        if (result.isError()) {
            throw problems.last(
                    Position.of(text, text.length()),
                    "not UTF-8: the byte " + hex(bytes[in.position()]),
                    "write it as plain UTF-8 text");
        }
        return text.toString();
    }

    private static String hex(byte value) {
        return "0x"
                + Character.forDigit(value >> 4 & 0xf, 16)
                + Character.forDigit(value & 0xf, 16);
    }
}
