package dev.farrier.run;

import dev.farrier.check.CheckKind;
import dev.farrier.check.SiteChecks;
import dev.farrier.config.ConfigException;
import dev.farrier.config.Declared;
import dev.farrier.config.Problem;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/** The kinds of check that a configuration can name: ours, and those of the site. */
public final class KnownChecks {
    /** Ours alone. */
    public static final KnownChecks OURS = new KnownChecks(BuiltinChecks.kinds());

    private final List<CheckKind> kinds;

    private KnownChecks(List<CheckKind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    /**
     * Ours, and those of all jars in a folder; without the folder, which is usual, no more is
     * loaded.
     *
     * @throws ConfigException when a jar is of no use, or somebody else could have put it there
     */
    public static KnownChecks with(Path folder) {
        if (!Files.isDirectory(folder)) {
            return OURS;
        }
        List<CheckKind> kinds = new ArrayList<>(BuiltinChecks.kinds());
        try {
            List<URL> jars = jars(folder);
            if (jars.isEmpty()) {
                return OURS;
            }
            // Never closed: its classes are needed for as long as we run.
            URLClassLoader loader =
                    new URLClassLoader(
                            jars.toArray(new URL[0]), KnownChecks.class.getClassLoader());
            for (SiteChecks site : ServiceLoader.load(SiteChecks.class, loader)) {
                kinds.addAll(site.kinds());
            }
        } catch (IOException | ServiceConfigurationError | RuntimeException | LinkageError e) {
            throw refused(folder, "its checks cannot be loaded: " + e);
        }
        Set<String> ids = new HashSet<>();
        for (CheckKind kind : kinds) {
            if (!ids.add(kind.id())) {
                throw refused(folder, "two checks have the id " + kind.id());
            }
        }
        return new KnownChecks(kinds);
    }

    private static List<URL> jars(Path folder) throws IOException {
        requireSafe(folder);
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path jar : entries) {
                requireSafe(jar);
                found.add(jar);
            }
        }
        found.sort(null);
        List<URL> jars = new ArrayList<>();
        for (Path jar : found) {
            jars.add(url(jar));
        }
        return jars;
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }

    /** What runs as root must be root's own. */
    private static void requireSafe(Path path) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.contains(PosixFilePermission.OTHERS_WRITE)
                || permissions.contains(PosixFilePermission.GROUP_WRITE)) {
            throw new IOException(path + " can be written by others");
        }
        String owner = Files.getOwner(path).getName();
        if (!owner.equals("root") && !owner.equals(System.getProperty("user.name"))) {
            throw new IOException(path + " belongs to " + owner);
        }
    }

    private static ConfigException refused(Path folder, String what) {
        return new ConfigException(List.of(new Problem(folder.toString(), 0, 0, what, "")));
    }

    public List<CheckKind> kinds() {
        return kinds;
    }

    /** The kinds as the configuration knows them. */
    public List<Declared> declared() {
        List<Declared> declared = new ArrayList<>();
        for (CheckKind kind : kinds) {
            declared.add(kind.declared());
        }
        return declared;
    }

    Optional<CheckKind> kind(String id) {
        for (CheckKind kind : kinds) {
            if (kind.id().equals(id)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
