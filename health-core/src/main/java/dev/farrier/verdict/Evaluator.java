package dev.farrier.verdict;

import static java.lang.System.Logger.Level.WARNING;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.config.CheckSettings;
import dev.farrier.telemetry.ByProgram;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.RememberingSource;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads each source once, lets each check judge it, and answers for what could not be read. */
public final class Evaluator {
    private final List<CheckInstance<?>> checks;
    private final InstantSource clock;

    public Evaluator(List<CheckInstance<?>> checks, InstantSource clock) {
        this.checks = List.copyOf(checks);
        this.clock = clock;
    }

    /** Before a look: what sources kept of earlier ones, by their key. */
    public void recall(Map<String, Map<String, Object>> kept, String bootId) {
        for (RememberingSource<?> source : remembering()) {
            source.recall(kept.getOrDefault(source.memoryKey(), Map.of()), bootId);
        }
    }

    /** After a look: what sources keep for the next one; nothing of sources that are not asked. */
    public Map<String, Map<String, Object>> memories() {
        Map<String, Map<String, Object>> memories = new LinkedHashMap<>();
        for (RememberingSource<?> source : remembering()) {
            memories.put(source.memoryKey(), source.memory());
        }
        return memories;
    }

    private List<RememberingSource<?>> remembering() {
        List<RememberingSource<?>> sources = new ArrayList<>();
        for (CheckInstance<?> instance : checks) {
            if (instance.source() instanceof RememberingSource<?> source
                    && !sources.contains(source)) {
                sources.add(source);
            }
        }
        return sources;
    }

    public List<CheckInstance<?>> checks() {
        return checks;
    }

    /** What earlier looks left behind. */
    public interface Earlier {
        /** The outcome that stands, so that this check needs no look now. */
        Optional<CheckOutcome.Standing> standing(CheckInstance<?> check);
    }

    /** Looks at everything. */
    public Verdict evaluate(NodeName node, Deadline deadline) throws InterruptedException {
        return evaluate(node, deadline, check -> Optional.empty());
    }

    /** Returns by the deadline; a check whose turn came too late is undetermined. */
    public Verdict evaluate(NodeName node, Deadline deadline, Earlier earlier)
            throws InterruptedException {
        Duration whole = deadline.remaining();
        IdentityHashMap<TelemetrySource<?>, Duration> timeouts = new IdentityHashMap<>();
        for (CheckInstance<?> instance : checks) {
            timeouts.merge(
                    instance.source(),
                    instance.settings().timeout(),
                    (a, b) -> a.compareTo(b) > 0 ? a : b);
        }
        IdentityHashMap<TelemetrySource<?>, Reading<?>> readings = new IdentityHashMap<>();
        List<CheckOutcome> outcomes = new ArrayList<>(checks.size());
        for (CheckInstance<?> instance : checks) {
            Optional<CheckOutcome.Standing> standing = earlier.standing(instance);
            if (standing.isPresent()) {
                outcomes.add(standing.get());
                continue;
            }
            TelemetrySource<?> source = instance.source();
            Reading<?> reading = readings.get(source);
            if (reading == null) {
                Duration timeout = timeouts.getOrDefault(source, instance.settings().timeout());
                reading = read(source, timeout, whole, deadline);
                readings.put(source, reading);
            }
            outcomes.add(outcome(instance, reading));
        }
        return Verdict.of(node, clock.instant(), outcomes);
    }

    /**
     * What gives no answer in the little time that slow sources before it left says nothing: a file
     * system is not hung because the others took too long.
     */
    private static Reading<?> read(
            TelemetrySource<?> source, Duration timeout, Duration whole, Deadline deadline)
            throws InterruptedException {
        if (deadline.hasPassed()) {
            return new Reading.Failed<>("no time was left to look");
        }
        Duration due = timeout.compareTo(whole) < 0 ? timeout : whole;
        boolean cut = deadline.remaining().toNanos() < due.toNanos() / 2;
        try {
            Reading<?> reading = source.read(deadline.atMost(timeout));
            return cut && deadline.hasPassed()
                    ? new Reading.Failed<>("too little time was left to look")
                    : reading;
        } catch (AccessDeniedException e) {
            return new Reading.NotPermitted<>("not permitted: " + e.getMessage());
        } catch (IOException e) {
            return new Reading.Failed<>(message(e));
        } catch (RuntimeException e) {
            log().log(WARNING, "reading " + source.origin() + " failed", e);
            return new Reading.Failed<>(message(e));
        }
    }

    /** Made when it is needed: to find a logger takes longer than most looks. */
    private static System.Logger log() {
        return System.getLogger(Evaluator.class.getName());
    }

    private static String message(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    @SuppressWarnings("unchecked") // an instance holds a check and a source of the same type
    private static <T extends Observation> CheckOutcome outcome(
            CheckInstance<T> instance, Reading<?> reading) {
        String name = instance.name();
        String check = instance.check().id();
        boolean required = instance.settings().required();
        if (reading instanceof Reading.Present<?> present) {
            return examine(instance, (T) present.value());
        }
        if (reading instanceof Reading.Unsupported<?> unsupported) {
            return new CheckOutcome.Skipped(name, check, unsupported.why());
        }
        if (reading instanceof Reading.NotPermitted<?> notPermitted && !required) {
            return new CheckOutcome.Skipped(name, check, notPermitted.why());
        }
        String why =
                reading instanceof Reading.Failed<?> failed
                        ? failed.why()
                        : ((Reading.NotPermitted<?>) reading).why();
        return new CheckOutcome.Undetermined(name, check, why, required);
    }

    private static <T extends Observation> CheckOutcome examine(
            CheckInstance<T> instance, T value) {
        CheckSettings settings = instance.settings();
        String id = instance.check().id();
        try {
            Examination examination = instance.check().examine(value);
            if (examination.undetermined().isPresent() && examination.findings().isEmpty()) {
                return new CheckOutcome.Undetermined(
                        instance.name(), id, examination.undetermined().get(), settings.required());
            }
            if (examination.unsupported().isPresent() && examination.findings().isEmpty()) {
                return new CheckOutcome.Skipped(
                        instance.name(), id, examination.unsupported().get());
            }
            Set<String> codes = new HashSet<>();
            Severity worst = Severity.INFO;
            for (Fault fault : instance.check().faults()) {
                codes.add(fault.code());
                worst = worst.compareTo(fault.severity()) < 0 ? fault.severity() : worst;
            }
            return new CheckOutcome.Examined(
                    instance.name(),
                    id,
                    instance.source().origin(),
                    codes,
                    settings,
                    value instanceof ByProgram told ? Optional.of(told.digest()) : Optional.empty(),
                    withSiteSeverity(examination, settings.severity(), worst));
        } catch (RuntimeException e) {
            log().log(WARNING, "check " + instance.name() + " failed", e);
            return new CheckOutcome.Undetermined(
                    instance.name(),
                    id,
                    "the check itself failed: " + message(e),
                    settings.required());
        }
    }

    /**
     * The site's severity stands for the check's worst findings; milder ones are lowered to it,
     * never raised.
     */
    private static Examination withSiteSeverity(
            Examination examination, Optional<Severity> site, Severity worstDeclared) {
        if (site.isEmpty()) {
            return examination;
        }
        List<Finding> findings = new ArrayList<>();
        for (Finding finding : examination.findings()) {
            boolean worst = finding.severity() == worstDeclared; // a check may say less of a fault
            boolean milder = finding.severity().compareTo(site.get()) < 0;
            findings.add(!worst && milder ? finding : finding.withSeverity(site.get()));
        }
        return new Examination(
                examination.looked(), examination.value(), examination.limit(), findings);
    }
}
