package dev.farrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program on a machine that lies below a folder. */
class RefreshRunTest {
    private static final String BOOT = "11111111-2222-3333-4444-555555555555";

    @TempDir private Path root = Path.of("");

    @BeforeEach
    void makeMachine() throws IOException {
        Files.createDirectories(root.resolve("proc/sys/kernel/random"));
        Files.createDirectories(root.resolve("sys/devices/system/cpu"));
        Files.createDirectories(root.resolve("etc/farrier"));
        Files.writeString(root.resolve("proc/sys/kernel/random/boot_id"), BOOT + "\n");
        Files.writeString(root.resolve("proc/sys/kernel/hostname"), "gpu7.example.org\n");
        Files.writeString(root.resolve("sys/devices/system/cpu/online"), "0-1\n");
        configure("checks: {cpu.count: {expected: 4}}\n");
        at(1_000);
    }

    private void configure(String yaml) throws IOException {
        Files.writeString(root.resolve("etc/farrier/farrier.yaml"), yaml);
    }

    private void at(int uptime) throws IOException {
        Files.writeString(root.resolve("proc/uptime"), uptime + ".00 1.00\n");
    }

    private String refresh(String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("--root", root.toString()));
        args.addAll(List.of(more));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Refresh.main(args, new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        return Files.readString(root.resolve("run/farrier/verdict"));
    }

    private List<Map<String, Object>> looks() throws IOException {
        List<Map<String, Object>> looks = new ArrayList<>();
        for (String line : Files.readAllLines(root.resolve("var/log/farrier/journal.jsonl"))) {
            Map<String, Object> event = Json.object(line);
            if ("look".equals(event.get("event"))) {
                looks.add(event);
            }
        }
        return looks;
    }

    @Test
    void looksOnceWhenSeveralHooksFoundTheVerdictDueAtOnce() throws IOException {
        refresh("--trigger", "periodic", "--node", "gpu7");
        refresh("--trigger", "periodic", "--node", "gpu7");
        at(1_029);
        refresh("--trigger", "periodic", "--node", "gpu7");
        assertThat(looks()).hasSize(1);

        at(1_030);
        refresh("--trigger", "periodic", "--node", "gpu7");
        assertThat(looks()).hasSize(2);
    }

    @Test
    void looksWheneverAPersonAsks() throws IOException {
        refresh();
        refresh();

        assertThat(looks()).hasSize(2);
    }

    @Test
    void remembersWhatTheKernelsLogSaid() throws IOException {
        Path log = Files.createDirectories(root.resolve("dev")).resolve("kmsg");
        configure("checks: {kernel.machine-check: {}}\n");
        Files.writeString(log, "3,1,9000000,-;EDAC MC0: 1 UE memory read error on DIMM_A1 (x)\n");
        assertThat(refresh()).contains(" UNHEALTHY 0 kernel.memory.uncorrected memory mc0 DIMM_A1");

        Files.writeString(log, "6,2,90000000,-;overwritten\n");
        assertThat(refresh()).contains(" UNHEALTHY ");
        assertThat(refresh()).contains(" UNHEALTHY ");

        Files.writeString(root.resolve("proc/sys/kernel/random/boot_id"), BOOT + "2\n");
        assertThat(refresh()).contains(" HEALTHY ");
    }

    @Test
    void takesTheHostsNameFromTheKernel() throws IOException {
        refresh();

        assertThat(looks().get(0)).containsEntry("node", "gpu7");
    }

    @Test
    void runsTheBuiltinProfileOnlyWhenThereIsNoConfiguration() throws IOException {
        Path file = root.resolve("etc/farrier/farrier.yaml");
        Files.delete(file);
        assertThat(refresh()).doesNotContain("configuration:");

        Files.createSymbolicLink(file, root.resolve("not-mounted-yet/farrier.yaml"));
        assertThat(refresh()).contains(" UNKNOWN 0 configuration:");
        assertThat(refresh("--config", root.resolve("missing").toString()))
                .contains(" UNKNOWN 0 configuration:");
    }

    @Test
    void printsAJsonObjectToItsEnd() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);

        int code =
                Commands.run(new String[] {"hosts", "fold", "n1", "n2", "--json"}, stream, stream);

        assertThat(code).isZero();
        assertThat(Json.object(out.toString(StandardCharsets.UTF_8)))
                .containsEntry("folded", "n[1-2]");
    }
}
