package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Machine;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The attributes below {@code /sys}, of a machine or captured. Paths start with a slash, below
 * {@code /sys}: {@code /class/infiniband}.
 */
public interface SysFiles {
    /** The names in a folder, in no order; none when there is no such folder. */
    List<String> names(String folder) throws IOException;

    /**
     * The text of an attribute without what surrounds it; empty when it is not there, or the device
     * does not give it.
     */
    Optional<String> text(String file) throws AccessDeniedException;

    /** The folder that a link leads to, from wherever; the same when it is none. */
    String real(String folder) throws IOException;

    /** The attribute as a whole number, 0 or more; empty for everything else. */
    default OptionalLong count(String file) throws AccessDeniedException {
        Optional<String> text = text(file);
        return text.isPresent() ? number(text.get()) : OptionalLong.empty();
    }

    /** A whole number, 0 or more, in digits alone; empty for everything else. */
    static OptionalLong number(String text) {
        int digits = text.length();
        boolean plain = digits > 0 && digits <= 19;
        for (int i = 0; plain && i < digits; i++) {
            plain = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        try {
            return plain ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty(); // 19 digits, and above 2^63
        }
    }

    /** Those names that are {@code prefix} and a number, by that number. */
    static List<String> numbered(String prefix, List<String> names) {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            if (name.startsWith(prefix) && number(name.substring(prefix.length())).isPresent()) {
                int at = found.size();
                while (at > 0 && isAfter(found.get(at - 1), name)) {
                    at--;
                }
                found.add(at, name);
            }
        }
        return found;
    }

    private static boolean isAfter(String a, String b) {
        return a.length() == b.length() ? a.compareTo(b) > 0 : a.length() > b.length();
    }

    /** Those of a machine, read where they lie. */
    static SysFiles of(Machine machine) {
        return new OnDisk(machine.file("/sys"));
    }

    /**
     * Captured ones.
     *
     * @param texts what each file held, by its path
     */
    static SysFiles captured(Map<String, String> texts) {
        return new Captured(texts);
    }

    /** Below a folder. */
    record OnDisk(Path root) implements SysFiles {
        private static final int LONGEST = 4096; // one page, which sysfs gives at most

        @Override
        public List<String> names(String path) throws IOException {
            File folder = file(path);
            String[] names = folder.list();
            if (names == null && folder.isDirectory()) {
                throw new IOException(folder + " cannot be listed");
            }
            return names == null ? List.of() : List.of(names);
        }

        /** By the plainest means of the JDK: there are hundreds of these files. */
        @Override
        public Optional<String> text(String path) throws AccessDeniedException {
            File file = file(path);
            try (FileInputStream in = new FileInputStream(file)) {
                byte[] bytes = in.readNBytes(LONGEST + 1);
                return bytes.length > LONGEST
                        ? Optional.empty()
                        : Optional.of(new String(bytes, StandardCharsets.UTF_8).strip());
            } catch (FileNotFoundException e) {
                if (file.exists() && !file.canRead()) {
                    throw new AccessDeniedException(file.getPath());
                }
                return Optional.empty();
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        @Override
        public String real(String folder) throws IOException {
            Path path = file(folder).toPath();
            try {
                return path.resolveSibling(Files.readSymbolicLink(path)).normalize().toString();
            } catch (NotLinkException e) {
                return folder;
            }
        }

        private File file(String path) {
            return new File(root.toString() + path);
        }
    }

    /** In memory. */
    record Captured(Map<String, String> texts) implements SysFiles {
        public Captured {
            texts = Map.copyOf(texts);
        }

        @Override
        public List<String> names(String folder) {
            TreeSet<String> names = new TreeSet<>();
            String start = folder + "/";
            for (String path : texts.keySet()) {
                if (path.startsWith(start)) {
                    int end = path.indexOf('/', start.length());
                    names.add(path.substring(start.length(), end < 0 ? path.length() : end));
                }
            }
            return names.isEmpty() ? Collections.emptyList() : new ArrayList<>(names);
        }

        /** A capture has no links, but it may have the folder that one would lead to. */
        @Override
        public String real(String folder) {
            String name = folder.substring(folder.lastIndexOf('/')) + "/";
            for (String path : texts.keySet()) {
                int at = path.startsWith("/devices/") ? path.indexOf(name) : -1;
                if (at >= 0) {
                    return path.substring(0, at + name.length() - 1);
                }
            }
            return folder;
        }

        @Override
        public Optional<String> text(String file) {
            return Optional.ofNullable(texts.get(file)).map(String::strip);
        }
    }
}
