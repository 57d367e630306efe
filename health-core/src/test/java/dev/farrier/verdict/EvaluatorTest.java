package dev.farrier.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.CheckSettings;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvaluatorTest {
    private static final Fault BROKEN = Fault.of("t.broken", Severity.FATAL, Remedy.REPLACE);
    private static final Fault WORN = Fault.of("t.worn", Severity.WARNING, Remedy.WATCH);

    private record Fact(List<Fault> faults) implements Observation {}

    private static Fact fact(Fault... faults) {
        return new Fact(List.of(faults));
    }

    private record TestCheck() implements Check<Fact> {
        @Override
        public String id() {
            return "t";
        }

        @Override
        public List<Fault> faults() {
            return List.of(BROKEN, WORN);
        }

        @Override
        public Examination examine(Fact fact) {
            if (fact.faults().size() == 3) {
                throw new IllegalStateException("a defect of ours");
            }
            List<Finding> findings = new java.util.ArrayList<>();
            for (Fault fault : fact.faults()) {
                findings.add(Finding.of(fault, Component.node("t"), "is bad", "1", "0"));
            }
            return new Examination("t", "1", "0", findings);
        }
    }

    private interface Look {
        Reading<Fact> read() throws IOException, InterruptedException;
    }

    private static final class TestSource implements TelemetrySource<Fact> {
        private final Look look;
        private int reads;

        TestSource(Look look) {
            this.look = look;
        }

        @Override
        public String origin() {
            return "test";
        }

        @Override
        public Reading<Fact> read(Deadline deadline) throws IOException, InterruptedException {
            reads++;
            return look.read();
        }
    }

    private static CheckSettings settings(boolean required, Optional<Severity> severity) {
        return new CheckSettings(Duration.ofSeconds(1), severity, Optional.empty(), required);
    }

    private static CheckInstance<Fact> instance(String name, TestSource source, boolean required) {
        return new CheckInstance<>(
                name, new TestCheck(), source, settings(required, Optional.empty()));
    }

    private static Verdict evaluate(Deadline deadline, CheckInstance<?>... checks)
            throws InterruptedException {
        return new Evaluator(List.of(checks), InstantSource.fixed(Outcomes.AT))
                .evaluate(new NodeName("n1"), deadline);
    }

    private static Verdict evaluate(CheckInstance<?>... checks) throws InterruptedException {
        return evaluate(Deadline.in(Duration.ofSeconds(10)), checks);
    }

    private static Verdict evaluate(Look look, boolean required) throws InterruptedException {
        return evaluate(instance("t", new TestSource(look), required));
    }

    @Test
    void readsASharedSourceOnce() throws InterruptedException {
        TestSource source = new TestSource(() -> new Reading.Present<>(fact()));

        Verdict verdict = evaluate(instance("a", source, true), instance("b", source, true));

        assertThat(source.reads).isEqualTo(1);
        assertThat(verdict.coverage().examined()).isEqualTo(2);
    }

    @Test
    void skipsWhatTheNodeDoesNotHave() throws InterruptedException {
        Verdict verdict = evaluate(() -> new Reading.Unsupported<>("no GPU"), true);

        assertThat(verdict.outcomes())
                .containsExactly(new CheckOutcome.Skipped("t", "t", "no GPU"));
    }

    @Test
    void takesAFailedLookForNeitherHealthyNorBroken() throws InterruptedException {
        Verdict verdict = evaluate(() -> new Reading.Failed<>("no answer"), true);

        assertThat(verdict.health()).isEqualTo(Health.UNKNOWN);
        assertThat(verdict.findings()).isEmpty();
    }

    @Test
    void takesAnyExceptionOfASourceForAFailedLook() throws InterruptedException {
        Look io =
                () -> {
                    throw new IOException("bad sector");
                };
        Look defect =
                () -> {
                    throw new IllegalStateException("a defect");
                };

        assertThat(evaluate(io, true).outcomes())
                .containsExactly(new CheckOutcome.Undetermined("t", "t", "bad sector", true));
        assertThat(evaluate(defect, true).health()).isEqualTo(Health.UNKNOWN);
    }

    @Test
    void takesADefectOfACheckForAFailedLook() throws InterruptedException {
        Verdict verdict = evaluate(() -> new Reading.Present<>(fact(BROKEN, BROKEN, BROKEN)), true);

        assertThat(verdict.health()).isEqualTo(Health.UNKNOWN);
        assertThat(verdict.findings()).isEmpty();
    }

    @Test
    void leavesWhatTheUserMayNotReadOutOfTheVerdictUnlessItIsRequired()
            throws InterruptedException {
        Look denied =
                () -> {
                    throw new AccessDeniedException("/dev/x");
                };

        assertThat(evaluate(denied, false).outcomes().get(0))
                .isInstanceOf(CheckOutcome.Skipped.class);
        assertThat(evaluate(denied, true).health()).isEqualTo(Health.UNKNOWN);
    }

    @Test
    void looksNoMoreWhenTheDeadlineHasPassed() throws InterruptedException {
        TestSource source = new TestSource(() -> new Reading.Present<>(fact()));

        Verdict verdict = evaluate(Deadline.in(Duration.ZERO), instance("t", source, true));

        assertThat(source.reads).isZero();
        assertThat(verdict.health()).isEqualTo(Health.UNKNOWN);
    }

    @Test
    void believesNoSilenceInTheLittleTimeThatOtherSourcesLeft() throws InterruptedException {
        Deadline deadline = Deadline.in(Duration.ofMillis(40));
        Look slow = () -> lookUntilOnlyIsLeft(Duration.ofMillis(5), deadline, fact());
        Look silent = () -> lookUntilOnlyIsLeft(Duration.ZERO, deadline, fact(BROKEN));

        Verdict verdict =
                evaluate(
                        deadline,
                        instance("slow", new TestSource(slow), true),
                        instance("silent", new TestSource(silent), true));

        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.health()).isEqualTo(Health.UNKNOWN);
    }

    private static Reading<Fact> lookUntilOnlyIsLeft(Duration left, Deadline deadline, Fact fact) {
        while (deadline.remaining().compareTo(left) > 0) {
            Thread.onSpinWait();
        }
        return new Reading.Present<>(fact);
    }

    @Test
    void letsTheSiteLowerASeverity() throws InterruptedException {
        TestSource source = new TestSource(() -> new Reading.Present<>(fact(BROKEN)));
        CheckInstance<Fact> lowered =
                new CheckInstance<>(
                        "t",
                        new TestCheck(),
                        source,
                        settings(true, Optional.of(Severity.WARNING)));

        assertThat(evaluate(lowered).health()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void neverRaisesAMilderFaultBecauseTheSiteRaisedTheWorst() throws InterruptedException {
        TestSource source = new TestSource(() -> new Reading.Present<>(fact(WORN)));
        CheckInstance<Fact> raised =
                new CheckInstance<>(
                        "t", new TestCheck(), source, settings(true, Optional.of(Severity.FATAL)));

        assertThat(evaluate(raised).health()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void raisesNoWarningToTheSeverityThatTheSiteSetForTheFault() throws InterruptedException {
        TestSource source = new TestSource(() -> new Reading.Present<>(fact(BROKEN)));
        Check<Fact> warns =
                new Check<>() {
                    @Override
                    public String id() {
                        return "t";
                    }

                    @Override
                    public List<Fault> faults() {
                        return List.of(BROKEN);
                    }

                    @Override
                    public Examination examine(Fact fact) {
                        Finding finding =
                                Finding.of(BROKEN, Component.node("t"), "is worn", "1", "0");
                        return new Examination(
                                "t", "", "", List.of(finding.withSeverity(Severity.WARNING)));
                    }
                };

        Verdict verdict =
                evaluate(
                        new CheckInstance<>(
                                "t", warns, source, settings(true, Optional.of(Severity.FATAL))));

        assertThat(verdict.findings())
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING);
    }

    private record Selective(Examination examination) implements Check<Fact> {
        @Override
        public String id() {
            return "t";
        }

        @Override
        public List<Fault> faults() {
            return List.of(BROKEN);
        }

        @Override
        public Examination examine(Fact fact) {
            return examination;
        }
    }

    @Test
    void skipsACheckThatHasNothingToJudge() throws Exception {
        Verdict verdict =
                evaluate(
                        new CheckInstance<>(
                                "t",
                                new Selective(Examination.unsupported("8 GPUs", "none counts")),
                                new TestSource(() -> new Reading.Present<>(fact())),
                                settings(true, Optional.empty())));

        assertThat(verdict.outcomes())
                .containsExactly(new CheckOutcome.Skipped("t", "t", "none counts"));
    }
}
