package dev.farrier.config;

import dev.farrier.Glob;
import dev.farrier.NodeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Nodes as the configuration names them: host lists such as {@code gpu[001-064]} and globs such as
 * {@code gpu*} or {@code gpu?}, separated by commas. Equal when written equally.
 */
public final class HostPattern {
    private final String text;
    private final Set<String> names;
    private final List<String> globs;

    private HostPattern(String text, Set<String> names, List<String> globs) {
        this.text = text;
        this.names = Set.copyOf(names);
        this.globs = List.copyOf(globs);
    }

    /**
     * @param hostLists gives the names in a host list, and throws IllegalArgumentException when it
     *     is none
     * @throws IllegalArgumentException when the text names no node; the message says why
     */
    public static HostPattern of(String text, Function<String, List<String>> hostLists) {
        Set<String> names = new HashSet<>();
        List<String> globs = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (i == text.length() || c == ',' && depth <= 0) {
                add(text.substring(start, i), names, globs, hostLists);
                start = i + 1;
            }
        }
        return new HostPattern(text, names, globs);
    }

    private static void add(
            String part,
            Set<String> names,
            List<String> globs,
            Function<String, List<String>> hostLists) {
        String stripped = part.strip();
        if (stripped.isEmpty()) {
            throw new IllegalArgumentException("a host name is missing");
        }
        if (isGlob(stripped)) {
            checkGlob(stripped);
            globs.add(stripped);
        } else {
            names.addAll(hostLists.apply(stripped));
        }
    }

    private static boolean isGlob(String part) {
        return part.indexOf('*') >= 0 || part.indexOf('?') >= 0;
    }

    private static void checkGlob(String glob) {
        if (glob.indexOf('[') >= 0 || glob.indexOf(']') >= 0) {
            throw new IllegalArgumentException(
                    "'" + glob + "' mixes brackets with '*' or '?': use one of them");
        }
        new NodeName(glob.replace('*', 'x').replace('?', 'x')); // else no node can match
    }

    public boolean matches(NodeName node) {
        if (names.contains(node.value())) {
            return true;
        }
        for (String glob : globs) {
            if (Glob.matches(glob, node.value())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HostPattern pattern && text.equals(pattern.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
