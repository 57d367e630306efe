package dev.farrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.config.HealthConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmSetupTest {
    private static final String HOOKS = "/opt/farrier/libexec";
    private static final Map<String, String> RIGHT =
            Map.of(
                    "HealthCheckProgram",
                    HOOKS + "/slurm-healthcheck",
                    "HealthCheckInterval",
                    "60 sec",
                    "HealthCheckNodeState",
                    "ANY,CYCLE",
                    "Prolog",
                    HOOKS + "/slurm-prolog",
                    "Epilog",
                    HOOKS + "/slurm-epilog",
                    "SchedulerParameters",
                    "nohold_on_prolog_fail");

    private static SlurmSetup setup(Map<String, String> slurm) {
        return new SlurmSetup(HealthConfig.defaults("test"), HOOKS, slurm);
    }

    private static String check(Map<String, String> slurm, String fileSystem) {
        Diagnosis diagnosis = new Diagnosis();
        setup(slurm).check(diagnosis, path -> fileSystem);
        StringWriter text = new StringWriter();
        diagnosis.print(new PrintWriter(text));
        return text.toString();
    }

    private static Map<String, String> but(String key, String value) {
        Map<String, String> slurm = new java.util.HashMap<>(RIGHT);
        slurm.put(key, value);
        return slurm;
    }

    @Test
    void findsNothingWrongWhereAllIsRight() {
        assertThat(check(RIGHT, "ext2/ext3")).doesNotContain("wrong", "note");
    }

    @Test
    void warnsOfStatesThatAreNeverLookedAt() {
        assertThat(check(but("HealthCheckNodeState", "IDLE"), "xfs"))
                .contains("wrong", "a drained one never comes back");
    }

    @Test
    void warnsOfAnotherIntervalThanTheConfigurations() {
        assertThat(check(but("HealthCheckInterval", "300 sec"), "xfs"))
                .contains("HealthCheckInterval=300, but interval is 60 s");
        assertThat(check(but("HealthCheckInterval", "0 sec"), "xfs")).contains("never runs");
    }

    @Test
    void warnsOfAPrologOnANetworkFileSystem() {
        assertThat(check(RIGHT, "nfs")).contains("network file system");
    }

    @Test
    void standsBesideAPrologThatIsThere() {
        String lines = setup(but("Prolog", "/etc/slurm/prolog.sh")).lines();

        assertThat(lines)
                .contains("ln -s /etc/slurm/prolog.sh /etc/slurm/prolog.d/50-site")
                .contains("/zz-farrier")
                .contains("Prolog=/etc/slurm/prolog.d/*");
    }

    @Test
    void keepsOtherSchedulerParameters() {
        assertThat(setup(but("SchedulerParameters", "bf_interval=5")).lines())
                .contains("SchedulerParameters=bf_interval=5,nohold_on_prolog_fail");
    }

    @Test
    void standsBesideAllPrologsOfALaterSlurm() {
        Map<String, String> slurm =
                Map.of("Prolog[0]", "/etc/slurm/a.sh", "Prolog[1]", "/etc/slurm/b.sh");

        assertThat(setup(slurm).lines())
                .contains("ln -s /etc/slurm/a.sh /etc/slurm/prolog.d/50-site")
                .contains("ln -s /etc/slurm/b.sh /etc/slurm/prolog.d/49-site")
                .contains("/zz-farrier")
                .doesNotContain("Prolog=" + HOOKS);
        assertThat(check(slurm, "nfs")).contains("a.sh lies on", "b.sh lies on");
    }

    @ParameterizedTest
    @ValueSource(strings = {"22.05", "24.11", "26.05"})
    void readsWhatScontrolPrints(String version) throws IOException {
        Map<String, String> config = SetupCommand.Slurm.parse(recorded(version)).orElseThrow();

        assertThat(config)
                .containsEntry("HealthCheckInterval", "0 sec")
                .containsEntry("HealthCheckProgram", "(null)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"22.05", "24.11", "26.05"})
    void takesNoCutAnswerForAConfiguration(String version) throws IOException {
        String whole = recorded(version).strip();

        for (int end = 0; end < whole.length() - 1; end += 7) {
            assertThat(SetupCommand.Slurm.parse(whole.substring(0, end))).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void takesNothingElseForAConfiguration(String text) {
        assertThat(SetupCommand.Slurm.parse(text)).isEmpty();
    }

    /** Captured with {@code scontrol show config}. */
    private static String recorded(String version) throws IOException {
        return Files.readString(
                Path.of("src/test/resources/slurm", version, "show-config.txt"),
                StandardCharsets.UTF_8);
    }
}
