package dev.farrier.explain;

import dev.farrier.check.Finding;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import dev.farrier.telemetry.nvidia.GpuListing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How {@code nvidia-smi} failed to begin: a JSON list of {@code id}, {@code rc} or {@code
 * timed_out}, {@code stdout}, {@code stderr} and {@code kill_result}.
 */
final class NvidiaSmiStartExplainer implements Explainer {
    @Override
    public String kind() {
        return "nvsmi-text";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            String text = input.text();
            boolean nvidias =
                    text.contains("nvidia-smi") || text.contains("NVML") || text.contains("NVIDIA");
            if (nvidias && JsonCases.areObjectsWith(input.json(), "rc", "timed_out")) {
                picked.add(input);
            }
        }
        return picked;
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        int expected = (int) context.number("expected_gpus").orElse(0);
        Map<String, Object> members = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            int number = 0;
            for (Map<String, Object> captured : JsonCases.objects(input)) {
                number++;
                CommandResult result = CapturedCommand.of(captured, "nvidia-smi");
                Map<String, Object> told = told(result, expected);
                String id = JsonCases.text(captured, "id");
                members.put(id.isEmpty() ? String.valueOf(number) : id, told);
                lines.add(
                        result.describe()
                                + ": "
                                + told.get("class")
                                + ", driver and GPUs "
                                + told.get("verdict")
                                + ", action "
                                + told.get("action"));
            }
        }
        return new Explanation(members, lines);
    }

    /** The verdict is that of the driver and its GPUs; what the node's is, says the policy. */
    private static Map<String, Object> told(CommandResult result, int expected) {
        NvidiaSmiLook look = NvidiaSmiLook.of(result, expected);
        List<Finding> findings = look.findings();
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("class", word(result, look));
        told.put("verdict", verdict(look, expected));
        told.put("action", findings.isEmpty() ? "none" : findings.get(0).fault().remedy().word());
        look.listing()
                .flatMap(listing -> listing.lost().stream().findFirst())
                .ifPresent(lost -> told.put("pci", lost.pciId()));
        told.put("node_verdict", look.verdict().health().word());
        if (result.end() == End.STUCK) {
            told.put("no_new_probe_while_stuck", true);
        }
        return told;
    }

    private static String verdict(NvidiaSmiLook look, int expected) {
        GpuListing listing = look.listing().orElse(null);
        if (listing == null) {
            return "unknown";
        }
        boolean absent =
                listing.driver() == GpuListing.Driver.NOT_LOADED
                        || listing.driver() == GpuListing.Driver.NO_DEVICES;
        if (absent && expected == 0) {
            return "unknown"; // perhaps there are none
        }
        return look.findings().isEmpty() ? "healthy" : "unhealthy";
    }

    private static String word(CommandResult result, NvidiaSmiLook look) {
        GpuListing listing = look.listing().orElse(null);
        if (listing != null) {
            boolean ready = listing.driver() == GpuListing.Driver.READY;
            return ready
                    ? listing.lost().isEmpty() ? "answers" : "gpu-lost"
                    : listing.driver().word();
        }
        if (result.end() == End.NOT_FOUND) {
            return "tool-missing";
        }
        if (result.end() == End.TIMED_OUT) {
            return "timed-out";
        }
        if (result.stdout().contains("Insufficient Permissions")) {
            return "not-permitted";
        }
        return result.stdout().startsWith("Failed to initialize NVML") ? "nvml-unknown" : "other";
    }
}
