package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.CpuSet;
import dev.farrier.telemetry.linux.CpuTopology;
import dev.farrier.telemetry.linux.CpuTopology.Smt;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuTopologyCheckTest {
    private static final CpuTopology NODE = new CpuTopology(2, 128, 256, CpuSet.NONE, Smt.ON);

    private static CpuTopologyCheck expecting(int sockets, int cores, int threads, Smt smt) {
        return new CpuTopologyCheck(
                Optional.of(sockets),
                Optional.of(cores),
                Optional.of(threads),
                Optional.of(smt),
                false);
    }

    private static Examination untold(CpuTopology topology) {
        return new CpuTopologyCheck(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false)
                .examine(topology);
    }

    @Test
    void passesWhatIsExpected() {
        assertPassed(expecting(2, 128, 256, Smt.ON).examine(NODE));
        assertPassed(untold(NODE));
    }

    @Test
    void findsEachNumberThatDiffers() {
        Examination examination = expecting(4, 128, 512, Smt.ON).examine(NODE);
        assertThat(codes(examination))
                .containsExactly("cpu.topology.unexpected", "cpu.topology.unexpected");
        assertThat(examination.findings().get(0).message())
                .isEqualTo("the kernel uses 2 sockets, 4 expected");
        assertThat(examination.findings()).allMatch(f -> f.severity() == Severity.DEGRADED);
    }

    @Test
    void findsSmtThatIsSetOtherwise() {
        assertFound(
                expecting(2, 128, 256, Smt.OFF).examine(NODE),
                "cpu.smt.unexpected",
                Severity.DEGRADED);
        CpuTopology without = new CpuTopology(2, 128, 256, CpuSet.NONE, Smt.NONE);
        assertPassed(expecting(2, 128, 256, Smt.OFF).examine(without));
        assertFound(
                expecting(2, 128, 256, Smt.ON).examine(without),
                "cpu.smt.unexpected",
                Severity.DEGRADED);
    }

    @Test
    void namesCpusThatAreSwitchedOffUnlessSmtOffDidIt() {
        CpuSet off = CpuSet.parse("", "3,64-127\n");
        Examination examination = untold(new CpuTopology(2, 63, 63, off, Smt.NONE));
        assertFound(examination, "cpu.offline", Severity.WARNING);
        assertThat(only(examination).message()).isEqualTo("CPUs are switched off: 3,64-127");
        assertPassed(untold(new CpuTopology(2, 63, 63, off, Smt.OFF)));
    }
}
