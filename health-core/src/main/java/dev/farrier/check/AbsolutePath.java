package dev.farrier.check;

import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import java.util.List;

/** The type of a setting that is an absolute path; without the slashes that say nothing. */
public final class AbsolutePath implements SettingType<String> {
    public static final SettingType<String> TYPE = new AbsolutePath();

    private AbsolutePath() {}

    @Override
    public String expects() {
        return "an absolute path such as /home";
    }

    @Override
    public String parse(List<String> values) {
        return normal(SettingTypes.TEXT.parse(values));
    }

    /**
     * @throws IllegalArgumentException when it is not absolute, or goes through {@code ..}
     */
    public static String normal(String text) {
        if (!text.startsWith("/") || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("'" + text + "' is not an absolute path");
        }
        StringBuilder path = new StringBuilder(text.length());
        for (int start = 1; start <= text.length(); ) {
            int slash = text.indexOf('/', start);
            String part = text.substring(start, slash < 0 ? text.length() : slash);
            if (part.equals("..")) {
                throw new IllegalArgumentException("'" + text + "' goes through ..");
            }
            if (!part.isEmpty() && !part.equals(".")) {
                path.append('/').append(part);
            }
            start = slash < 0 ? text.length() + 1 : slash + 1;
        }
        return path.isEmpty() ? "/" : path.toString();
    }

    @Override
    public String show(String value) {
        return value;
    }
}
