package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.NodeProfile.Gres;
import dev.farrier.config.Applies.Answer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AppliesTest {
    private static final NodeName NODE = new NodeName("gpu001");
    private static final NodeProfile PROFILE =
            new NodeProfile(
                    List.of("gpu", "all"),
                    List.of("h100", "ib"),
                    List.of(new Gres("gpu", "h100", 8), new Gres("nic", "", 0)),
                    OptionalLong.empty(),
                    OptionalInt.empty());

    private static Answer answer(Applies applies) {
        return applies.to(NODE, Optional.of(PROFILE));
    }

    private static Applies on(List<String> partitions, List<String> features, List<String> gres) {
        return new Applies(List.of(), partitions, features, gres);
    }

    @Test
    void takesOneMatchOfEachListAndAllLists() {
        assertThat(answer(on(List.of("cpu", "gpu"), List.of(), List.of()))).isEqualTo(Answer.YES);
        assertThat(answer(on(List.of("cpu"), List.of(), List.of()))).isEqualTo(Answer.NO);
        assertThat(answer(on(List.of("gpu"), List.of("a100"), List.of()))).isEqualTo(Answer.NO);
        assertThat(answer(on(List.of("gpu"), List.of("ib"), List.of("gpu:h100"))))
                .isEqualTo(Answer.YES);
    }

    @Test
    void knowsAResourceWithAndWithoutItsType() {
        assertThat(answer(on(List.of(), List.of(), List.of("gpu")))).isEqualTo(Answer.YES);
        assertThat(answer(on(List.of(), List.of(), List.of("gpu:a100")))).isEqualTo(Answer.NO);
        assertThat(answer(on(List.of(), List.of(), List.of("h100")))).isEqualTo(Answer.NO);
        assertThat(answer(on(List.of(), List.of(), List.of("nic"))))
                .as("none of it")
                .isEqualTo(Answer.NO);
    }

    @Test
    void cannotTellBeforeTheSchedulerHas() {
        Applies applies = on(List.of("gpu"), List.of(), List.of());

        assertThat(applies.to(NODE, Optional.empty())).isEqualTo(Answer.UNKNOWN);
        assertThat(Applies.EVERYWHERE.to(NODE, Optional.empty())).isEqualTo(Answer.YES);
    }

    @Test
    void needsNoSchedulerForANodeOfAnotherName() {
        HostPattern others = HostPattern.of("cpu*", List::of);
        Applies applies = new Applies(List.of(others), List.of("gpu"), List.of(), List.of());

        assertThat(applies.to(NODE, Optional.empty())).isEqualTo(Answer.NO);
    }
}
