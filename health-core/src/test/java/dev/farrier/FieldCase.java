package dev.farrier;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.farrier.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * A case from the field: what real tools print and the answer that is right, under {@code
 * field/<id>/} of the test resources.
 */
public record FieldCase(String id) {
    public String text(String file) {
        String path = "/field/" + id + "/" + file;
        try (InputStream in = FieldCase.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new AssertionError("no such test resource: " + path);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
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
