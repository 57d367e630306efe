package dev.farrier.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configuration as it holds, written as a file that gives the same one when it is read. */
public final class ConfigText {
    private final StringBuilder out = new StringBuilder();
    private final Map<String, Integer> lines;
    private final String file;
    private String place = "";

    private ConfigText(Map<String, Integer> lines, String origin) {
        this.lines = lines;
        this.file = Printable.text(origin.substring(origin.lastIndexOf('/') + 1));
    }

    /**
     * @param kinds those that the configuration was read with
     * @return YAML; a comment says where a value is the default, and what is not set
     */
    public static String show(HealthConfig config, List<Declared> kinds) {
        return show(config, kinds, Map.of());
    }

    /**
     * The same, with the line that each value was read from.
     *
     * @param lines as {@link ConfigReader#lines} gives them
     */
    public static String show(
            HealthConfig config, List<Declared> kinds, Map<String, Integer> lines) {
        return new ConfigText(lines, config.origin()).of(config, kinds);
    }

    private String of(HealthConfig config, List<Declared> kinds) {
        out.append("# In effect; read from ").append(Printable.text(config.origin())).append('\n');
        given("", HealthConfig.INTERVAL, config.interval());
        section(SchedulerConfig.SECTION, config.scheduler().settings());
        section(PolicyConfig.SECTION, config.policy().settings());
        if (config.policy().failWindow().isEmpty()) {
            String window =
                    SettingTypes.DURATION.show(config.policy().failWindow(config.interval()));
            out.append("  # failWindow is ").append(window).append(", from the interval\n");
        }
        section(JournalConfig.SECTION, config.journal().settings());
        out.append("checks:");
        out.append(config.checks().isEmpty() ? " {} # none: the built-in profile runs\n" : "\n");
        for (CheckConfig check : config.checks()) {
            check(check, kind(check, kinds));
        }
        return out.toString();
    }

    private void check(CheckConfig check, Declared kind) {
        place = CheckConfig.SECTION + "/" + check.name() + "/";
        out.append("  ").append(quoted(check.name())).append(":\n");
        Settings common = check.commonSettings();
        given("    ", CheckConfig.CHECK, check.kind());
        for (Setting<?> own : kind.settings()) {
            setting("    ", own, check.settings());
        }
        for (Setting<?> setting : CheckConfig.COMMON) {
            setting("    ", setting, common);
        }
        if (!check.applies().equals(Applies.EVERYWHERE)) {
            Setting<List<HostPattern>> hosts = Applies.hosts(List::of);
            Settings conditions = check.applies().settings(hosts);
            out.append("    ").append(Applies.NAME).append(":\n");
            place += Applies.NAME + "/";
            for (Setting<?> condition : Applies.conditions(hosts)) {
                ifGiven("      ", condition, conditions);
            }
        }
    }

    private static Declared kind(CheckConfig check, List<Declared> kinds) {
        for (Declared kind : kinds) {
            if (kind.id().equals(check.kind())) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no check of the kind " + check.kind());
    }

    private void section(Section section, Settings settings) {
        place = section.name() + "/";
        out.append(section.name()).append(":\n");
        for (Setting<?> setting : section.settings()) {
            setting("  ", setting, settings);
        }
    }

    private <T> void setting(String indent, Setting<T> setting, Settings settings) {
        Optional<T> value = settings.find(setting);
        if (value.isPresent()) {
            given(indent, setting, value.get());
        } else if (!setting.equals(PolicyConfig.FAIL_WINDOW)) {
            out.append(indent).append("# ").append(setting.name()).append(" is not set\n");
        }
    }

    private <T> void ifGiven(String indent, Setting<T> setting, Settings settings) {
        settings.find(setting).ifPresent(value -> given(indent, setting, value));
    }

    private <T> void given(String indent, Setting<T> setting, T value) {
        out.append(indent).append(quoted(setting.name())).append(": ");
        List<String> entries = setting.type().entries(value);
        if (setting.type().isMap()) {
            out.append('{');
            for (int i = 0; i < entries.size(); i += 2) {
                out.append(i == 0 ? "" : ", ").append(quoted(entries.get(i))).append(": ");
                out.append(quoted(entries.get(i + 1)));
            }
            out.append('}');
        } else {
            out.append(value(entries));
        }
        Integer line = lines.get(place + setting.name());
        if (line != null) {
            out.append(" # ").append(file).append(':').append(line);
        } else if (value.equals(setting.fallback())) {
            out.append(" # default");
        }
        out.append('\n');
    }

    /** A value as YAML on one line: a list where there are several texts. */
    public static String value(List<String> texts) {
        if (texts.size() == 1) {
            return quoted(texts.get(0));
        }
        StringBuilder list = new StringBuilder("[");
        for (String text : texts) {
            list.append(list.length() == 1 ? "" : ", ").append(quoted(text));
        }
        return list.append(']').toString();
    }

    /**
     * What a check says that is not the default: its own settings and those that every check has,
     * as texts by key; not where it applies.
     */
    public static Map<String, List<String>> given(CheckConfig check, Declared kind) {
        Map<String, List<String>> given = new LinkedHashMap<>();
        for (Setting<?> own : kind.settings()) {
            putGiven(given, own, check.settings());
        }
        for (Setting<?> common : CheckConfig.COMMON) {
            putGiven(given, common, check.commonSettings());
        }
        return given;
    }

    private static <T> void putGiven(
            Map<String, List<String>> given, Setting<T> setting, Settings settings) {
        settings.find(setting)
                .filter(value -> !value.equals(setting.fallback()))
                .ifPresent(value -> given.put(setting.name(), setting.type().entries(value)));
    }

    /** The text as one YAML scalar on one line, in quotes where it needs them. */
    public static String quoted(String text) {
        if (isPlain(text)) {
            return text;
        }
        if (isPrintable(text)) {
            return "'" + text.replace("'", "''") + "'";
        }
        StringBuilder quoted = new StringBuilder("\"");
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (Printable.is(c)) {
                quoted.appendCodePoint(c);
            } else {
                quoted.append(Printable.escaped(c));
            }
            i += Character.charCount(c);
        }
        return quoted.append('"').toString();
    }

    private static boolean isPlain(String text) {
        if (new YamlNode.Scalar(Position.WHOLE_FILE, text, true).isNull()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean word = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            boolean mark = c == '-' || c == '_' || c == '.' || c == '%' || c == '+';
            if (!word && c != '/' && !(mark && i > 0)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPrintable(String text) {
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (!Printable.is(c)) {
                return false;
            }
            i += Character.charCount(c);
        }
        return true;
    }
}
