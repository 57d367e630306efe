package dev.farrier.config;

import java.util.List;

/** Writes the reference documentation of the configuration file from what is declared. */
public final class ConfigReference {
    private static final String INTRODUCTION =
            """
            # Configuration

            Written from the declarations in the code; do not edit.

            The file is `/etc/farrier/farrier.yaml`, the same on all nodes. Every section and key may be left out; without
            the file the built-in profile runs. `farrier config check` reports every problem in one go, and `farrier config
            show` prints what holds, defaults included. `farrier init` on a node proposes one from what the node has, and
            `farrier init --merge FILE…` one for the cluster from what was proposed on its nodes: it names the odd ones out,
            and gives the few that have less than the many, in one subsystem only, what the many have.

            `farrier config show` says of each value where it is from, `farrier config schema` prints a JSON Schema for
            editors, and `farrier config reference` this page with the site's own checks. A key that has been renamed is
            still understood under its former name; `farrier config migrate` writes the present one and leaves comments as
            they are. A file for a newer `version` is refused as a whole, so that a node with an older program neither
            acts on half of it nor guesses.

            ```yaml
            interval: 60s
            scheduler:
              kind: slurm
            policy:
              mode: observe
            checks:
              memory.size: {expected: 512GiB}
              home: {check: mount, path: /home, for: {hosts: 'gpu[001-064]'}}
            ```

            The file is UTF-8, at most 1 MiB, one YAML document without tabs, tags, anchors and aliases. A duration has a
            unit: `500ms`, `90s`, `5m`, `2h`, `1d`. A size may have one: `512GiB` is 1,024 based, `512GB` is 1,000 based, a
            bare number is bytes.
            """;

    private static final String CHECKS =
            """

            ## checks

            What is looked at on this node. Without any check here the built-in profile runs, which expects nothing of the
            node; as soon as one is written, only those that are written run. Each key is a name of the site's choice and
            stands for one instance of a check; the name is enough when it is the check's own. A check's `mode` wins over
            that of the policy, in both directions: a site can act on one check while it observes the others, and two
            instances with another `for` act on some nodes and observe on the rest.

            A check with `every` looks at the first periodic run after that time, and at each boot, and when its settings
            have changed. Between, its last outcome stands for the node's health; it counts neither as a failing nor as a
            passing look, and brings no node back. What could not look is tried again at the next run. The fail window of
            such a check is at least as long as `failCount` looks take and half an `every` more. A `command` whose
            executable is new or has changed, by the digest of the file and of the scripts that it is given by their path,
            only observes until it has passed once on the node.

            These keys every check has:

            """;

    private static final String FOR =
            """

            `for` says on which nodes an instance runs, every node when it is left out. In a list one match is enough; all
            keys that are given must match. What partitions, features and resources this node has, the scheduler is asked once
            a boot and then every 24 hours, and only where the configuration needs it. Until it has answered, checks that hang
            on it do not run and count as undetermined, and Farrier observes:

            """;

    private final StringBuilder out = new StringBuilder();

    private ConfigReference() {}

    /**
     * @param kinds in the order in which they are to be described
     */
    public static String markdown(List<Declared> kinds) {
        return new ConfigReference().of(kinds);
    }

    private String of(List<Declared> kinds) {
        out.append(INTRODUCTION).append("\n## Top level\n\n");
        table(List.of(HealthConfig.VERSION, HealthConfig.INTERVAL));
        for (Section section : HealthConfig.SECTIONS) {
            out.append("\n## ").append(section.name()).append("\n\n");
            out.append(section.doc()).append("\n\n");
            table(section.settings());
        }
        out.append(CHECKS);
        heading();
        row(CheckConfig.CHECK);
        rows(CheckConfig.COMMON);
        out.append(FOR);
        table(Applies.conditions(Applies.hosts(List::of)));
        for (Declared kind : kinds) {
            out.append("\n### ").append(kind.id()).append("\n\n");
            out.append(escaped(kind.summary())).append('\n');
            if (kind.settings().isEmpty()) {
                out.append("\nIt has no keys of its own.\n");
            } else {
                out.append('\n');
                table(kind.settings());
            }
        }
        return out.toString();
    }

    private void table(List<Setting<?>> settings) {
        heading();
        rows(settings);
    }

    private void heading() {
        out.append("| Key | Value | Default | Required | Meaning |\n");
        out.append("|---|---|---|---|---|\n");
    }

    private void rows(List<Setting<?>> settings) {
        for (Setting<?> setting : settings) {
            row(setting);
        }
    }

    private <T> void row(Setting<T> setting) {
        String fallback =
                setting.defaultValue()
                        .map(value -> "`" + escaped(setting.type().show(value)) + "`")
                        .orElse("");
        out.append("| `").append(setting.name()).append("` | ");
        out.append(escaped(setting.type().expects())).append(" | ");
        out.append(fallback).append(" | ");
        out.append(setting.required() ? "yes" : "no").append(" | ");
        out.append(escaped(setting.doc())).append(" |\n");
    }

    /** Keeps a cell of a table one cell. */
    private static String escaped(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }
}
