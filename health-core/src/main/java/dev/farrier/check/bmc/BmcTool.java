package dev.farrier.check.bmc;

import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.bmc.IpmiTool;
import java.util.LinkedHashMap;
import java.util.Map;

/** The setting that all checks by IPMI have. */
final class BmcTool {
    static final Setting<IpmiTool> TOOL =
            Setting.withDefault(
                    "tool",
                    SettingTypes.oneOf(words()),
                    IpmiTool.IPMITOOL,
                    "What asks the BMC: ipmitool, or ipmi-sel and ipmi-sensors of FreeIPMI.");

    private BmcTool() {}

    private static Map<String, IpmiTool> words() {
        Map<String, IpmiTool> words = new LinkedHashMap<>();
        for (IpmiTool tool : IpmiTool.values()) {
            words.put(tool.word(), tool);
        }
        return words;
    }
}
