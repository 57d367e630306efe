package dev.farrier.slurm;

import dev.farrier.action.OwnerRule;
import java.time.Duration;
import java.util.Optional;

/**
 * How Slurm is reached.
 *
 * @param scontrol absolute path; hooks have no PATH
 * @param slurmConf for {@code SLURM_CONF}; empty where scontrol finds it by itself
 * @param callTimeout the most that one command may take; Slurm's own limits are 10 to 60 s
 */
public record SlurmSettings(
        String scontrol, Optional<String> slurmConf, Duration callTimeout, OwnerRule owners) {
    /** Half of Slurm's own MessageTimeout: a healthy controller answers within 0.1 s. */
    public static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

    public SlurmSettings {
        if (!scontrol.startsWith("/")) {
            throw new IllegalArgumentException(
                    "the path of scontrol must be absolute, as /usr/bin/scontrol is: " + scontrol);
        }
    }

    /** The path of sinfo: it lies beside scontrol. */
    String sinfo() {
        return scontrol.substring(0, scontrol.lastIndexOf('/') + 1) + "sinfo";
    }

    /** Slurm as most sites have it: SlurmUser slurm, slurm.conf where scontrol looks for it. */
    public static SlurmSettings of(String scontrol) {
        return new SlurmSettings(
                scontrol, Optional.empty(), CALL_TIMEOUT, OwnerRule.ofFarrier("slurm"));
    }
}
