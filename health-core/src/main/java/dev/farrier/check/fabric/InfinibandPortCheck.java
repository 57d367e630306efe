package dev.farrier.check.fabric;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.NodeView;
import dev.farrier.check.Proposal;
import dev.farrier.check.Remedy;
import dev.farrier.check.Windows;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.InfinibandPorts;
import dev.farrier.telemetry.linux.InfinibandPorts.Port;
import dev.farrier.telemetry.linux.InfinibandSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds ports of InfiniBand and RoCE that are down, slow, or make errors. Ports that somebody
 * requires take the node out of service when they are down; of the others, only those of InfiniBand
 * are looked at.
 */
public final class InfinibandPortCheck implements Check<InfinibandPorts> {
    private static final double HOUR = 3600;

    private static final Fault DOWN = Fault.of("ib.port.down", Severity.FATAL, Remedy.ESCALATE);
    private static final Fault MISSING =
            Fault.of("ib.port.missing", Severity.FATAL, Remedy.REBOOT_NODE);
    private static final Fault NOT_ACTIVE =
            Fault.of("ib.port.not-active", Severity.WARNING, Remedy.WATCH);
    private static final Fault RECOVERING =
            Fault.of("ib.port.recovering", Severity.DEGRADED, Remedy.WATCH);
    private static final Fault SLOW = Fault.of("ib.port.slow", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault FLAPPING =
            Fault.of("ib.port.flapping", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault ERRORS =
            Fault.of("ib.port.errors", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault NO_ADDRESS =
            Fault.of("ib.port.no-address", Severity.WARNING, Remedy.ESCALATE);

    private static final String LINK_DOWNED = "link_downed";

    /** How many of each are let pass in an hour; flaps have a setting of their own. */
    private static final Map<String, Integer> PER_HOUR = new LinkedHashMap<>();

    static {
        PER_HOUR.put("symbol_error", 120); // a link at its permitted error rate makes about ten
        PER_HOUR.put("link_error_recovery", 12);
        PER_HOUR.put("local_link_integrity_errors", 3);
        PER_HOUR.put("excessive_buffer_overrun_errors", 3);
        PER_HOUR.put("port_rcv_errors", 3_600);
        PER_HOUR.put("port_rcv_constraint_errors", 120);
        PER_HOUR.put("port_xmit_constraint_errors", 120);
        PER_HOUR.put("port_xmit_discards", 36_000);
    }

    private static final Setting<List<String>> PORTS =
            Setting.optional(
                    "ports",
                    SettingTypes.TEXTS,
                    "The ports that the node needs, such as mlx5_0:1, or mlx5_0 for its port 1;"
                            + " without it no port is required.");
    private static final Setting<Integer> RATE =
            Setting.optional(
                    "rate",
                    SettingTypes.COUNT,
                    "The rate of these ports in Gb/s; without it those of one model are compared.");
    private static final Setting<Integer> FLAPS =
            Setting.withDefault(
                    "flaps",
                    SettingTypes.COUNT,
                    3,
                    "From how many losses of the link on a port is flapping.");

    public static final CheckKind KIND =
            new CheckKind(
                            "ib.port",
                            "The ports of InfiniBand are active, as fast as they should be, and make few"
                                    + " errors; those of RoCE where they are required.",
                            List.of(PORTS, RATE, FLAPS, Windows.WINDOW),
                            List.of(
                                    DOWN,
                                    MISSING,
                                    NOT_ACTIVE,
                                    RECOVERING,
                                    SLOW,
                                    FLAPPING,
                                    ERRORS,
                                    NO_ADDRESS),
                            (settings, sources) -> {
                                Duration window = settings.get(Windows.WINDOW);
                                boolean expected = settings.find(PORTS).isPresent();
                                return new CheckKind.Made<>(
                                        of(settings),
                                        sources.shared(
                                                InfinibandSource.class,
                                                window.toSeconds() + " " + expected,
                                                machine ->
                                                        new InfinibandSource(
                                                                machine, window, expected)));
                            })
                    .proposing(InfinibandPortCheck::propose);

    private final List<String> required;
    private final Optional<Integer> rate;
    private final int flaps;

    /**
     * @param required names such as {@code mlx5_0:1}; empty where none is
     */
    public InfinibandPortCheck(List<String> required, Optional<Integer> rate, int flaps) {
        List<String> names = new ArrayList<>();
        for (String name : required) {
            names.add(name.indexOf(':') < 0 ? name + ":1" : name);
        }
        this.required = List.copyOf(names);
        this.rate = rate;
        this.flaps = flaps;
    }

    private static InfinibandPortCheck of(Settings settings) {
        return new InfinibandPortCheck(
                settings.find(PORTS).orElse(List.of()), settings.find(RATE), settings.get(FLAPS));
    }

    /** The active ports; one that is not may have no cable on purpose, so it is only named. */
    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        CheckKind.Made<?> made = KIND.maker().make(Settings.EMPTY, node.sources());
        Object seen = node.see(made.source()).orElse(null);
        if (!(seen instanceof InfinibandPorts ports)) {
            return List.of();
        }
        List<String> active = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (InfinibandPorts.Port port : ports.ports()) {
            if (!port.ethernet()) {
                (port.isActive() ? active : others).add(port.name());
            }
        }
        Proposal proposal = Proposal.named(KIND.id());
        if (!active.isEmpty()) {
            proposal = proposal.with(PORTS, active);
        }
        return List.of(
                others.isEmpty()
                        ? proposal
                        : proposal.warning("not active: " + String.join(", ", others)));
    }

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(InfinibandPorts all) {
        List<Finding> findings = new ArrayList<>();
        int judged = 0;
        int active = 0;
        int unknown = 0;
        for (Port port : all.ports()) {
            if (isJudged(port)) {
                judged++;
                active += port.isActive() ? 1 : 0;
                unknown += port.state() == InfinibandPorts.State.UNKNOWN ? 1 : 0;
                findings.addAll(judge(port, all));
            }
        }
        findings.addAll(missing(all));
        String looked = Amounts.count(judged, "port");
        if (judged > 0 && unknown == judged && findings.isEmpty()) {
            return Examination.cannotTell(looked, "no port says its state");
        }
        String limit = rate.isPresent() ? "active at " + rate.get() + " Gb/s" : "active";
        return new Examination(looked, active + " active", limit, findings);
    }

    /** Required ports; where none is required, those of InfiniBand. */
    public boolean isJudged(Port port) {
        return required.isEmpty() ? !port.ethernet() : required.contains(port.name());
    }

    /** Required ports that are not there at all. */
    public List<Finding> missing(InfinibandPorts all) {
        List<Finding> findings = new ArrayList<>();
        for (String name : required) {
            boolean there = false;
            for (Port port : all.ports()) {
                there |= port.name().equals(name);
            }
            if (!there) {
                findings.add(finding(MISSING, name, "not there", "active"));
            }
        }
        return findings;
    }

    /** What is wrong with a port that is judged. */
    public List<Finding> judge(Port port, InfinibandPorts all) {
        List<Finding> findings = new ArrayList<>();
        switch (port.state()) {
            case DOWN, INIT, ARMED -> findings.add(notActive(port));
            case ACTIVE, ACTIVE_DEFER -> judgeActive(port, all, findings);
            case UNKNOWN -> {}
        }
        judgeCounters(port, findings);
        return findings;
    }

    private Finding notActive(Port port) {
        String value =
                switch (port.state()) {
                    case INIT -> "link up but no subnet manager";
                    case ARMED -> "link up but not yet active";
                    default -> "down, " + physical(port);
                };
        if (required.contains(port.name())) {
            return finding(DOWN, port.name(), value, "active");
        }
        Finding finding = finding(NOT_ACTIVE, port.name(), value, "active");
        return port.state() == InfinibandPorts.State.DOWN
                ? finding.withSeverity(Severity.INFO) // perhaps nothing is plugged in
                : finding;
    }

    private static String physical(Port port) {
        return switch (port.physical()) {
            case POLLING -> "polling (cable or peer)";
            case DISABLED -> "disabled";
            case SLEEP -> "asleep";
            case TRAINING -> "training (cable or peer)";
            case ERROR_RECOVERY -> "recovering from errors";
            case TEST -> "in a test";
            case LINK_UP -> "though the link is up";
            case UNKNOWN -> "state of the link not known";
        };
    }

    private void judgeActive(Port port, InfinibandPorts all, List<Finding> findings) {
        boolean recovers = port.physical() == InfinibandPorts.Physical.ERROR_RECOVERY;
        if (recovers || port.state() == InfinibandPorts.State.ACTIVE_DEFER) {
            findings.add(finding(RECOVERING, port.name(), "recovering from errors", "link up"));
        }
        double best = rate.isPresent() ? rate.get() : ofSiblings(port, all);
        if (port.rate().gigabits() > 0 && port.rate().gigabits() < best) {
            String value = "rate " + shown(port.rate().gigabits()) + " of " + shown(best);
            findings.add(finding(SLOW, port.name(), value, shown(best) + " Gb/s"));
        }
        InfinibandPorts.Addresses kind =
                port.addresses().orElse(InfinibandPorts.Addresses.ROUTABLE);
        if (port.ethernet() && kind != InfinibandPorts.Addresses.ROUTABLE) {
            boolean none = kind == InfinibandPorts.Addresses.NONE;
            String value = none ? "no address (GID)" : "a link-local address (GID) alone";
            findings.add(finding(NO_ADDRESS, port.name(), value, "an IP address"));
        }
    }

    /** The rate of most active ports of that model, where there are at least three; else 0. */
    private double ofSiblings(Port port, InfinibandPorts all) {
        double best = 0;
        int siblings = 0;
        int atBest = 0;
        for (Port other : all.ports()) {
            if (isJudged(other)
                    && other.isActive()
                    && other.ethernet() == port.ethernet()
                    && other.model().equals(port.model())) {
                double gigabits = other.rate().gigabits();
                siblings++;
                atBest = gigabits > best ? 1 : gigabits == best ? atBest + 1 : atBest;
                best = Math.max(best, gigabits);
            }
        }
        return siblings >= 3 && 2 * atBest > siblings ? best : 0;
    }

    private void judgeCounters(Port port, List<Finding> findings) {
        Optional<Increase> losses = port.increase(LINK_DOWNED);
        if (losses.isPresent() && flaps > 0 && losses.get().by() >= flaps) {
            String value = "lost its link " + times(losses.get());
            findings.add(finding(FLAPPING, port.name(), value, "below " + flaps + " times"));
        }
        for (Map.Entry<String, Integer> limit : PER_HOUR.entrySet()) {
            Optional<Increase> increase = port.increase(limit.getKey());
            if (increase.isPresent() && increase.get().exceeds(limit.getValue(), HOUR)) {
                String value = limit.getKey() + " grew by " + increase.get();
                String most = "at most " + limit.getValue() + " an hour";
                findings.add(finding(ERRORS, port.name(), value, most));
            }
        }
    }

    private static String times(Increase increase) {
        return (increase.atLeast() ? "at least " : "")
                + increase.by()
                + " times in "
                + Math.round(increase.seconds())
                + " s";
    }

    private static String shown(double gigabits) {
        return gigabits == (long) gigabits
                ? String.valueOf((long) gigabits)
                : String.valueOf(gigabits);
    }

    private static Finding finding(Fault fault, String port, String value, String limit) {
        return Finding.of(
                fault, new Component("port", port), "port " + port + ": " + value, value, limit);
    }
}
