package dev.farrier;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.farrier.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A case from the field: what real tools print and the answer that is right, under {@code
 * field/<id>/} of the test resources.
 */
public record FieldCase(String id) {
    /** A file of the test resources. */
    public static String resource(String path) {
        try (InputStream in = FieldCase.class.getResourceAsStream("/" + path)) {
            if (in == null) {
                throw new AssertionError("no such test resource: " + path);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public String text(String file) {
        return resource("field/" + id + "/" + file);
    }

    /** Where its files lie: trees are looked at in place. */
    public Path folder() {
        return folder("field/" + id);
    }

    /** A folder of the test resources. */
    public static Path folder(String path) {
        URL url = FieldCase.class.getResource("/" + path);
        if (url == null) {
            throw new AssertionError("no such test resource: " + path);
        }
        return Path.of(URI.create(url.toString()));
    }

    public List<?> list(String file) {
        return (List<?>) json(file);
    }

    /** What {@code expected.json} wants. */
    public Map<?, ?> expect() {
        return (Map<?, ?>) member(json("expected.json"), "expect");
    }

    public Map<?, ?> context() {
        return (Map<?, ?>) member(json("expected.json"), "context");
    }

    public View view(String file) {
        return new View(json(file));
    }

    /** What {@code expected.json} wants, to walk through. */
    public View expected() {
        return view("expected.json").get("expect");
    }

    /**
     * A value of a JSON file.
     *
     * @param raw a map, list, string, number or boolean; a null is as if it were not there
     */
    public record View(Object raw) {
        public View get(String key) {
            return new View(member(raw, key));
        }

        public boolean has(String key) {
            return ((Map<?, ?>) raw).get(key) != null;
        }

        public List<String> keys() {
            List<String> keys = new ArrayList<>();
            ((Map<?, ?>) raw).keySet().forEach(key -> keys.add((String) key));
            return keys;
        }

        public List<View> items() {
            return ((List<?>) raw).stream().<View>map(View::new).toList();
        }

        public String text() {
            return (String) raw;
        }

        public int number() {
            return ((Number) raw).intValue();
        }
    }

    private Object json(String file) {
        Object value = Json.read(text(file));
        if (value == null) {
            throw new AssertionError(id + "/" + file + " is null");
        }
        return value;
    }

    /** The member of that name; it must be there. */
    public static Object member(Object map, String name) {
        Object value = ((Map<?, ?>) map).get(name);
        if (value == null) {
            throw new AssertionError("no " + name + " in " + map);
        }
        return value;
    }

    @Override
    public String toString() {
        return id;
    }
}
