package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The mounts of this node, in the kernel's order, and what of them can be seen. */
public final class MountTable implements Observation {
    private static final int UNKNOWN = -1;

    private final List<Mount> mounts;
    private final Map<String, List<Mount>> byPath = new HashMap<>();
    private final Optional<Mount> root;

    private MountTable(List<Mount> mounts) {
        this.mounts = List.copyOf(mounts);
        Map<Integer, Mount> byId = new HashMap<>();
        for (Mount mount : mounts) {
            byPath.computeIfAbsent(mount.path(), path -> new ArrayList<>(1)).add(mount);
            byId.put(mount.id(), mount);
        }
        root = bottom(byId);
    }

    /** The mount of {@code /} that lies on nothing else. */
    private Optional<Mount> bottom(Map<Integer, Mount> byId) {
        Mount found = null;
        for (Mount mount : byPath.getOrDefault("/", List.of())) {
            boolean liesOnAnother =
                    mount.parent() != mount.id() && byId.containsKey(mount.parent());
            if (mount.parent() == UNKNOWN || !liesOnAnother) {
                found = mount;
            }
        }
        return Optional.ofNullable(found);
    }

    /** All of them, also those that another one hides. */
    public List<Mount> mounts() {
        return mounts;
    }

    /** All mounts on exactly this path, in the kernel's order. */
    public List<Mount> stackedAt(String path) {
        return List.copyOf(byPath.getOrDefault(path, List.of()));
    }

    /** What whoever opens {@code path} finds mounted on exactly this path. */
    public Optional<Mount> at(String path) {
        return over(path).filter(mount -> mount.path().equals(path));
    }

    /**
     * The mount that {@code path} lies on, as a walk from the root finds it.
     *
     * @param path absolute, without a trailing slash; symbolic links are not followed
     */
    public Optional<Mount> over(String path) {
        if (root.isEmpty()) {
            return lastAbove(path);
        }
        Mount current = top(root.get(), "/");
        for (int slash = 0; slash >= 0 && path.length() > 1; ) {
            slash = path.indexOf('/', slash + 1);
            String prefix = slash < 0 ? path : path.substring(0, slash);
            current = top(current, prefix);
        }
        return Optional.of(current);
    }

    /** In a chroot the list has no root to start from: the nearest path, the last mount there. */
    private Optional<Mount> lastAbove(String path) {
        for (String at = path; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
            List<Mount> stack = byPath.get(at);
            if (stack != null) {
                return Optional.of(stack.get(stack.size() - 1));
            }
        }
        return Optional.empty();
    }

    /** The uppermost mount of those that are stacked at {@code path} on top of {@code lower}. */
    private Mount top(Mount lower, String path) {
        Mount current = lower;
        List<Mount> stack = byPath.getOrDefault(path, List.of());
        if (!stack.isEmpty() && stack.get(0).parent() == UNKNOWN) {
            return stack.get(stack.size() - 1);
        }
        for (int steps = 0; steps < stack.size(); steps++) { // a list that goes in circles ends
            Mount next = childOf(current, stack);
            if (next == null) {
                return current;
            }
            current = next;
        }
        return current;
    }

    private static @Nullable Mount childOf(Mount lower, List<Mount> stack) {
        for (int i = stack.size() - 1; i >= 0; i--) {
            Mount mount = stack.get(i);
            if (mount.parent() == lower.id() && mount.id() != lower.id()) {
                return mount;
            }
        }
        return null;
    }

    /**
     * Parses {@code /proc/<pid>/mountinfo}.
     *
     * @throws IllegalArgumentException naming the line that is none, or when there is no whole line
     */
    public static MountTable parseMountinfo(String text) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : lines(text)) {
            mounts.add(mountinfoLine(line, mounts.size() + 1));
        }
        return new MountTable(mounts);
    }

    /**
     * Parses {@code /proc/mounts}, which tells neither bind mounts nor what lies on what: of
     * several mounts on one path the last one counts.
     *
     * @throws IllegalArgumentException naming the line that is none, or when there is no whole line
     */
    public static MountTable parseMounts(String text) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : lines(text)) {
            List<String> fields = fields(line);
            if (fields.size() != 6 || !fields.get(1).startsWith("/")) {
                throw odd(mounts.size() + 1);
            }
            String options = fields.get(3);
            mounts.add(
                    new Mount(
                            mounts.size(),
                            UNKNOWN,
                            "/",
                            unescape(fields.get(1)),
                            options,
                            fields.get(2),
                            unescape(fields.get(0)),
                            options));
        }
        return new MountTable(mounts);
    }

    private static Mount mountinfoLine(String line, int number) {
        List<String> fields = fields(line);
        int dash = 6; // any number of optional fields before it
        while (dash < fields.size() && !fields.get(dash).equals("-")) {
            dash++;
        }
        if (fields.size() != dash + 4 || !fields.get(4).startsWith("/")) {
            throw odd(number);
        }
        try {
            return new Mount(
                    Integer.parseInt(fields.get(0)),
                    Integer.parseInt(fields.get(1)),
                    unescape(fields.get(3)),
                    unescape(fields.get(4)),
                    fields.get(5),
                    fields.get(dash + 1),
                    unescape(fields.get(dash + 2)),
                    fields.get(dash + 3));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(odd(number).getMessage(), e);
        }
    }

    private static IllegalArgumentException odd(int line) {
        return new IllegalArgumentException("line " + line + " of the mount list is none");
    }

    private static List<String> lines(String text) {
        if (!text.endsWith("\n")) {
            throw new IllegalArgumentException("the mount list does not end with a whole line");
        }
        List<String> lines = new ArrayList<>();
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            lines.add(text.substring(start, end));
            start = end + 1;
        }
        return lines;
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>(12);
        int start = 0;
        for (int end = line.indexOf(' '); end >= 0; end = line.indexOf(' ', start)) {
            fields.add(line.substring(start, end));
            start = end + 1;
        }
        fields.add(line.substring(start));
        return fields;
    }

    /** Blank, tab, newline and backslash stand there as a backslash and three octal digits. */
    static String unescape(String field) {
        int at = field.indexOf('\\');
        if (at < 0) {
            return field;
        }
        StringBuilder plain = new StringBuilder(field.length());
        plain.append(field, 0, at);
        while (at < field.length()) {
            char c = field.charAt(at);
            if (c == '\\' && at + 3 < field.length() && isOctal(field, at + 1, at + 4)) {
                plain.append((char) Integer.parseInt(field, at + 1, at + 4, 8));
                at += 4;
            } else {
                plain.append(c);
                at++;
            }
        }
        return plain.toString();
    }

    private static boolean isOctal(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '7') {
                return false;
            }
        }
        return true;
    }
}
