package dev.farrier.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration file as a JSON Schema (2020-12), for editors: which keys there are, what they
 * mean and what kind of value they take. What only {@code farrier config check} can tell (units,
 * host lists, values that do not fit together) it does not refuse.
 */
public final class ConfigSchema {
    private static final String DEFINITIONS = "$defs";

    private ConfigSchema() {}

    /**
     * @param kinds in the order of the documentation
     */
    public static Map<String, Object> of(List<Declared> kinds) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Setting<?> setting : List.of(HealthConfig.VERSION, HealthConfig.INTERVAL)) {
            properties.put(setting.name(), property(setting));
        }
        for (Section section : HealthConfig.SECTIONS) {
            Map<String, Object> object = object(properties(section.settings()));
            object.put("description", section.doc());
            properties.put(section.name(), object);
        }
        properties.put(CheckConfig.SECTION, checks(kinds));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Farrier's configuration");
        schema.putAll(object(properties));
        schema.put(DEFINITIONS, definitions(kinds));
        return schema;
    }

    /** An instance is of the kind that it is named after, or of the one that it says. */
    private static Map<String, Object> checks(List<Declared> kinds) {
        Map<String, Object> named = new LinkedHashMap<>();
        List<Object> said = new ArrayList<>();
        List<Object> ids = new ArrayList<>();
        for (Declared kind : kinds) {
            Map<String, Object> asNamed = new LinkedHashMap<>();
            asNamed.put("if", Map.of("type", "object", "required", List.of("check")));
            asNamed.put("then", reference("instance"));
            asNamed.put("else", reference(kind.id()));
            named.put(kind.id(), asNamed);
            Map<String, Object> whenSaid = new LinkedHashMap<>();
            Map<String, Object> says = new LinkedHashMap<>();
            says.put("required", List.of("check"));
            says.put("properties", Map.of("check", Map.of("const", kind.id())));
            whenSaid.put("if", says);
            whenSaid.put("then", reference(kind.id()));
            said.add(whenSaid);
            ids.add(kind.id());
        }
        Map<String, Object> instance = new LinkedHashMap<>();
        instance.put("type", "object");
        instance.put("required", List.of("check"));
        instance.put("properties", Map.of("check", Map.of("enum", ids)));
        instance.put("allOf", said);
        Map<String, Object> checks = new LinkedHashMap<>();
        checks.put("type", List.of("object", "null"));
        checks.put("properties", named);
        checks.put("additionalProperties", instance);
        return checks;
    }

    private static Map<String, Object> definitions(List<Declared> kinds) {
        Map<String, Object> definitions = new LinkedHashMap<>();
        Map<String, Object> instance = new LinkedHashMap<>();
        instance.put("$ref", "#/properties/" + CheckConfig.SECTION + "/additionalProperties");
        definitions.put("instance", instance);
        for (Declared kind : kinds) {
            Map<String, Object> properties = new LinkedHashMap<>();
            properties.put(CheckConfig.CHECK.name(), Map.of("const", kind.id()));
            properties.putAll(properties(kind.settings()));
            properties.putAll(properties(CheckConfig.COMMON));
            Map<String, Object> where =
                    object(properties(Applies.conditions(Applies.hosts(List::of))));
            where.put("type", "object");
            where.put("minProperties", 1);
            properties.put(Applies.NAME, where);
            Map<String, Object> object = object(properties);
            object.put("description", kind.summary());
            List<Object> required = new ArrayList<>();
            for (Setting<?> setting : kind.settings()) {
                if (setting.required()) {
                    required.add(setting.name());
                }
            }
            if (!required.isEmpty()) {
                object.put("type", "object");
                object.put("required", required);
            }
            definitions.put(kind.id(), object);
        }
        return definitions;
    }

    private static Map<String, Object> reference(String definition) {
        return Map.of("$ref", "#/" + DEFINITIONS + "/" + definition);
    }

    /** An empty value is an empty map. */
    private static Map<String, Object> object(Map<String, Object> properties) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("type", List.of("object", "null"));
        object.put("properties", properties);
        object.put("additionalProperties", false);
        return object;
    }

    private static Map<String, Object> properties(List<Setting<?>> settings) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Setting<?> setting : settings) {
            properties.put(setting.name(), property(setting));
        }
        return properties;
    }

    private static <T> Map<String, Object> property(Setting<T> setting) {
        SettingType<T> type = setting.type();
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("description", setting.doc() + " Expected is " + type.expects() + ".");
        List<String> words = type.words();
        Map<String, Object> scalar =
                words.isEmpty()
                        ? Map.of("type", List.of("string", "number", "boolean"))
                        : Map.of("enum", words);
        if (type.isMap()) {
            property.put("type", "object");
            property.put("additionalProperties", scalar);
        } else if (type.isList()) {
            Map<String, Object> list = new LinkedHashMap<>();
            list.put("type", "array");
            list.put("items", scalar);
            property.put("anyOf", List.of(scalar, list));
        } else {
            property.putAll(scalar);
        }
        setting.defaultValue()
                .ifPresent(
                        value ->
                                property.put(
                                        "default",
                                        type.isList() ? type.entries(value) : type.show(value)));
        return property;
    }
}
