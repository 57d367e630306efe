package dev.farrier.action;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells whose a drain is, from nothing but what the scheduler keeps: the text, who set it, and
 * whether the node is out of service at all.
 *
 * @param prefix what our own texts start with, exactly
 * @param checksummed whether a checksum proves that a text of ours is unedited; without one,
 *     whatever stands behind {@code " -- "} is an editor's
 * @param users who may have set a drain of ours: root and the scheduler's own user
 */
public record OwnerRule(String prefix, boolean checksummed, Set<String> users) {
    /** Who appends one of those, whatever the name of the scheduler's user. */
    private static final String SLURM = "slurm";

    private static final String EDITORS_MARK = " -- ";

    /** Slurm's own texts, whole. */
    private static final Set<String> SLURM_TEXTS =
            Set.of(
                    "Not responding",
                    "Kill task failed",
                    "batch job complete failure",
                    "Prolog error",
                    "Epilog error",
                    "Prolog/Epilog failure",
                    "Duplicate jobid",
                    "SlurmdSpoolDir is full",
                    "Node unexpectedly rebooted",
                    "ResumeTimeout reached",
                    "Reboot ASAP");

    /** How those of Slurm's texts begin that go on with figures. */
    private static final List<String> SLURM_BEGINNINGS =
            List.of(
                    "Low RealMemory (",
                    "Low TmpDisk (",
                    "Low CPUs (",
                    "Low Cores (",
                    "Low socket*core*thread count",
                    "Low socket*core count");

    public OwnerRule {
        users = Set.copyOf(users);
        if (checksummed && !prefix.equals(Reason.PREFIX)) {
            throw new IllegalArgumentException(
                    "only texts that start with " + Reason.PREFIX + " carry a checksum: " + prefix);
        }
    }

    /**
     * The rule by which Farrier judges its own drains.
     *
     * @param slurmUser the user that the scheduler runs as; may be root
     */
    public static OwnerRule ofFarrier(String slurmUser) {
        return new OwnerRule(
                Reason.PREFIX,
                true,
                slurmUser.equals("root") ? Set.of("root") : Set.of("root", slurmUser));
    }

    /**
     * @param outOfService whether the node is drained, down or failed; a text on a node that is in
     *     service is a leftover and proves nothing
     */
    public Owner owner(Optional<String> reason, Optional<String> user, boolean outOfService) {
        if (!outOfService) {
            return Owner.NONE;
        }
        Owner author = author(reason.orElse(""), user);
        return author == Owner.NONE ? Owner.UNKNOWN : author;
    }

    /**
     * Who wrote such a text, as far as the text and the user tell.
     *
     * @return {@code NONE} for the words by which Slurm says that there is no text
     */
    public Owner author(String reason, Optional<String> user) {
        if (isNoText(reason)) {
            return Owner.NONE;
        }
        String text = reason;
        boolean suffixed = false;
        boolean unquoted = false;
        while (!(checksummed && Reason.isUnedited(text))) {
            String shorter = withoutSuffix(text);
            if (!shorter.equals(text)) {
                suffixed = true;
            } else if (!unquoted && isQuoted(text)) {
                unquoted = true;
                shorter = text.substring(1, text.length() - 1);
            } else {
                break;
            }
            text = shorter;
        }
        if (!text.startsWith(prefix)) {
            return foreign(text, user);
        }
        return isUnedited(text) && isOurUser(user, suffixed) ? ourOwner(text) : Owner.EDITED;
    }

    /** What Slurm prints where there is no reason. */
    public static boolean isNoText(String reason) {
        return reason.isBlank() || reason.equals("(null)") || reason.equals("none");
    }

    private boolean isUnedited(String text) {
        return checksummed ? Reason.isUnedited(text) : !text.contains(EDITORS_MARK);
    }

    private boolean isOurUser(Optional<String> user, boolean suffixed) {
        return user.isPresent()
                && (users.contains(user.get()) || suffixed && user.get().equals(SLURM));
    }

    private Owner ourOwner(String text) {
        int from = prefix.length();
        if (checksummed) {
            from = text.indexOf(' ', from) + 1;
        }
        boolean manual =
                text.startsWith(Reason.MANUAL, from)
                        && (text.length() == from + Reason.MANUAL.length()
                                || text.charAt(from + Reason.MANUAL.length()) == ' ');
        return manual ? Owner.MANUAL : Owner.OURS;
    }

    private static String withoutSuffix(String text) {
        for (String suffix : Reason.ADDITIONS) {
            if (text.endsWith(suffix)) {
                return text.substring(0, text.length() - suffix.length());
            }
        }
        return text;
    }

    private static boolean isQuoted(String text) {
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    }

    private Owner foreign(String text, Optional<String> user) {
        if (text.startsWith("NHC:")) {
            return Owner.NHC;
        }
        boolean bySlurm = user.isEmpty() || isOurUser(user, true);
        if (bySlurm && isSlurms(text)) {
            return Owner.SLURM;
        }
        int bracket = text.indexOf("] ");
        boolean tagged = text.startsWith("[") && bracket > 1 && text.indexOf(' ') > bracket;
        return tagged ? Owner.OTHER_TOOL : Owner.ADMIN;
    }

    private static boolean isSlurms(String text) {
        if (SLURM_TEXTS.contains(text)) {
            return true;
        }
        for (String beginning : SLURM_BEGINNINGS) {
            if (text.startsWith(beginning)) {
                return true;
            }
        }
        return text.startsWith("gres/") && text.contains(" count reported lower than configured (");
    }
}
