package dev.farrier.telemetry.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.json.Json;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a file in the place of the kernel's log. */
class KernelLogSourceTest {
    private static final String BROKEN =
            "EDAC MC1: 1 UE memory read error on DIMM_A1 (channel:0 slot:1 page:0x9 offset:0x0)";

    @TempDir Path root;
    private long sequence;
    private Map<String, Object> state = Map.of();
    private String boot = "boot-1";

    @BeforeEach
    void makeMachine() throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.createDirectories(root.resolve("dev"));
        Files.writeString(root.resolve("proc/uptime"), "1000.00 1.00\n");
        Files.createFile(root.resolve("dev/kmsg"));
    }

    private void says(double seconds, String text) throws IOException {
        says(6, seconds, text);
    }

    private void says(int priority, double seconds, String text) throws IOException {
        String record = priority + "," + sequence++ + "," + (long) (seconds * 1e6) + ",-;" + text;
        Files.writeString(root.resolve("dev/kmsg"), record + "\n", StandardOpenOption.APPEND);
    }

    private Reading<KernelLog> read(CommandRunner commands)
            throws IOException, InterruptedException {
        KernelLogSource source = new KernelLogSource(new Machine(root, commands));
        source.recall(state, boot);
        Reading<KernelLog> reading = source.read(Deadline.in(Duration.ofMinutes(1)));
        state = Json.object(Json.write(source.memory()));
        return reading;
    }

    private KernelLog look() throws IOException, InterruptedException {
        Reading<KernelLog> reading = read(new ProcessRunner(root.resolve("run")));
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<KernelLog>) reading).value();
    }

    @Test
    void keepsAFactOfThisBootThoughItWasReadOnce() throws Exception {
        says(10, BROKEN);
        assertThat(look().facts())
                .extracting(KernelFact::kind)
                .containsExactly("memory.uncorrected");

        says(500, "something else");
        Files.writeString(root.resolve("dev/kmsg"), ""); // overwritten
        says(501, "something else");
        KernelFact fact = look().facts().get(0);
        assertThat(fact.kind()).isEqualTo("memory.uncorrected");
        assertThat(fact.subject()).isEqualTo("mc1 DIMM_A1");
        assertThat(fact.count()).isEqualTo(1);
        assertThat(fact.last()).isEqualTo(10);
    }

    @Test
    void forgetsWithTheBoot() throws Exception {
        says(10, BROKEN);
        look();
        look();
        Files.writeString(root.resolve("dev/kmsg"), "");
        boot = "boot-2";
        sequence = 0;
        says(1, "Linux version 6.1");
        assertThat(look().facts()).isEmpty();
    }

    @Test
    void countsNothingTwice() throws Exception {
        says(10, BROKEN);
        for (int i = 0; i < 4; i++) {
            assertThat(look().facts().get(0).count()).isEqualTo(1);
        }
        says(12, BROKEN);
        for (int i = 0; i < 4; i++) {
            assertThat(look().facts().get(0).count()).isEqualTo(2);
        }
    }

    @Test
    void putsAnEventTogetherThatGoesOnAfterTheLook() throws Exception {
        says(100, "pcieport 0000:00:03.0: AER: Uncorrected (Fatal) error received: 0000:03:00.0");
        says(
                100,
                "nvme 0000:03:00.0: PCIe Bus Error: severity=Uncorrected (Fatal),"
                        + " type=Transaction Layer, (Requester ID)");
        assertThat(look().facts()).extracting(KernelFact::kind).containsExactly("aer.fatal");

        says(101, "pcieport 0000:00:03.0: AER: device recovery successful");
        assertThat(look().facts())
                .extracting(KernelFact::kind)
                .containsExactly("aer.fatal-recovered");
        assertThat(look().facts())
                .extracting(KernelFact::kind)
                .containsExactly("aer.fatal-recovered");
    }

    @Test
    void tellsHowManyRecordsWereLost() throws Exception {
        says(10, "a");
        look();
        sequence += 85;
        says(20, "b");
        KernelFact lost = look().facts().get(0);
        assertThat(lost.kind()).isEqualTo("log.lost");
        assertThat(lost.count()).isEqualTo(85);
        assertThat(look().facts().get(0).count()).isEqualTo(85);
    }

    @Test
    void knowsWhatIsOver() throws Exception {
        says(10, "nfs: server a not responding, still trying");
        assertThat(look().facts().get(0).over()).isFalse();
        says(40, "nfs: server a OK");
        assertThat(look().facts().get(0).over()).isTrue();
        assertThat(look().facts().get(0).over()).isTrue();
        says(70, "nfs: server a not responding, still trying");
        assertThat(look().facts().get(0).over()).isFalse();
    }

    @Test
    void pushesNoFactOutByWhatJobsCause() throws Exception {
        says(10, BROKEN);
        for (int job = 0; job < 500; job++) {
            says(
                    20 + job,
                    "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=a,mems_allowed=0,"
                            + "oom_memcg=/slurm/uid_1/job_"
                            + job
                            + ",task_memcg=/slurm/uid_1/job_"
                            + job
                            + ",task=a,pid=1,uid=1");
        }
        look();
        assertThat(look().facts())
                .hasSize(17)
                .extracting(KernelFact::kind)
                .contains("memory.uncorrected");
        assertThat(Json.write(state)).hasSizeLessThan(20_000);
    }

    @Test
    void believesNothingThatAProgramWrote() throws Exception {
        says(12, 10, BROKEN);
        says(30, 11, BROKEN);
        assertThat(look().facts()).isEmpty();
    }

    @Test
    void knowsTheGpuBelowAPort() throws Exception {
        gpuBelow("0000:00:03.0");
        says(100, "pcieport 0000:00:03.0: AER: Uncorrected (Fatal) error received: 0000:00:03.0");
        says(100, "pcieport 0000:00:04.0: AER: Uncorrected (Fatal) error received: 0000:00:04.0");
        assertThat(look().facts())
                .extracting(KernelFact::kind)
                .containsExactly("aer.fatal-gpu", "aer.fatal");
    }

    @Test
    void takesNoErrorOfADriveForOneOfTheGpuBehindTheSamePort() throws Exception {
        gpuBelow("0000:00:03.0");
        String port = "pcieport 0000:00:03.0: AER: Uncorrected (Fatal) error received: ";
        says(100, port + "0000:05:00.0");
        says(200, port + "0000:06:00.0");
        says(
                200,
                "nvme 0000:06:00.0: PCIe Bus Error: severity=Uncorrected (Fatal),"
                        + " type=Transaction Layer, (Receiver ID)");
        assertThat(look().facts())
                .extracting(KernelFact::kind)
                .containsExactly("aer.fatal", "aer.fatal");
    }

    private void gpuBelow(String port) throws IOException {
        Path gpu = root.resolve("sys/devices/pci0000:00/" + port + "/0000:03:00.0");
        Files.createDirectories(gpu);
        Files.writeString(gpu.resolve("class"), "0x030200\n");
        Files.writeString(gpu.resolve("vendor"), "0x10de\n");
        Path devices = Files.createDirectories(root.resolve("sys/bus/pci/devices"));
        Files.createSymbolicLink(devices.resolve("0000:03:00.0"), gpu);
    }

    @Test
    void readsOnlyTheEndOfAnEnormousLog() throws Exception {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            log.append("6,").append(i).append(",1000000,-;").append("x".repeat(60)).append('\n');
        }
        Files.writeString(root.resolve("dev/kmsg"), log);
        sequence = 100_000;
        says(100, BROKEN);
        assertThat(look().facts())
                .extracting(KernelFact::kind)
                .containsExactly("memory.uncorrected");
        assertThat(state).containsEntry("seen", 100_000L);
    }

    @Test
    void readsARestoredSnapshotFromItsBeginning() throws Exception {
        sequence = 5_000;
        says(10, "a");
        look();
        Files.writeString(root.resolve("dev/kmsg"), "");
        sequence = 4_000;
        says(9, BROKEN);
        assertThat(look().facts()).hasSize(1);
    }

    @Test
    void hasNoLogWhereThereIsNone() throws Exception {
        Files.delete(root.resolve("dev/kmsg"));
        assertThat(read(new ProcessRunner(root.resolve("run"))))
                .isInstanceOf(Reading.Unsupported.class);
    }

    private static CommandRunner ends(int exitCode, String stdout, String stderr) {
        return (command, deadline) ->
                new CommandResult(
                        command.argv(), CommandResult.End.EXITED, exitCode, stdout, stderr);
    }

    @Test
    void isNotPermittedToAnOrdinaryUser() throws Exception {
        String denied = "dd: failed to open '/dev/kmsg': Operation not permitted\n";
        assertThat(read(ends(1, "", denied))).isInstanceOf(Reading.NotPermitted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dd: error reading '/dev/kmsg': Resource temporarily unavailable\n0+1 records in\n",
                "dd: error reading '/dev/kmsg': Broken pipe\n0+1 records in\n"
            })
    void takesWhatThereWasWhenTheLogEnds(String stderr) throws Exception {
        Reading<KernelLog> reading = read(ends(1, "6,1,1000000,-;" + BROKEN + "\n", stderr));
        assertThat(((Reading.Present<KernelLog>) reading).value().facts()).hasSize(1);
    }

    @Test
    void failsWhereTheLogCannotBeRead() throws Exception {
        assertThat(read(ends(1, "", "dd: invalid input flag: 'nonblock'\n")))
                .isInstanceOf(Reading.Failed.class);
        assertThat(read(ends(0, "something else\n", ""))).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void keepsWhatItKnewWhenALookFails() throws Exception {
        says(10, BROKEN);
        look();
        look();
        read(ends(1, "", "dd: error reading: Input/output error\n"));
        assertThat(look().facts()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"boot\":\"boot-1\"}",
                "{\"boot\":\"boot-1\",\"settled\":\"x\",\"seen\":1,\"facts\":[]}",
                "{\"boot\":\"boot-1\",\"settled\":-1,\"seen\":-1,\"facts\":[1,{},{\"kind\":\"a\"},"
                        + "{\"kind\":\"a\",\"subject\":\"\",\"count\":1,\"first\":1,\"over\":false,"
                        + "\"message\":\"\",\"recent\":[]}]}"
            })
    void passesOddMemoriesOver(String json) throws Exception {
        state = Json.object(json);
        says(10, BROKEN);
        assertThat(look().facts()).hasSize(1);
    }
}
