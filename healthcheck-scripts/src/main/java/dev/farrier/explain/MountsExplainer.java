package dev.farrier.explain;

import dev.farrier.telemetry.linux.Mount;
import dev.farrier.telemetry.linux.MountTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code /proc/mounts}, {@code mountinfo}, and how probes of mounts ended. Paths that somebody asks
 * about stand in the context as {@code paths}.
 */
final class MountsExplainer implements Explainer {
    private static final String ASKED = "paths";

    @Override
    public String kind() {
        return "mounts";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            boolean table = isMounts(input.firstLine()) || isMountinfo(input.firstLine());
            if (table || MountProbe.areProbes(input)) {
                picked.add(input);
            }
        }
        return picked;
    }

    /** {@code source /path type options 0 0} */
    private static boolean isMounts(String line) {
        String[] field = line.split(" ", -1);
        return field.length == 6
                && field[1].startsWith("/")
                && field[4].equals("0")
                && field[5].length() == 1
                && Character.isDigit(field[5].charAt(0));
    }

    /** {@code 26 1 253:0 /root /path options … - type source options} */
    private static boolean isMountinfo(String line) {
        String[] field = line.split(" ", -1);
        return field.length > 9
                && field[2].indexOf(':') > 0
                && field[4].startsWith("/")
                && line.contains(" - ");
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, Object> mounts = new LinkedHashMap<>();
        Map<String, Object> probes = new LinkedHashMap<>();
        Map<String, Object> checks = new LinkedHashMap<>();
        Map<String, Object> lastWins = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            if (MountProbe.areProbes(input)) {
                for (MountProbe probe : MountProbe.of(input)) {
                    probes.put(probe.name(), probe.members());
                    lines.add(probe.line());
                }
                continue;
            }
            boolean info = isMountinfo(input.firstLine());
            MountTable table =
                    input.read(info ? MountTable::parseMountinfo : MountTable::parseMounts);
            for (String path : paths(table)) {
                Optional<Mount> found = table.at(path);
                if (found.isEmpty()) {
                    lines.add(path + ": hidden by a mount above it");
                    continue;
                }
                Mount mount = found.get();
                int stacked = table.stackedAt(path).size();
                mounts.put(path, members(mount, stacked));
                lines.add(line(mount, stacked));
                if (stacked > 1) {
                    lastWins.put(path, mount.type());
                }
            }
            for (String path : asked(table, context)) {
                checks.put(path, answer(table, path));
            }
        }
        Map<String, Object> members = new LinkedHashMap<>();
        mounts.forEach((path, mount) -> members.put(path, mount));
        probes.forEach((name, probe) -> members.merge(name, probe, MountsExplainer::both));
        members.put("mounts", mounts);
        members.put("probes", probes);
        members.put("checks", checks);
        members.put("last_wins", lastWins);
        return new Explanation(members, lines);
    }

    private static Object both(Object mount, Object probe) {
        Map<String, Object> both = JsonCases.object((Map<?, ?>) mount);
        both.putAll(JsonCases.object((Map<?, ?>) probe));
        return both;
    }

    private static Set<String> paths(MountTable table) {
        Set<String> paths = new LinkedHashSet<>();
        for (Mount mount : table.mounts()) {
            paths.add(mount.path());
        }
        return paths;
    }

    /** What the context asks about, and all that is mounted. */
    private static Set<String> asked(MountTable table, Context context) {
        Set<String> paths = new LinkedHashSet<>(paths(table));
        if (context.members().get(ASKED) instanceof List<?> more) {
            more.forEach(path -> paths.add(String.valueOf(path)));
        }
        return paths;
    }

    /** As a mount check would say it of that path. */
    private static String answer(MountTable table, String path) {
        Optional<Mount> over = table.over(path);
        if (table.at(path).filter(mount -> !mount.isAutomountTrigger()).isPresent()) {
            return "mounted";
        }
        return over.filter(Mount::isAutomountTrigger).isPresent()
                ? "not-mounted (autofs parent: do not trigger it)"
                : "not-mounted";
    }

    private static Map<String, Object> members(Mount mount, int stacked) {
        Mount.Access access = mount.access();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("src", mount.source());
        members.put("type", mount.type());
        members.put("remote", mount.isRemote());
        members.put("read_only", mount.isReadOnly());
        members.put("fs_read_only", mount.isReadOnly() && access != Mount.Access.READ_ONLY_MOUNT);
        members.put("bind", mount.isBind());
        members.put("root", mount.root());
        members.put("stat_allowed", !mount.isAutomountTrigger());
        members.put("over_mounted", stacked > 1);
        if (access == Mount.Access.READ_ONLY_AFTER_ERROR) {
            members.put("finding", access.words());
        }
        return members;
    }

    private static String line(Mount mount, int stacked) {
        StringBuilder line = new StringBuilder();
        line.append(mount.path()).append(": ").append(mount.type());
        line.append(" from ").append(mount.source()).append(", ").append(mount.access().words());
        line.append(mount.isRemote() ? ", remote" : "").append(mount.isBind() ? ", bind" : "");
        line.append(mount.isAutomountTrigger() ? ", an automounter's: not touched" : "");
        line.append(stacked > 1 ? ", over another mount" : "");
        return line.toString();
    }
}
