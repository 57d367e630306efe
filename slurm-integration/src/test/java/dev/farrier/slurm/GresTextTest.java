package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.NodeProfile.Gres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GresTextTest {
    @Test
    void readsNameTypeAndCount() {
        assertThat(GresText.parse("gpu:h100:8")).containsExactly(new Gres("gpu", "h100", 8));
        assertThat(GresText.parse("gpu:8,nic"))
                .containsExactly(new Gres("gpu", "", 8), new Gres("nic", "", 1));
        assertThat(GresText.parse("gpu:h100")).containsExactly(new Gres("gpu", "h100", 1));
    }

    @Test
    void leavesOutWhereTheyAre() {
        assertThat(GresText.parse("gpu:h100:4(S:0,1),gpu:a100:2(IDX:0-1)"))
                .containsExactly(new Gres("gpu", "h100", 4), new Gres("gpu", "a100", 2));
    }

    @Test
    void readsCountsWithASuffixAndResourcesThatAreNotConsumed() {
        assertThat(GresText.parse("bandwidth:lustre:no_consume:4G"))
                .containsExactly(new Gres("bandwidth", "lustre", 4L << 30));
    }

    @Test
    void takesAnythingThatIsNoCountForAType() {
        assertThat(GresText.parse("gpu:8x:")).hasSize(1);
        assertThat(GresText.parse("gpu:99999999999999999999"))
                .containsExactly(new Gres("gpu", "99999999999999999999", 1));
    }

    @Test
    void givesNoneForNothing() {
        assertThat(GresText.parse("")).isEmpty();
        assertThat(GresText.parse(",,((")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void seesNoGpusInWhatNamesNone(String text) {
        assertThat(GresText.parse(text)).noneMatch(gres -> gres.name().equals("gpu"));
    }
}
