package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HookEnvironmentTest {
    static Stream<Arguments> recordings() {
        return Transcript.VERSIONS.stream()
                .flatMap(
                        version ->
                                Stream.of(
                                        Arguments.of(version, "hc-env", "healthcheck"),
                                        Arguments.of(
                                                version, "env-none-batch-prolog-node01", "prolog"),
                                        Arguments.of(
                                                version, "env-none-batch-epilog-node01", "epilog"),
                                        Arguments.of(
                                                version,
                                                "env-none-batch-prologslurmctld-ctl",
                                                "prolog_slurmctld"),
                                        Arguments.of(
                                                version,
                                                "env-none-batch-taskprolog-node01",
                                                "prolog_task")))
                .filter(
                        recorded ->
                                Transcript.exists(
                                        (String) recorded.get()[0], (String) recorded.get()[1]));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void tellsWhichHookItIs(String version, String name, String context) {
        HookEnvironment told = HookEnvironment.parse(Transcript.of(version, name).stdout());

        assertThat(told.context()).isEqualTo(context);
        assertThat(told.job().isPresent()).isEqualTo(!context.equals("healthcheck"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SLURM_JOB_ID=x", "SLURM_JOB_ID=", "SLURM_JOB_ID=99999999999999999999"})
    void takesNothingElseForAJob(String line) {
        assertThat(HookEnvironment.parse(line + "\nSLURMD_NODENAME=n1\n").job()).isEmpty();
    }

    @Test
    void keepsALineEndInAValue() {
        HookEnvironment told = HookEnvironment.parse("A=x\ny\nSLURMD_NODENAME=n1\n");

        assertThat(told.variables()).containsEntry("A", "x\ny");
        assertThat(told.node()).contains("n1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "no variable\n", "\u0000\u0001\n", "=x\n", "1A=x\n"})
    void refusesWhatIsNoEnvironment(String text) {
        assertThatThrownBy(() -> HookEnvironment.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesEnormousText() {
        assertThat(HookEnvironment.parse("A=x\n" + "y\n".repeat(1 << 20)).variables()).hasSize(1);
        assertThatThrownBy(() -> HookEnvironment.parse("A=x\n".repeat(2 << 20)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
