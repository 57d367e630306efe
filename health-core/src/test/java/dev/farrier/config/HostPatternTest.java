package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.farrier.NodeName;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPatternTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "gpu001,        gpu001, true",
                "gpu001,        gpu0011, false",
                "gpu*,          gpu001, true",
                "gpu*,          gpu, true",
                "gpu*,          cpu001, false",
                "*,             anything, true",
                "gpu?,          gpu1, true",
                "gpu?,          gpu12, false",
                "gpu?,          gpu, false",
                "*-ib*.cluster, n1-ib0.cluster, true",
                "*-ib*.cluster, n1-eth.cluster, false",
                "g*u*1,         gpugpu21, true",
                "GPU*,          gpu1, false",
                "gpu[001-003],  gpu002, true",
                "gpu[001-003],  gpu004, false",
                "\"cpu*,gpu[001-003]\", gpu003, true",
                "\"cpu*, login1\", login1, true",
            })
    void matchesByNameGlobOrHostList(String pattern, String node, boolean matches) {
        assertThat(HostPattern.of(pattern, Kinds::hostList).matches(new NodeName(node)))
                .isEqualTo(matches);
    }

    @Test
    void keepsCommasInBracketsForTheHostList() {
        HostPattern pattern =
                HostPattern.of(
                        "gpu[1,3],cpu1", part -> java.util.List.of(part.replaceAll("\\W", "-")));

        assertThat(pattern.matches(new NodeName("gpu-1-3-"))).isTrue();
        assertThat(pattern.matches(new NodeName("cpu1"))).isTrue();
    }

    @Test
    void refusesWhatNamesNoNode() {
        assertThatThrownBy(() -> HostPattern.of("", Kinds::hostList))
                .hasMessage("a host name is missing");
        assertThatThrownBy(() -> HostPattern.of("gpu1,,gpu2", Kinds::hostList))
                .hasMessage("a host name is missing");
        assertThatThrownBy(() -> HostPattern.of("gpu 1*", Kinds::hostList))
                .hasMessageStartingWith("not a node name");
        assertThatThrownBy(() -> HostPattern.of("gpu[1-2]*", Kinds::hostList))
                .hasMessage("'gpu[1-2]*' mixes brackets with '*' or '?': use one of them");
    }

    @Test
    void isNotSlowedDownByManyStars() {
        HostPattern pattern = HostPattern.of("a*".repeat(100) + "b", Kinds::hostList);

        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThat(pattern.matches(new NodeName("a".repeat(255)))).isFalse());
    }
}
