package dev.farrier.config;

import dev.farrier.NodeName;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How this node's scheduler is told.
 *
 * @param nodeName the scheduler's name for this node; empty: it is found out
 * @param scontrol absolute path
 * @param slurmConf absolute path; empty: the scheduler's own default
 * @param slurmUser the scheduler's SlurmUser, whose drains may be ours
 * @param timeout for one command of the scheduler
 * @param hostMustMatch act only where the scheduler takes this machine for the node
 */
public record SchedulerConfig(
        Kind kind,
        Optional<NodeName> nodeName,
        String scontrol,
        Optional<String> slurmConf,
        String slurmUser,
        Duration timeout,
        boolean hostMustMatch) {
    /** The schedulers that there are. */
    public enum Kind {
        NONE,
        SLURM
    }

    static final Setting<Kind> KIND =
            Setting.withDefault(
                    "kind",
                    SettingTypes.oneOf(Map.of("none", Kind.NONE, "slurm", Kind.SLURM)),
                    Kind.NONE,
                    "The scheduler of this node; with `none`, Farrier judges and never acts.");
    static final Setting<NodeName> NODE_NAME =
            Setting.optional(
                    "nodeName",
                    SettingTypes.NODE_NAME,
                    "The scheduler's name for this node, where it cannot be found out.");
    static final Setting<String> SCONTROL =
            Setting.withDefault(
                    "scontrol",
                    SettingTypes.PATH,
                    "/usr/bin/scontrol",
                    "Slurm's command to read and change nodes.");
    static final Setting<String> SLURM_CONF =
            Setting.optional(
                    "slurmConf",
                    SettingTypes.PATH,
                    "Given to Slurm's commands as `SLURM_CONF`, where slurm.conf is not at its"
                            + " usual place.");
    static final Setting<String> SLURM_USER =
            Setting.withDefault(
                    "slurmUser",
                    SettingTypes.USER,
                    "slurm",
                    "The SlurmUser of slurm.conf; a drain set by root or this user can be ours.");
    static final Setting<Duration> TIMEOUT =
            Setting.withDefault(
                    "timeout",
                    SettingTypes.TIMEOUT,
                    Duration.ofSeconds(5),
                    "How long one command of the scheduler may take.");
    static final Setting<Boolean> HOST_MUST_MATCH =
            Setting.withDefault(
                    "hostMustMatch",
                    SettingTypes.FLAG,
                    true,
                    "Act only on a machine whose host name is the one that the scheduler has for"
                            + " the node; `false` where slurmd runs under other names"
                            + " (`slurmd -N`).");

    static final Section SECTION =
            new Section(
                    "scheduler",
                    "The scheduler that takes this node out of service and puts it back.",
                    List.of(
                            KIND,
                            NODE_NAME,
                            SCONTROL,
                            SLURM_CONF,
                            SLURM_USER,
                            TIMEOUT,
                            HOST_MUST_MATCH));

    static SchedulerConfig of(Settings settings) {
        return new SchedulerConfig(
                settings.get(KIND),
                settings.find(NODE_NAME),
                settings.get(SCONTROL),
                settings.find(SLURM_CONF),
                settings.get(SLURM_USER),
                settings.get(TIMEOUT),
                settings.get(HOST_MUST_MATCH));
    }

    Settings settings() {
        Map<String, Object> values = new HashMap<>();
        values.put(KIND.name(), kind);
        nodeName.ifPresent(name -> values.put(NODE_NAME.name(), name));
        values.put(SCONTROL.name(), scontrol);
        slurmConf.ifPresent(path -> values.put(SLURM_CONF.name(), path));
        values.put(SLURM_USER.name(), slurmUser);
        values.put(TIMEOUT.name(), timeout);
        values.put(HOST_MUST_MATCH.name(), hostMustMatch);
        return new Settings(values);
    }
}
