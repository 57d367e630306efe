package dev.farrier.explain;

import dev.farrier.check.Finding;
import dev.farrier.check.fabric.PcieLinkCheck;
import dev.farrier.telemetry.linux.PcieDevices;
import dev.farrier.telemetry.linux.PcieSource;
import dev.farrier.telemetry.nvidia.GpuLoad;
import dev.farrier.telemetry.nvidia.GpuLoadSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Links of PCI Express in a tree of {@code /sys}, with a list of {@code nvidia-smi} beside it that
 * says which GPUs are at work.
 */
final class PcieLinkExplainer implements Explainer {
    private static final String LOADS = "pci.bus_id";
    private static final String REPLACED = "\uFFFD\uFFFD\uFFFD\uFFFD"; // what 0xff is read as

    @Override
    public String kind() {
        return "sysfs-pcie";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        boolean links = false;
        for (Input input : PcieErrorsExplainer.devices(inputs)) {
            if (!PcieErrorsExplainer.isCounter(input)) {
                picked.add(input);
                links |= input.fileName().startsWith("current_link_");
            }
        }
        if (!links) {
            return List.of();
        }
        for (Input input : inputs) {
            if (input.tree().isEmpty() && tellsLoads(input.firstLine())) {
                picked.add(input);
            }
        }
        return picked;
    }

    /** A list of GPUs by their address, with what says whether they are at work. */
    private static boolean tellsLoads(String header) {
        return header.startsWith(LOADS)
                || header.startsWith("index, " + LOADS) && header.contains("pstate");
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, GpuLoad.Load> loads = new HashMap<>();
        Map<String, String> starts = new HashMap<>();
        SysTrees trees = SysTrees.of(inputs, context);
        for (Input input : inputs) {
            if (input.tree().isEmpty()) {
                loads.putAll(input.read(GpuLoadSource::parse).byPciId());
            } else if (input.fileName().equals("config")
                    && input.text().startsWith(REPLACED)
                    && input.tree().get().later() == trees.later().isPresent()) {
                String[] part = input.path().split("/", -1);
                starts.put(part[part.length - 2], "ff ff ff ff");
            }
        }
        PcieDevices pcie =
                trees.observe(
                        (sys, book, window) ->
                                PcieSource.read(sys, starts, new GpuLoad(loads), book, window));
        Map<String, Object> devices = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (PcieDevices.Device device : pcie.devices()) {
            List<Finding> findings = findings(device);
            String verdict = verdict(device, findings);
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("verdict", verdict);
            members.put("findings", Verdicts.values(findings));
            members.put("width", device.link().width() == 0 ? null : device.link().width());
            members.put("speed_gt_s", device.link().speed() == 0 ? null : device.link().speed());
            members.put("best_width", device.best().width() == 0 ? null : device.best().width());
            members.put(
                    "best_speed_gt_s", device.best().speed() == 0 ? null : device.best().speed());
            members.put("busy", device.busy().orElse(null));
            devices.put(device.address(), members);
            lines.add(Verdicts.line(device.address(), verdict, Verdicts.values(findings)));
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("devices", devices);
        return new Explanation(members, lines);
    }

    private static List<Finding> findings(PcieDevices.Device device) {
        return device.kind() == PcieDevices.Kind.OTHER ? List.of() : PcieLinkCheck.judge(device);
    }

    private static String verdict(PcieDevices.Device device, List<Finding> findings) {
        if (device.kind() == PcieDevices.Kind.OTHER) {
            return Verdicts.IGNORED;
        }
        if (device.state() == PcieDevices.State.LOST) {
            return Verdicts.UNHEALTHY;
        }
        boolean silent = device.state() == PcieDevices.State.ASLEEP || device.link().width() == 0;
        return silent && findings.isEmpty() ? Verdicts.UNKNOWN : Verdicts.of(findings);
    }
}
