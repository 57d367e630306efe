package dev.farrier.check.kernel;

import dev.farrier.check.Check;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.telemetry.kernel.KernelFact;
import dev.farrier.telemetry.kernel.KernelLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Judges what the kernel's log says of one subject: each kind of fact by its rule. */
final class KernelLogCheck implements Check<KernelLog> {
    private final String id;
    private final List<Rule> rules;
    private final Duration window;

    /** Uptime in seconds: links of ports that nobody uses are reported down while drivers start. */
    private static final double DRIVERS_START = 120;

    private static final int OFTEN = 3;

    /**
     * What a kind of fact means.
     *
     * @param fault for as long as it goes on
     * @param whenOver once the kernel said that it ended
     * @param whenOften when it was said {@value #OFTEN} times within the window
     * @param whileStarting when it was said while the drivers started, and not since
     * @param component the kind of the node's part that it is about
     * @param wholeBoot a fact until the node boots again; else only while it is recent
     */
    record Rule(
            String kind,
            Fault fault,
            Fault whenOver,
            Fault whenOften,
            Fault whileStarting,
            String component,
            boolean wholeBoot) {
        static Rule of(String kind, Fault fault, String component) {
            return new Rule(kind, fault, fault, fault, fault, component, false);
        }

        Rule forWholeBoot() {
            return new Rule(kind, fault, whenOver, whenOften, whileStarting, component, true);
        }

        Rule whenOver(Fault other) {
            return new Rule(kind, fault, other, whenOften, whileStarting, component, wholeBoot);
        }

        Rule whenOften(Fault other) {
            return new Rule(kind, fault, whenOver, other, whileStarting, component, wholeBoot);
        }

        Rule whileStarting(Fault other) {
            return new Rule(kind, fault, whenOver, whenOften, other, component, wholeBoot);
        }

        Set<Fault> faults() {
            Set<Fault> faults = new LinkedHashSet<>();
            faults.add(fault);
            faults.add(whenOver);
            faults.add(whenOften);
            faults.add(whileStarting);
            return faults;
        }

        Fault of(KernelFact fact, double since) {
            if (fact.last() < DRIVERS_START) {
                return whileStarting;
            }
            if (fact.timesAfter(Math.max(since, DRIVERS_START)) >= OFTEN) {
                return whenOften;
            }
            return fact.over() ? whenOver : fault;
        }
    }

    KernelLogCheck(String id, List<Rule> rules, Duration window) {
        this.id = id;
        this.rules = List.copyOf(rules);
        this.window = window;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<Fault> faults() {
        return faults(rules);
    }

    static List<Fault> faults(List<Rule> rules) {
        List<Fault> faults = new ArrayList<>();
        for (Rule rule : rules) {
            faults.addAll(rule.faults());
        }
        return faults;
    }

    @Override
    public Examination examine(KernelLog log) {
        List<Finding> findings = new ArrayList<>();
        double since = log.uptime() - window.toSeconds();
        for (Rule rule : rules) {
            for (KernelFact fact : log.facts()) {
                boolean counts = rule.wholeBoot() || fact.last() > since;
                if (fact.kind().equals(rule.kind()) && counts) {
                    findings.add(
                            finding(rule.of(fact, since), rule.component(), fact, log.uptime()));
                }
            }
        }
        String value = findings.isEmpty() ? "nothing" : findings.get(0).value();
        return new Examination("kernel log", value, "nothing", findings);
    }

    private static Finding finding(Fault fault, String component, KernelFact fact, double uptime) {
        String value = times(fact) + ", last " + ago(uptime - fact.last()) + " ago";
        return Finding.of(
                fault,
                new Component(component, fact.subject()),
                fact.message() + " (" + value + ")",
                value,
                "nothing");
    }

    private static String times(KernelFact fact) {
        return fact.count() == 1 ? "once" : fact.count() + " times";
    }

    private static String ago(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        if (whole < 120) {
            return whole + " s";
        }
        return whole < 7_200 ? whole / 60 + " min" : whole / 3_600 + " h";
    }
}
