package dev.farrier.strag;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object by name; what is wrong with one is said with its path. */
final class Fields {
    private final Map<String, Object> members;
    private final String path;

    Fields(Map<String, Object> members, String path) {
        this.members = members;
        this.path = path;
    }

    boolean has(String name) {
        return members.get(name) != null;
    }

    String text(String name) {
        Object value = members.get(name);
        if (value instanceof String text) {
            return text;
        }
        throw wrong(name, value, "a text");
    }

    String text(String name, String otherwise) {
        return has(name) ? text(name) : otherwise;
    }

    double number(String name) {
        Object value = members.get(name);
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw wrong(name, value, "a number");
    }

    double number(String name, double otherwise) {
        return has(name) ? number(name) : otherwise;
    }

    int integer(String name) {
        double value = number(name);
        if (value == Math.rint(value) && Math.abs(value) <= Integer.MAX_VALUE) {
            return (int) value;
        }
        throw wrong(name, value, "a whole number");
    }

    int integer(String name, int otherwise) {
        return has(name) ? integer(name) : otherwise;
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object each : list(name)) {
            if (!(each instanceof String text)) {
                throw wrong(name, each, "a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    List<Fields> objects(String name) {
        List<Fields> objects = new ArrayList<>();
        for (Object each : list(name)) {
            if (!(each instanceof Map<?, ?> map)) {
                throw wrong(name, each, "a list of objects");
            }
            @SuppressWarnings("unchecked") // JSON objects have texts for keys
            Map<String, Object> object = (Map<String, Object>) map;
            objects.add(new Fields(object, path + name + "[" + objects.size() + "]."));
        }
        return objects;
    }

    private List<?> list(String name) {
        Object value = members.get(name);
        if (value instanceof List<?> list) {
            return list;
        }
        throw wrong(name, value, "a list");
    }

    IllegalArgumentException wrong(String name, @Nullable Object value, String right) {
        String found = value == null ? "is missing" : "is " + shown(value);
        return new IllegalArgumentException(path + name + " " + found + ", must be " + right);
    }

    private static String shown(Object value) {
        String text = value instanceof String ? "'" + value + "'" : String.valueOf(value);
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
