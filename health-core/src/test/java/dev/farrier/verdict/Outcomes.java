package dev.farrier.verdict;

import dev.farrier.Severity;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.CheckSettings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Outcomes and verdicts by hand, for tests of what comes after a verdict. */
public final class Outcomes {
    public static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");

    private Outcomes() {}

    public static Fault fatal(String code) {
        return Fault.of(code, Severity.FATAL, Remedy.REBOOT_NODE);
    }

    public static CheckOutcome passed(String name, Fault... faults) {
        return examined(name, List.of(faults), List.of());
    }

    public static CheckOutcome failed(String name, Fault... faults) {
        return examined(name, List.of(faults), List.of(faults));
    }

    public static CheckOutcome examined(String name, List<Fault> can, List<Fault> found) {
        List<Finding> findings =
                found.stream()
                        .map(fault -> Finding.of(fault, Component.node(name), "is bad", "1", "0"))
                        .toList();
        Set<String> codes =
                Stream.concat(can.stream(), found.stream())
                        .map(Fault::code)
                        .collect(Collectors.toSet());
        return new CheckOutcome.Examined(
                name,
                name,
                "test",
                codes,
                CheckSettings.BUILT_IN,
                Optional.empty(),
                new Examination(name, "", "", findings));
    }

    public static CheckOutcome blind(String name) {
        return new CheckOutcome.Undetermined(name, name, "no answer", true);
    }

    public static CheckOutcome skipped(String name) {
        return new CheckOutcome.Skipped(name, name, "no such thing");
    }

    public static Verdict verdict(CheckOutcome... outcomes) {
        return Verdict.of(new dev.farrier.NodeName("n1"), AT, List.of(outcomes));
    }
}
