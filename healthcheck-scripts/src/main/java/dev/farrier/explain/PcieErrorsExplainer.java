package dev.farrier.explain;

import dev.farrier.check.fabric.PcieErrorsCheck;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.AerCounters;
import dev.farrier.telemetry.linux.PcieDevices;
import dev.farrier.telemetry.linux.PcieSource;
import dev.farrier.telemetry.linux.SysFiles;
import dev.farrier.telemetry.nvidia.GpuLoad;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The error counters of PCI Express in a tree of {@code /sys}, perhaps with a later one. */
final class PcieErrorsExplainer implements Explainer {
    private static final String FOLDER = "/bus/pci/devices";
    private static final String COUNTER = "aer_";
    private static final String CORRECTABLE = "aer_dev_correctable";
    private static final List<String> UNCORRECTABLE = List.of("aer_dev_nonfatal", "aer_dev_fatal");
    private static final int USUAL_LIMIT = 10;

    @Override
    public String kind() {
        return "sysfs-aer";
    }

    static List<Input> devices(List<Input> inputs) {
        List<Input> found = new ArrayList<>(SysTrees.below(inputs, FOLDER));
        for (Input input : SysTrees.below(inputs, "/devices")) {
            if (input.tree().orElseThrow().path().startsWith("/devices/pci")) {
                found.add(input);
            }
        }
        return found;
    }

    static boolean isCounter(Input input) {
        return input.fileName().startsWith(COUNTER);
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> devices = devices(inputs);
        List<Input> counters = devices.stream().filter(PcieErrorsExplainer::isCounter).toList();
        boolean links =
                devices.stream().anyMatch(input -> input.fileName().startsWith("current_link_"));
        return counters.isEmpty() || links ? counters : devices;
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        SysTrees trees = SysTrees.of(inputs, context);
        int limit = (int) context.number("correctable_rate_limit_per_s").orElse(USUAL_LIMIT);
        PcieErrorsCheck check = new PcieErrorsCheck(limit);
        GpuLoad none = new GpuLoad(Map.of());
        PcieDevices pcie =
                trees.observe(
                        (sys, book, window) -> PcieSource.read(sys, Map.of(), none, book, window));
        Map<String, Object> verdicts = new LinkedHashMap<>();
        Map<String, Object> deltas = new LinkedHashMap<>();
        Map<String, Object> rates = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (PcieDevices.Device device : pcie.devices()) {
            String verdict = verdict(check, device, trees.later().isPresent());
            verdicts.put(device.address(), verdict);
            List<String> words = new ArrayList<>();
            check.judge(device).forEach(finding -> words.add(finding.message()));
            lines.add(Verdicts.line(device.address(), verdict, words));
            addGrowth(trees, device.address(), deltas, rates);
        }
        for (Input input : inputs) {
            String[] part = input.path().split("/", -1);
            String address = part.length > 1 ? part[part.length - 2] : "";
            if (isCounter(input) && !verdicts.containsKey(address)) {
                verdicts.put(address, Verdicts.UNKNOWN); // gone from the later tree
                lines.add(Verdicts.line(address, Verdicts.UNKNOWN, List.of("not there any more")));
            }
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("devices", verdicts);
        members.put("deltas", deltas);
        members.put("rates_per_s", rates);
        return new Explanation(members, lines);
    }

    /** Of the part alone, whatever it is; of a tree alone its totals are those of the boot. */
    private static String verdict(PcieErrorsCheck check, PcieDevices.Device device, boolean later) {
        PcieDevices.Errors errors = device.errors();
        if (grew(errors.fatal(), later)) {
            return Verdicts.UNHEALTHY;
        }
        if (grew(errors.nonfatal(), later)) {
            return Verdicts.DEGRADED;
        }
        String verdict = Verdicts.of(check.judge(device));
        boolean silent = errors.fatal().isEmpty() && verdict.equals(Verdicts.HEALTHY);
        return silent ? Verdicts.UNKNOWN : verdict;
    }

    private static boolean grew(Optional<PcieDevices.Count> count, boolean later) {
        return count.filter(
                        known ->
                                later
                                        ? known.increase().map(Increase::by).orElse(0L) > 0
                                        : known.total() > 0)
                .isPresent();
    }

    private static void addGrowth(
            SysTrees trees, String address, Map<String, Object> deltas, Map<String, Object> rates) {
        if (trees.later().isEmpty()) {
            return;
        }
        Map<String, Object> grown = new LinkedHashMap<>();
        Map<String, Object> perSecond = new LinkedHashMap<>();
        growth(trees, address, CORRECTABLE)
                .forEach(
                        (name, by) -> {
                            grown.put(name, by);
                            if (!name.startsWith("TOTAL_")) {
                                perSecond.put(name, (double) by / trees.seconds());
                            }
                        });
        for (String file : UNCORRECTABLE) {
            growth(trees, address, file)
                    .forEach((name, by) -> grown.merge(name, by, PcieErrorsExplainer::sum));
        }
        if (!grown.isEmpty()) {
            deltas.put(address, grown);
        }
        if (!perSecond.isEmpty()) {
            rates.put(address, perSecond);
        }
    }

    private static Object sum(Object a, Object b) {
        return (Long) a + (Long) b;
    }

    /** By name, what grew; nothing when a counter was set back, since then none is known. */
    private static Map<String, Long> growth(SysTrees trees, String address, String file) {
        Map<String, Long> grown = new LinkedHashMap<>();
        Map<String, Long> before = counters(trees.now(), address, file);
        for (Map.Entry<String, Long> count : counters(trees.last(), address, file).entrySet()) {
            Long earlier = before.get(count.getKey());
            if (earlier == null || count.getValue() < earlier) {
                return Map.of();
            }
            if (count.getValue() > earlier) {
                grown.put(count.getKey(), count.getValue() - earlier);
            }
        }
        return grown;
    }

    private static Map<String, Long> counters(SysFiles tree, String address, String file) {
        try {
            return tree.text(FOLDER + "/" + address + "/" + file)
                    .map(AerCounters::parse)
                    .map(AerCounters::all)
                    .orElse(Map.of());
        } catch (IllegalArgumentException | java.nio.file.AccessDeniedException odd) {
            return Map.of();
        }
    }
}
