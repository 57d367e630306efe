package dev.farrier.telemetry.bmc;

/** The tool by which the BMC of this machine is asked. */
public enum IpmiTool {
    IPMITOOL("ipmitool"),
    FREEIPMI("freeipmi");

    private final String word;

    IpmiTool(String word) {
        this.word = word;
    }

    /** The word for it in the configuration. */
    public String word() {
        return word;
    }
}
