package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.action.Reason;
import dev.farrier.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands for people, with a machine in a folder and a stand-in scontrol. */
class CommandsTest {
    @TempDir private Path folder = Path.of("");

    private record Ran(int code, String out, String err) {}

    @BeforeEach
    void makeMachine() throws IOException {
        write("proc/meminfo", "MemTotal:       65536000 kB\n");
        write("proc/sys/kernel/hostname", "node01\n");
        write("proc/sys/kernel/random/boot_id", "11111111-2222-3333-4444-555555555555\n");
        write("proc/uptime", "9000.00 1.00\n");
        write("sys/devices/system/cpu/online", "0-15\n");
        write("proc/self/mountinfo", "26 1 253:0 / / rw,relatime shared:1 - xfs /dev/vda rw\n");
        write("state", "IDLE\n");
        write("reason", "");
        scontrol(
                """
                root=$(dirname "$0")
                case "$*" in
                    *--json) echo "scontrol: unrecognized option '--json'" >&2; exit 1 ;;
                    "show node -o node01")
                        reason=$(cat "$root/reason")
                        printf 'NodeName=node01 NodeHostName=node01 Version=22.05.8 State=%s'\\
                ' ThreadsPerCore=1 Partitions=gpu %s\\n' "$(cat "$root/state")" \\
                            "${reason:+Reason=$reason [root@2026-11-30T09:32:27]}" ;;
                    "show node -o "*) echo "Node $4 not found"; exit 1 ;;
                    "update NodeName=node01 State=DRAIN Reason="*)
                        echo IDLE+DRAIN > "$root/state"
                        printf '%s' "${4#Reason=}" > "$root/reason" ;;
                    "update NodeName=node01 State=UNDRAIN")
                        echo IDLE > "$root/state"; : > "$root/reason" ;;
                    *) echo "unexpected: $*" >&2; exit 9 ;;
                esac
                """);
        configuration("");
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    private void scontrol(String body) throws IOException {
        write("scontrol", "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(
                folder.resolve("scontrol"), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void configuration(String more) throws IOException {
        write(
                "etc/farrier/farrier.yaml",
                "scheduler: {kind: slurm, scontrol: " + folder + "/scontrol}\n" + more);
    }

    private Ran run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of(args));
        int at = args.length > 1 && (args[0].equals("config") || args[0].equals("setup")) ? 2 : 1;
        all.add(at, "--root=" + folder);
        int code =
                Commands.run(
                        all.toArray(new String[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8));
        return new Ran(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    @Test
    void saysWhatEachCommandDoesInAWholeSentence() {
        for (CommandLine command : new CommandLine(Commands.class).getSubcommands().values()) {
            assertThat(command.getCommandSpec().usageMessage().description()[0])
                    .as(command.getCommandName())
                    .endsWith(".");
        }
    }

    @Test
    void checksThisMachine() {
        Ran ran = run("check");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("memory.size", "62.5 GiB", "node01 is healthy");
    }

    @Test
    void checksOnlyWhatIsAskedFor() throws IOException {
        configuration(
                """
                checks:
                  memory.size: {}
                  cpu.count: {expected: 99}
                  other: {check: cpu.count, expected: 16, for: {hosts: n1}}
                """);

        assertThat(run("check", "--only", "memory.size").out())
                .contains("memory.size", "1 of 1 checks")
                .doesNotContain("cpu.count");
        assertThat(run("check", "--only", "cpu.count,memory.size").code()).isEqualTo(2);
        assertThat(run("check", "--only", "memory.szie").err()).contains("'memory.size'?");
        assertThat(run("check", "--only", "mount").err()).contains("not configured here");
        assertThat(run("check", "--only", "other").err()).contains("for other nodes");
        assertThat(run("check", "--only", "nonsense").code()).isEqualTo(64);
    }

    @Test
    void explainsACheck() throws IOException {
        configuration("checks:\n  cores: {check: cpu.count, expected: 99}\n");

        Ran ran = run("check", "--explain", "cores");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("cpu.count: ", "cores looks at ", "fatal", "LATCHED", "99", "Just now:")
                .contains("node01 is unhealthy");
        assertThat(run("check", "--explain", "cpu.count").out()).contains("cores looks at ");
        assertThat(run("check", "--explain", "mount").out()).contains("not configured");
        assertThat(run("check", "--explain", "moutn").err()).contains("'mount'?");
    }

    @Test
    void explainsACheckForPrograms() throws IOException {
        configuration("checks:\n  cores: {check: cpu.count, expected: 99}\n");

        var story = Json.object(run("check", "--json", "--explain", "cores").out());

        assertThat(story).containsEntry("schema", "farrier-check/1").containsKey("faults");
        assertThat(story.toString()).contains("settings={expected=99", "outcome=examined");
    }

    @Test
    void fitsIntoAHundredColumns() throws IOException {
        configuration(
                "checks:\n  "
                        + "x".repeat(60)
                        + ": {check: command, command: [/bin/sh, -c, 'echo "
                        + "long ".repeat(60)
                        + "; exit 2']}\n");
        Ran ran = run("check");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out().lines().takeWhile(line -> !line.isEmpty()))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void showsControlCharactersOfANodeSpelledOut() throws IOException {
        configuration(
                "checks:\n  site: {check: command, command: [/bin/sh, -c,"
                        + " 'printf \"\\033[31mred\"; exit 2']}\n");

        assertThat(run("check").out()).doesNotContain("\u001b").contains("red");
    }

    @Test
    void exitsByTheVerdict() throws IOException {
        configuration("checks:\n  memory.size: {expected: 1TiB}\n");
        assertThat(run("check").code()).isEqualTo(2);

        configuration("checks:\n  gpu.count: {expected: 8, nvidiaSmi: /no/such/nvidia-smi}\n");
        assertThat(run("check").code()).isEqualTo(3);
    }

    @Test
    void printsTheVerdictAsJson() {
        Ran ran = run("check", "--json");

        assertThat(Json.object(ran.out()))
                .containsEntry("schema", "farrier-verdict/1")
                .containsEntry("node", "node01")
                .containsEntry("health", "healthy");
    }

    @Test
    void reportsEveryProblemOfTheConfigurationAndExits78() throws IOException {
        configuration("policy: {mod: act}\nchecks:\n  memory.size: {expected: lots}\n");

        for (Ran ran : List.of(run("config", "check"), run("check"))) {
            assertThat(ran.code()).isEqualTo(78);
            assertThat(ran.err().lines()).hasSize(2);
            assertThat(ran.err()).contains("farrier.yaml:2:10", "did you mean 'mode'");
        }
    }

    @Test
    void showsAConfigurationThatCanBeReadBack() throws IOException {
        Ran shown = run("config", "show");
        write("etc/farrier/farrier.yaml", shown.out());

        assertThat(run("config", "check").code()).isZero();
    }

    @Test
    void saysWhoseADrainIs() throws IOException {
        write("state", "IDLE+DRAIN\n");
        write("reason", "admin: fan");
        Ran ran = run("node", "node01");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("node01: IDLE+DRAIN", "yes, by an administrator", "admin: fan");
        assertThat(Json.object(run("node", "--json", "node01").out()))
                .containsEntry("owner", "admin");
    }

    @Test
    void drainsAndResumesByHand() throws IOException {
        Ran drained = run("drain", "node01", "--reason", "new fan on Monday");
        assertThat(drained.code()).isZero();
        String reason = Files.readString(folder.resolve("reason"));
        assertThat(Reason.codes(reason)).containsExactly(Reason.MANUAL);
        assertThat(run("why", "node01").out())
                .contains("new fan on Monday", "through farrier drain");

        assertThat(run("resume", "node01").code()).isZero();
        assertThat(folder.resolve("state")).hasContent("IDLE");
    }

    @Test
    void refusesWhatIsNotOursAndSaysWhoseItIs() throws IOException {
        write("state", "IDLE+DRAIN\n");
        write("reason", "admin: fan");

        for (Ran ran :
                List.of(run("resume", "node01"), run("drain", "node01", "--reason", "mine"))) {
            assertThat(ran.code()).isEqualTo(77);
            assertThat(ran.out()).contains("not-ours", "admin by root: admin: fan");
        }
        assertThat(folder.resolve("reason")).hasContent("admin: fan");
        assertThat(run("drain", "--force", "node01", "--reason", "mine").code()).isZero();
    }

    @Test
    void saysAsAWholeWhatDoesNotFitIntoTheTable() throws IOException {
        String reason = "admin: fan 3 of the second row, " + "the part is ordered, ".repeat(5);
        write("state", "IDLE+DRAIN\n");
        write("reason", reason + "ticket 17");

        assertThat(run("resume", "node01").out()).contains("\nnode01: admin by root: " + reason);
    }

    @Test
    void saysOnceWhyChecksOfOneSourceCouldNotLook() throws IOException {
        configuration(
                """
                checks:
                  gpu.count: {expected: 8, nvidiaSmi: /no/such/nvidia-smi}
                  gpu.lost: {nvidiaSmi: /no/such/nvidia-smi}
                """);

        assertThat(run("check").out())
                .containsOnlyOnce("  could not look  gpu.count, gpu.lost: GPUs are expected;");
    }

    @Test
    void tellsWrongUseFromAnUnreachableScheduler() throws IOException {
        assertThat(run("node", "node99").code()).isEqualTo(64);
        assertThat(run("node", "-n1").code()).isEqualTo(64);
        assertThat(run("drain", "node01").code()).isEqualTo(64);
        assertThat(run("hosts").code()).isEqualTo(64);
        scontrol("echo 'Unable to contact slurm controller (connect failure)' >&2; exit 1\n");
        assertThat(run("node", "node01").code()).isEqualTo(69);
        assertThat(run("drain", "node01", "--reason", "x").code()).isEqualTo(69);
    }

    @Test
    void pausesAndEndsThePause() {
        assertThat(run("pause", "--for", "2h", "--why", "switch").out())
                .contains("until", "switch");
        assertThat(folder.resolve("run/farrier/paused")).exists();

        assertThat(run("pause", "--off").out()).contains("not paused");
        assertThat(folder.resolve("run/farrier/paused")).doesNotExist();
        assertThat(run("pause", "--for", "soon").code()).isEqualTo(64);
        assertThat(run("pause", "--everywhere").code()).isEqualTo(64);
    }

    @Test
    void saysWhereTheStoryOfAnotherNodeLies() {
        assertThat(run("why", "node01").out())
                .contains("No drain of node01", "journal.jsonl there");
    }

    @Test
    void proposesAConfigurationThatPassesItsOwnCheck() throws IOException {
        Ran ran = run("init");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .startsWith("# node: node01\n")
                .contains("memory.size: {expected: 62GiB}", "cpu.count: {expected: 16}");
        write("proposed.yaml", ran.out());
        assertThat(run("config", "check", "--config=" + folder + "/proposed.yaml").code()).isZero();
    }

    @Test
    void proposesWhatTheSchedulerPromisesAndWarns() throws IOException {
        scontrol(
                """
                case "$*" in
                    *--json) echo "scontrol: unrecognized option '--json'" >&2; exit 1 ;;
                esac
                echo "NodeName=node01 CPUTot=32 Gres=gpu:h100:8 RealMemory=100000 State=IDLE Partitions=gpu"
                """);

        Ran ran = run("init");

        assertThat(ran.out()).contains("cpu.count: {expected: 32}", "gpu.count: {expected: 8}");
        assertThat(ran.err())
                .contains(
                        "warning: cpu.count: 16 CPUs are online, the scheduler promises 32\n",
                        "warning: gpu.count: the driver knows 0 GPUs, the scheduler promises 8\n");
    }

    @Test
    void neverReplacesAFileUnlessItIsForcedTo() throws IOException {
        write("mine.yaml", "interval: 30s\n");
        String output = "--output=" + folder + "/mine.yaml";

        Ran refused = run("init", output);

        assertThat(refused.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(refused.err()).contains("exists; --force replaces it");
        assertThat(folder.resolve("mine.yaml")).hasContent("interval: 30s\n");
        assertThat(run("init", output, "--force").code()).isZero();
        assertThat(folder.resolve("mine.yaml")).content().startsWith("# node: node01\n");
    }

    @Test
    void mergesWhatManyNodesPropose() throws IOException {
        List<String> args = new ArrayList<>(List.of("init", "--json", "--merge"));
        for (int i = 1; i <= 4; i++) {
            int gpus = i == 4 ? 7 : 8;
            write("n" + i, "# node: gpu" + i + "\nchecks: {gpu.count: {expected: " + gpus + "}}\n");
            args.add(folder + "/n" + i);
        }

        Ran ran = run(args.toArray(new String[0]));

        assertThat(ran.code()).isZero();
        assertThat(ran.err())
                .isEqualTo(
                        "odd: gpu4: gpu.count expected is 7, 3 others have 8 (taken for a defect:"
                                + " gets what the others have)\n");
        assertThat(Json.object(ran.out()))
                .containsEntry("schema", "farrier-init-merge/1")
                .containsEntry("nodes", 4L);
    }
}
