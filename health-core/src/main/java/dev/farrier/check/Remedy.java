package dev.farrier.check;

/** The repair that a finding suggests. */
public enum Remedy {
    NONE("none"),
    WATCH("watch"),
    RESTART_APP("restart-app"),
    CHECK_ROW_REMAP("check-row-remap"),
    NVLINK_WORKFLOW("nvlink-workflow"),
    FOLLOW_CAUSE("follow-cause"),
    SEE_RECOVERY_ACTION("see-recovery-action"),
    DRAIN_THEN_RESET("drain-then-reset"),
    RESET_GPU("reset-gpu"),
    REBOOT_NODE("reboot-node"),
    REPLACE("replace"),
    CONTACT_VENDOR("contact-vendor"),
    ESCALATE("escalate");

    private final String word;

    Remedy(String word) {
        this.word = word;
    }

    /** The word for it in JSON. */
    public String word() {
        return word;
    }
}
