package dev.farrier.explain;

import dev.farrier.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON lists of texts, and of objects: the form in which single facts are captured. */
final class JsonCases {
    private JsonCases() {}

    static boolean areTexts(@Nullable Object json) {
        return json instanceof List<?> list
                && !list.isEmpty()
                && list.stream().allMatch(String.class::isInstance);
    }

    /** Whether it is a list of objects, each with one of those members. */
    static boolean areObjectsWith(@Nullable Object json, String... anyOf) {
        if (!(json instanceof List<?> list) || list.isEmpty()) {
            return false;
        }
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> object) || !hasAny(object, anyOf)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasAny(Map<?, ?> object, String... anyOf) {
        for (String member : anyOf) {
            if (object.containsKey(member)) {
                return true;
            }
        }
        return false;
    }

    /** The texts of a JSON list, else the lines that are not blank. */
    static List<String> texts(Input input) {
        if (input.json() == null) {
            return input.read(text -> text.lines().filter(line -> !line.isBlank()).toList());
        }
        List<String> texts = new ArrayList<>();
        for (Object element : list(input)) {
            if (!(element instanceof String text)) {
                throw input.wrong("expected a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    /** The objects of a JSON list. */
    static List<Map<String, Object>> objects(Input input) {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Object element : list(input)) {
            if (!(element instanceof Map<?, ?> members)) {
                throw input.wrong("expected a list of objects");
            }
            objects.add(object(members));
        }
        return objects;
    }

    private static List<?> list(Input input) {
        if (input.read(Json::read) instanceof List<?> list) {
            return list;
        }
        throw input.wrong("expected a JSON list");
    }

    static Map<String, Object> object(Map<?, ?> members) {
        Map<String, Object> object = new LinkedHashMap<>();
        members.forEach((key, value) -> object.put(String.valueOf(key), value));
        return object;
    }

    /** The member as a text; empty when it is none. */
    static String text(Map<?, ?> object, String member) {
        return object.get(member) instanceof String text ? text : "";
    }
}
