package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.NodeProfile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HealthConfigTest {
    private static HealthConfig read(String text) {
        return Kinds.reader().read("scheduler: {kind: slurm}\n" + text, "f");
    }

    private static Optional<NodeProfile> in(String... partitions) {
        return Optional.of(
                new NodeProfile(
                        List.of(partitions),
                        List.of(),
                        List.of(),
                        OptionalLong.empty(),
                        OptionalInt.empty()));
    }

    @Test
    void onlyObservesWhileItIsNotKnownWhatTheNodeIs() {
        HealthConfig config =
                read(
                        """
                        policy: {mode: act, partitionModes: {gpu: act}}
                        checks: {clock: {mode: act}}
                        """);

        HealthConfig unknown = config.on(Optional.empty());

        assertThat(unknown.policy().modeIn(List.of("gpu"))).isEqualTo(Mode.OBSERVE);
        assertThat(unknown.policy().mode()).isEqualTo(Mode.OBSERVE);
        assertThat(unknown.checks().get(0).common().mode()).isEmpty();
    }

    @Test
    void onlyObservesAlsoWhereACheckAloneHangsOnIt() {
        HealthConfig config =
                read("policy: {mode: act}\nchecks: {clock: {for: {partition: gpu}}}\n");

        assertThat(config.on(Optional.empty()).policy().mode()).isEqualTo(Mode.OBSERVE);
        assertThat(config.on(in("cpu")).policy().mode()).isEqualTo(Mode.ACT);
    }

    @Test
    void asksNobodyWhereNothingHangsOnIt() {
        HealthConfig config = read("policy: {mode: act}\nchecks: {clock: {for: {hosts: a}}}\n");

        assertThat(config.asksForProfile()).isFalse();
        assertThat(config.on(Optional.empty())).isSameAs(config);
    }

    @Test
    void actsInThePartitionsThatItIsToldTo() {
        HealthConfig config = read("policy: {partitionModes: {gpu: act}}\n");

        assertThat(config.on(in("gpu")).policy().mode()).isEqualTo(Mode.ACT);
        assertThat(config.on(in("cpu")).policy().mode()).isEqualTo(Mode.OBSERVE);
    }
}
