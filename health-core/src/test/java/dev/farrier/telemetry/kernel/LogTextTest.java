package dev.farrier.telemetry.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTextTest {
    private static KernelRecord only(String text) {
        List<KernelRecord> records = LogText.parse(text).records();
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nfs: server a OK",
                "[ 5400.0] nfs: server a OK",
                "[ 5400.000000] nfs: server a OK",
                "[ 5400.000000][ T1234] nfs: server a OK",
                "[ 5400.000000][    C0] nfs: server a OK",
                "[Mon Nov 30 09:00:01 2026] nfs: server a OK",
                "<6>[ 5400.000000] nfs: server a OK",
                "kern  :warn  : [ 5400.000000] nfs: server a OK",
                "kern  :warn  : 2026-11-30T09:11:04,287197+00:00 nfs: server a OK",
                "kern  :notice: [Mon Nov 30 09:00:01 2026] nfs: server a OK",
                "Nov 30 09:11:02 node001 kernel: nfs: server a OK",
                "Nov  3 09:11:02 node001 kernel: [ 5400.000000] nfs: server a OK",
                "2026-11-30T09:11:03.214520+00:00 node001 kernel: nfs: server a OK",
                "2026-11-30T09:11:03+0000 node001 kernel: nfs: server a OK",
                "[ 5400.000000] node001 kernel: nfs: server a OK",
                "6,77,5400000000,-;nfs: server a OK"
            })
    void readsTheSameFromEveryForm(String line) {
        KernelRecord record = only(line + "\n");
        assertThat(record.text()).isEqualTo("nfs: server a OK");
        assertThat(record.ofKernel()).isTrue();
        assertThat(record.line()).isEqualTo(1);
        assertThat(record.micros()).isIn(KernelRecord.UNKNOWN, 5_400_000_000L);
    }

    @Test
    void keepsMicroseconds() {
        assertThat(only("[ 1843.308145] x").micros()).isEqualTo(1_843_308_145);
        assertThat(only("[ 502.5] x").seconds()).isEqualTo(502.5);
        assertThat(only("x").seconds()).isNaN();
    }

    @Test
    void believesNoProgram() {
        List<KernelRecord> records =
                LogText.parse(new FieldCase("kmsg-xid-02").text("kern.log")).records();
        assertThat(records)
                .extracting(KernelRecord::ofKernel)
                .containsExactly(true, true, true, true, true, true, false, true);
        assertThat(only("<12>[ 1.0] NVRM: Xid").ofKernel()).isFalse();
        assertThat(only("user  :warn  : [ 1.0] NVRM: Xid").ofKernel()).isFalse();
        assertThat(only("daemon:info  : [ 1.0] systemd[1]: x").ofKernel()).isFalse();
    }

    @Test
    void countsRepeatedMessages() {
        KernelRecord record =
                LogText.parse(new FieldCase("kmsg-xid-02").text("kern.log")).records().get(3);
        assertThat(record.repeats()).isEqualTo(3);
        assertThat(record.text())
                .isEqualTo(
                        "NVRM: Xid (PCI:0000:38:00): 43, pid=2924364, name=pt_main_thread, Ch"
                                + " 00000008");
    }

    @Test
    void putsTheLinesOfOneRecordTogether() {
        List<KernelRecord> records =
                LogText.parse(
                                """
                                [ 1843.308145] NVRM: The NVIDIA GPU 0000:b3:00.0
                                               NVRM: (PCI ID: 10de:26b5) installed
                                [ 1843.439662] NVRM: The NVIDIA probe routine failed
                                """)
                        .records();
        assertThat(records).extracting(KernelRecord::line).containsExactly(1, 3);
        assertThat(records.get(0).text())
                .isEqualTo(
                        "NVRM: The NVIDIA GPU 0000:b3:00.0\nNVRM: (PCI ID: 10de:26b5) installed");
    }

    @Test
    void leavesLinesWithoutATimeApart() {
        assertThat(LogText.parse("Call Trace:\n <TASK>\n  __schedule+0x24e/0x590\n").records())
                .extracting(KernelRecord::text)
                .containsExactly("Call Trace:", " <TASK>", "  __schedule+0x24e/0x590");
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void findsNoEventInWhatIsNoLog(String text) {
        assertThat(KernelLines.events(LogText.parse(text).records())).isEmpty();
    }
}
