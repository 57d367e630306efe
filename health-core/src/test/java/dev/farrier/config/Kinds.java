package dev.farrier.config;

import java.util.List;

/** Checks as a test configures them, one setting of each type; and host lists without brackets. */
final class Kinds {
    static final Setting<Long> EXPECTED =
            Setting.required("expected", SettingTypes.BYTES, "What should be there.");
    static final Setting<String> PATH =
            Setting.required("path", SettingTypes.PATH, "Where it is mounted.");
    static final Setting<List<String>> FS_TYPE =
            Setting.optional("fsType", SettingTypes.TEXTS, "One of these | file systems.");
    static final Setting<Double> USED =
            Setting.withDefault("used", SettingTypes.PERCENT, 90.0, "At most.");
    static final Setting<Integer> COUNT =
            Setting.withDefault("count", SettingTypes.COUNT, 8, "How many.")
                    .formerly("number", "gpus");
    static final Setting<Integer> SPEED =
            Setting.withDefault("speed", SettingTypes.COUNT, 1, "How fast.");
    static final Setting<String> NOTE = Setting.optional("note", SettingTypes.TEXT, "A text.");

    static final List<Declared> ALL =
            List.of(
                    new Declared("memory.size", "Compares the memory.", List.of(EXPECTED)),
                    new Declared("mount", "Looks at a mount.", List.of(PATH, FS_TYPE, USED)),
                    new Declared("gpu.count", "Counts GPUs.", List.of(COUNT, NOTE)),
                    new Declared(
                            "fan", "Listens to fans.", List.of(SPEED, NOTE), Kinds::requireFit),
                    new Declared("clock", "Looks at the clock.", List.of()));

    private Kinds() {}

    private static void requireFit(Settings values) {
        if (values.get(SPEED) == 0 && values.find(NOTE).isEmpty()) {
            throw new IllegalArgumentException("speed is 0, and no note says why");
        }
        if (values.find(NOTE).filter(String::isBlank).isPresent()) {
            throw new IllegalArgumentException("a blank note says nothing");
        }
    }

    static ConfigReader reader() {
        return new ConfigReader(ALL, Kinds::hostList);
    }

    static List<String> hostList(String text) {
        if (text.equals("gpu[001-003]")) {
            return List.of("gpu001", "gpu002", "gpu003");
        }
        if (text.indexOf('[') >= 0) {
            throw new IllegalArgumentException("'" + text + "' has no closing bracket");
        }
        return List.of(text);
    }
}
