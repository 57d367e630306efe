package dev.farrier.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StragglerExplainerTest {
    private static final String HEAD =
            "step,rank,node,gpu,group,step_ms,compute_ms,comm_wait_ms,sm_mhz,power_w,temp_c,reasons";
    private static final int STEPS = 40;
    private static final int RANKS = 16;

    /** What a rank does in a step. */
    private interface Ranks {
        Rank at(int step, int rank);
    }

    /** The columns after {@code compute_ms} as text; the times get a little noise. */
    private record Rank(int computeMillis, String rest) {}

    private static final Rank WELL = new Rank(300, "10,1950,640,58,0x0");
    private static final Rank BRAKED = new Rank(420, "10,650,200,50,0x88");

    private static String series(Ranks ranks) {
        StringBuilder csv = new StringBuilder(HEAD).append('\n');
        Random noise = new Random(1);
        for (int step = 0; step < STEPS; step++) {
            for (int rank = 0; rank < RANKS; rank++) {
                Rank it = ranks.at(step, rank);
                csv.append(
                        String.format(
                                Locale.ROOT,
                                "%d,%d,n%d,%d,g0,430,%d,%s%n",
                                step,
                                rank,
                                rank / 8,
                                rank % 8,
                                it.computeMillis() + noise.nextInt(5),
                                it.rest()));
            }
        }
        return csv.toString();
    }

    private static Explanation explain(String csv, Map<String, Object> context) {
        return new StragglerExplainer()
                .explain(
                        List.of(new Input("series.csv", csv.getBytes(UTF_8))),
                        new Context(context));
    }

    private static Map<String, Object> members(String csv) {
        return explain(csv, Map.of()).members();
    }

    @Test
    void namesANodeWhoseRanksAreAllSlow() {
        Map<String, Object> told =
                members(series((step, rank) -> step >= 10 && rank >= 8 ? BRAKED : WELL));

        assertThat(told)
                .containsEntry("verdict", "straggler")
                .containsEntry("others", "none")
                .extractingByKey("stragglers")
                .asString()
                .contains("rank=8, node=n1, gpu=-1, from_step=10, steps_in_a_row=30")
                .contains("cause=power-brake, slowdown=1.398}]");
    }

    @Test
    void onlySuspectsASlowRankWithoutASign() {
        Rank more = new Rank(360, WELL.rest());
        Map<String, Object> told = members(series((step, rank) -> rank == 3 ? more : WELL));

        assertThat(told)
                .containsEntry("verdict", "suspect")
                .containsEntry("stragglers", List.of())
                .containsEntry("action", "report")
                .extractingByKey("others")
                .asString()
                .contains("rank=3, node=n0, gpu=3, from_step=0");
    }

    @Test
    void onlySuspectsARankThatIsSlowForFewerStepsThanTheContextWants() {
        String csv = series((step, rank) -> step >= 10 && rank == 5 ? BRAKED : WELL);

        assertThat(explain(csv, Map.of("min_consecutive", 30L)).members())
                .containsEntry("verdict", "straggler");
        assertThat(explain(csv, Map.of("min_consecutive", 31L)).members())
                .containsEntry("verdict", "suspect");
    }

    @Test
    void comparesOnlyRanksOfOneGroup() {
        String csv =
                series((step, rank) -> rank < 8 ? WELL : new Rank(390, WELL.rest()))
                        .replaceAll("(?m)^(\\d+,\\d+,n1,\\d+),g0", "$1,g1");

        assertThat(members(csv)).containsEntry("verdict", "no straggler");
    }

    @Test
    void cannotTellFromValuesThatNeverChange() {
        String frozen = series((step, rank) -> WELL).replaceAll(",430,\\d+,", ",430,300,");

        assertThat(members(frozen)).containsEntry("verdict", "cannot tell");
    }

    @Test
    void judgesWithoutTheColumnsThatTellOfTheHardware() {
        String csv =
                series((step, rank) -> WELL)
                        .replaceAll("(?m)^(.*?,.*?,.*?,.*?),.*?,.*?,(.*?),.*$", "$1,$2");

        assertThat(csv).startsWith("step,rank,node,gpu,compute_ms\n0,0,n0,0,30");
        assertThat(members(csv)).containsEntry("verdict", "no straggler");
    }

    @Test
    void saysInWhichLineWhatIsWrong() {
        String csv =
                series((step, rank) -> WELL)
                        .replaceFirst("(?m)^2,0,(.*),430,\\d+", "2,0,$1,430,soon");

        assertThatThrownBy(() -> members(csv))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "series.csv: line 34: compute_ms is 'soon', must be a number, or empty");
    }

    @Test
    void refusesATornLineAndARankTwiceInAStep() {
        String csv = series((step, rank) -> WELL);

        assertThatThrownBy(() -> members(csv.substring(0, csv.length() - 9)))
                .hasMessageContaining("line 641: 10 fields, must be 12 as in line 1");
        assertThatThrownBy(() -> members(csv + csv.substring(HEAD.length() + 1)))
                .hasMessageContaining("line 642: rank is '0', must be a rank once a step");
    }
}
