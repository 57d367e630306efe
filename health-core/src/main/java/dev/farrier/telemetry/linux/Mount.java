package dev.farrier.telemetry.linux;

import dev.farrier.Glob;

/**
 * One mount, as the kernel lists it.
 *
 * @param id the kernel's number of the mount, {@code parent} that of the mount it lies on; negative
 *     where the list does not say ({@code /proc/mounts})
 * @param root the directory of the file system that is mounted: not {@code /} for a bind mount of a
 *     part of it (and for a btrfs subvolume)
 * @param path where it is mounted, unescaped
 * @param options of the mount, comma-separated: {@code ro,relatime}
 * @param source unescaped: a device, {@code server:/export}, or any word
 * @param superOptions of the file system below; the same as {@code options} where the list does not
 *     tell them apart
 */
public record Mount(
        int id,
        int parent,
        String root,
        String path,
        String options,
        String type,
        String source,
        String superOptions) {

    /** What a mount lets its users write. */
    public enum Access {
        READ_WRITE("writable"),
        /** The mount is read-only, the file system is not: somebody wanted it so. */
        READ_ONLY_MOUNT("mounted read-only"),
        READ_ONLY_FILE_SYSTEM("read-only filesystem"),
        /** The kernel made the file system read-only, as it does after an error. */
        READ_ONLY_AFTER_ERROR("filesystem went read-only after an error");

        private final String words;

        Access(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * After an error the kernel changes the file system and not the mount, so {@code rw} on a
     * read-only file system is the trace of one; so is {@code errors=remount-ro} that came true.
     */
    public Access access() {
        boolean mountReadOnly = has(options, "ro");
        if (!has(superOptions, "ro")) {
            return mountReadOnly ? Access.READ_ONLY_MOUNT : Access.READ_WRITE;
        }
        return !mountReadOnly || has(superOptions, "errors=remount-ro")
                ? Access.READ_ONLY_AFTER_ERROR
                : Access.READ_ONLY_FILE_SYSTEM;
    }

    public boolean isReadOnly() {
        return access() != Access.READ_WRITE;
    }

    /** A directory of a file system that is (also) mounted elsewhere. */
    public boolean isBind() {
        return !root.equals("/") && !type.equals("btrfs");
    }

    /** A trigger: whoever touches what is below makes the automounter mount something. */
    public boolean isAutomountTrigger() {
        return type.equals("autofs");
    }

    /** Whether containers, pods, sessions or a package manager made it, who take it away again. */
    public boolean isPassing() {
        return type.equals("overlay")
                || type.equals("squashfs")
                || isBelow("/var/lib/docker")
                || isBelow("/var/lib/containerd")
                || isBelow("/var/lib/containers")
                || isBelow("/var/lib/kubelet")
                || isBelow("/run")
                || isBelow("/var/run")
                || isBelow("/media")
                || isBelow("/snap");
    }

    private boolean isBelow(String directory) {
        return path.startsWith(directory)
                && path.length() > directory.length()
                && path.charAt(directory.length()) == '/';
    }

    /** Whether other machines answer for it. */
    public boolean isRemote() {
        return switch (type) {
            case "nfs",
                    "nfs4",
                    "lustre",
                    "gpfs",
                    "beegfs",
                    "ceph",
                    "cifs",
                    "smb3",
                    "smbfs",
                    "afs",
                    "9p",
                    "virtiofs",
                    "panfs",
                    "wekafs",
                    "pvfs2",
                    "orangefs",
                    "glusterfs",
                    "ocfs2",
                    "gfs2" ->
                    true;
            default -> type.startsWith("fuse.") && !type.equals("fuse.lxcfs");
        };
    }

    /**
     * Whether it has an option that is as {@code glob} says, of its own or of the file system
     * below. As in {@code /proc/mounts}, {@code ro} holds where either of them says so, and {@code
     * rw} where none does.
     */
    public boolean hasOption(String glob) {
        return switch (glob) {
            case "ro" -> isReadOnly();
            case "rw" -> !isReadOnly();
            default -> hasMatch(options, glob) || hasMatch(superOptions, glob);
        };
    }

    private static boolean hasMatch(String options, String glob) {
        for (int start = 0; start <= options.length(); ) {
            int comma = options.indexOf(',', start);
            int end = comma < 0 ? options.length() : comma;
            if (Glob.matches(glob, options.substring(start, end))) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    private static boolean has(String options, String option) {
        int at = options.indexOf(option);
        while (at >= 0) {
            int end = at + option.length();
            if ((at == 0 || options.charAt(at - 1) == ',')
                    && (end == options.length() || options.charAt(end) == ',')) {
                return true;
            }
            at = options.indexOf(option, end);
        }
        return false;
    }
}
