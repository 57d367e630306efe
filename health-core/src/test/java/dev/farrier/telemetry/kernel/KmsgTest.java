package dev.farrier.telemetry.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KmsgTest {
    private static final String RAW = new FieldCase("kmsg-xid-03").text("kmsg.raw");

    @Test
    void readsRecordsWithTheirNumbersAndTimes() {
        KernelRecord first = Kmsg.parse(RAW).records().get(0);
        assertThat(first.line()).isEqualTo(1);
        assertThat(first.sequence()).isEqualTo(1201);
        assertThat(first.micros()).isEqualTo(900_000_001);
        assertThat(first.text()).startsWith("NVRM: Xid (PCI:0000:3b:00): 45, pid=5000");
    }

    @Test
    void takesNoLineAboutADeviceForARecord() {
        assertThat(Kmsg.parse(RAW).records())
                .extracting(KernelRecord::line)
                .containsExactly(1, 4, 5, 6, 7, 8);
        assertThat(Kmsg.parse(RAW).oddLines()).isZero();
    }

    @Test
    void undoesTheEscapesOfTheKernel() {
        assertThat(Kmsg.parse(RAW).records().get(2).text()).contains("name=py\\thon3,");
        String text = "6,1,2,-;a\\x0ab \\xc3\\xa4 \\x5cx41 \\xzz \\x4\n";
        assertThat(Kmsg.parse(text).records().get(0).text()).isEqualTo("a\nb ä \\x41 \\xzz \\x4");
    }

    @Test
    void knowsWhatAProgramWroteIntoTheLog() {
        assertThat(Kmsg.parse(RAW).records())
                .extracting(KernelRecord::ofKernel)
                .containsExactly(true, true, true, false, true, true);
    }

    @Test
    void tellsWhichRecordsWereLost() {
        List<KernelRecords.Gap> gaps = Kmsg.parse(RAW).gaps();
        assertThat(gaps).containsExactly(new KernelRecords.Gap(1204, 1290));
        assertThat(gaps.get(0).lost()).isEqualTo(85);
        assertThat(Kmsg.parse(RAW, 1190).gaps().get(0).lost()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1200, 1201, 1202, 1203, 1204, 1250, 1290, 1291, 9999})
    void readsOnlyWhatIsNew(long sequence) {
        assertThat(Kmsg.parse(RAW, sequence).records())
                .extracting(KernelRecord::sequence)
                .containsExactlyElementsOf(
                        Kmsg.parse(RAW).records().stream()
                                .map(KernelRecord::sequence)
                                .filter(number -> number > sequence)
                                .toList());
    }

    @Test
    void readsWholeRecordsOnlyOfACutLog() {
        for (int i = 0; i < RAW.length(); i++) {
            String cut = RAW.substring(0, i);
            int whole = (int) cut.chars().filter(c -> c == '\n').count();
            List<KernelRecord> records = Kmsg.parse(cut).records();
            assertThat(records).allMatch(record -> record.line() <= whole);
            assertThat(records).isEqualTo(Kmsg.parse(RAW).records().subList(0, records.size()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "6,1,2;text\n",
                "6,1,2,-\n",
                ",1,2,-;text\n",
                "6,,2,-;text\n",
                "-6,1,2,-;text\n",
                "6,1,x,-;text\n",
                "6,9999999999999999999,2,-;text\n",
                "99999999999,1,2,-;text\n",
                "NVRM: Xid (PCI:0000:3b:00): 79, a, b, c; d\n"
            })
    void takesNothingElseForARecord(String line) {
        KernelRecords read = Kmsg.parse(line);
        assertThat(read.records()).isEmpty();
        assertThat(read.oddLines()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void findsNoRecordInWhatIsNoLog(String text) {
        assertThat(Kmsg.parse(text).records()).isEmpty();
        assertThat(Kmsg.parse(text, 5).records()).isEmpty();
        assertThat(KernelLines.events(LogText.parse(text).records())).isEmpty();
    }
}
