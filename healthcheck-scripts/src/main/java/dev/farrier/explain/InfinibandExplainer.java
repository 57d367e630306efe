package dev.farrier.explain;

import dev.farrier.check.Finding;
import dev.farrier.check.fabric.InfinibandPortCheck;
import dev.farrier.telemetry.linux.Ibstat;
import dev.farrier.telemetry.linux.InfinibandPorts;
import dev.farrier.telemetry.linux.InfinibandSource;
import dev.farrier.telemetry.linux.PortCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ports of InfiniBand and RoCE: as {@code ibstat} prints them, or in a tree of {@code /sys},
 * perhaps with a later one. Which ports are needed, and how fast, stands in the context.
 */
final class InfinibandExplainer implements Explainer {
    private static final String FOLDER = "/class/infiniband";
    private static final String ADAPTER = "CA '";
    private static final long USUAL_FLAPS = 3;

    private final boolean printed;

    /**
     * @param printed what {@code ibstat} prints; else trees
     */
    InfinibandExplainer(boolean printed) {
        this.printed = printed;
    }

    @Override
    public String kind() {
        return printed ? "ib-ibstat" : "ib-sysfs";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        if (printed) {
            return inputs.stream().filter(input -> input.firstLine().startsWith(ADAPTER)).toList();
        }
        return SysTrees.below(inputs, FOLDER);
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        InfinibandPorts seen =
                printed
                        ? printed(inputs)
                        : SysTrees.of(inputs, context)
                                .observe(
                                        (sys, book, window) ->
                                                InfinibandSource.read(sys, book, window, false));
        InfinibandPortCheck check = check(context);
        Map<String, Object> verdicts = new LinkedHashMap<>();
        Map<String, Object> words = new LinkedHashMap<>();
        Map<String, Object> deltas = new LinkedHashMap<>();
        Map<String, Object> unreadable = new LinkedHashMap<>();
        Map<String, Object> parsed = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (InfinibandPorts.Port port : seen.ports()) {
            List<Finding> findings = check.isJudged(port) ? check.judge(port, seen) : List.of();
            String verdict = verdict(check, port, findings);
            verdicts.put(port.name(), verdict);
            parsed.put(port.name(), members(port));
            addWords(port.name(), verdict, findings, words, lines);
            Map<String, Object> grown = grown(port);
            if (!grown.isEmpty()) {
                deltas.put(port.name(), grown);
            }
            if (!port.unreadable().isEmpty()) {
                unreadable.put(port.name(), port.unreadable());
            }
        }
        for (Finding missing : check.missing(seen)) {
            String name = missing.component().id();
            verdicts.put(name, Verdicts.UNHEALTHY);
            addWords(name, Verdicts.UNHEALTHY, List.of(missing), words, lines);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("ports", verdicts);
        members.put("findings", words);
        members.put("parsed", parsed);
        if (!printed) {
            members.put("deltas", deltas);
            members.put("unreadable", unreadable);
            members.put("ignored_counters", PortCounters.IGNORED);
        }
        return new Explanation(members, lines);
    }

    private static InfinibandPorts printed(List<Input> inputs) {
        List<InfinibandPorts.Port> ports = new ArrayList<>();
        for (Input input : inputs) {
            ports.addAll(input.read(Ibstat::parse).ports());
        }
        return new InfinibandPorts(ports);
    }

    private static InfinibandPortCheck check(Context context) {
        List<String> required = new ArrayList<>();
        if (context.members().get("expected_ib_ports") instanceof List<?> names) {
            names.forEach(name -> required.add(String.valueOf(name)));
        }
        Optional<Integer> rate =
                context.number("expected_rate").isPresent()
                        ? Optional.of((int) context.number("expected_rate").getAsLong())
                        : Optional.empty();
        return new InfinibandPortCheck(
                required, rate, (int) context.number("flap_threshold").orElse(USUAL_FLAPS));
    }

    private static String verdict(
            InfinibandPortCheck check, InfinibandPorts.Port port, List<Finding> findings) {
        if (!check.isJudged(port)) {
            return Verdicts.IGNORED;
        }
        boolean silent = port.state() == InfinibandPorts.State.UNKNOWN && findings.isEmpty();
        return silent ? Verdicts.UNKNOWN : Verdicts.of(findings);
    }

    private static void addWords(
            String port,
            String verdict,
            List<Finding> findings,
            Map<String, Object> words,
            List<String> lines) {
        List<String> values = Verdicts.values(findings);
        if (!values.isEmpty()) {
            words.put(port, String.join("; ", values));
        }
        lines.add(Verdicts.line(port, verdict, values));
    }

    private static Map<String, Object> members(InfinibandPorts.Port port) {
        Map<String, Object> members = new LinkedHashMap<>();
        InfinibandPorts.Rate rate = port.rate();
        members.put("rate", rate.gigabits() == 0 ? null : rate.gigabits());
        members.put("width", rate.width().isEmpty() ? null : rate.width());
        members.put("speed", rate.speed().isEmpty() ? null : rate.speed());
        members.put("ethernet", port.ethernet());
        return members;
    }

    private static Map<String, Object> grown(InfinibandPorts.Port port) {
        Map<String, Object> grown = new LinkedHashMap<>();
        for (String counter : PortCounters.names()) {
            port.increase(counter)
                    .filter(increase -> increase.by() > 0)
                    .ifPresent(increase -> grown.put(counter, increase.by()));
        }
        return grown;
    }
}
