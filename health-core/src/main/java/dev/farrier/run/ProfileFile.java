package dev.farrier.run;

import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.Uptime;
import dev.farrier.json.Json;
import dev.farrier.json.JsonFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler said about this node in this boot, kept so that it is asked once a day.
 * Readable by all: {@code farrier check} of an ordinary user needs it too. Odd content counts as
 * none.
 */
public final class ProfileFile {
    private static final long SCHEMA = 1;
    private static final long LARGEST = 1L << 20;
    private static final double DAY = 86_400;

    /** Nodes that booted together do not all ask in the same minute of the next day. */
    private static final int SPREAD = 3_600;

    private final Path path;

    /**
     * @param path in a folder that is gone after a reboot, as what it says may be
     */
    public ProfileFile(Path path) {
        this.path = path;
    }

    /** How the scheduler is asked. */
    public interface Question {
        /**
         * @throws IOException when there is no answer
         */
        Optional<NodeProfile> ask() throws IOException, InterruptedException;
    }

    /** What is known of a node: a profile, and the uptime (seconds) at which it was told. */
    private record Known(NodeProfile profile, double at) {}

    /** The profile that was told in this boot; empty when there is none. */
    public Optional<NodeProfile> known(NodeName node, Uptime now) {
        return read(node, now).map(Known::profile);
    }

    /**
     * The profile that was told in this boot, asked for when there is none or it is a day old. When
     * no answer comes, the older one stands.
     */
    public Optional<NodeProfile> current(
            NodeName node, Uptime now, Question question, RunJournal journal)
            throws InterruptedException {
        Optional<Known> known = read(node, now);
        double keep = DAY - Math.floorMod(node.value().hashCode(), SPREAD);
        if (known.isPresent() && now.seconds() - known.get().at() < keep) {
            return known.map(Known::profile);
        }
        try {
            Optional<NodeProfile> told = question.ask();
            if (told.isPresent()) {
                keep(node, told.get(), now, journal);
                return told;
            }
            journal.reported("the scheduler knows no node " + node + ", or not what it is");
        } catch (IOException e) {
            journal.reported("the scheduler did not say what this node is: " + e.getMessage());
        }
        return known.map(Known::profile);
    }

    private Optional<Known> read(NodeName node, Uptime now) {
        try {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            if (!file.isRegularFile() || file.size() > LARGEST) {
                return Optional.empty();
            }
            Map<String, Object> json =
                    Json.object(new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
            double at = json.get("uptime") instanceof Number uptime ? uptime.doubleValue() : -1;
            boolean ours =
                    Long.valueOf(SCHEMA).equals(json.get("schema"))
                            && node.value().equals(json.get("node"))
                            && now.bootId().equals(json.get("boot"))
                            && at >= 0
                            && at <= now.seconds();
            return ours ? Optional.of(new Known(profile(json), at)) : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void keep(NodeName node, NodeProfile profile, Uptime now, RunJournal journal) {
        try {
            JsonFile.replace(path, Json.write(json(node, profile, now)) + "\n", "rw-r--r--");
        } catch (IOException e) {
            journal.reported(path + " cannot be written: " + e); // the next run asks again
        }
    }

    private static Map<String, Object> json(NodeName node, NodeProfile profile, Uptime now) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("node", node.value());
        json.put("boot", now.bootId());
        json.put("uptime", now.seconds());
        json.put("partitions", profile.partitions());
        json.put("features", profile.features());
        List<Object> gres = new ArrayList<>();
        for (NodeProfile.Gres resource : profile.gres()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", resource.name());
            entry.put("type", resource.type());
            entry.put("count", resource.count());
            gres.add(entry);
        }
        json.put("gres", gres);
        profile.memoryBytes().ifPresent(bytes -> json.put("memoryBytes", bytes));
        profile.cpus().ifPresent(cpus -> json.put("cpus", cpus));
        return json;
    }

    private static NodeProfile profile(Map<String, Object> json) {
        List<NodeProfile.Gres> gres = new ArrayList<>();
        for (Object entry : list(json.get("gres"))) {
            if (!(entry instanceof Map<?, ?> fields)
                    || !(fields.get("count") instanceof Long count)) {
                throw new IllegalArgumentException("no resource");
            }
            gres.add(
                    new NodeProfile.Gres(
                            text(fields.get("name")), text(fields.get("type")), count));
        }
        return new NodeProfile(
                texts(json.get("partitions")),
                texts(json.get("features")),
                gres,
                json.get("memoryBytes") instanceof Long bytes
                        ? OptionalLong.of(bytes)
                        : OptionalLong.empty(),
                json.get("cpus") instanceof Long cpus
                        ? OptionalInt.of(cpus.intValue())
                        : OptionalInt.empty());
    }

    private static List<String> texts(@Nullable Object value) {
        List<String> texts = new ArrayList<>();
        for (Object entry : list(value)) {
            texts.add(text(entry));
        }
        return texts;
    }

    private static List<?> list(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("no list");
    }

    private static String text(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("no text");
    }
}
