package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TickClockTest {
    private static final double INTERVAL = 10;

    private final SplittableRandom random = new SplittableRandom(1);
    private final int nodes = 4;
    private final TickClock clock = new TickClock(nodes, INTERVAL);
    private final int[] lastOfNode = {-1, -1, -1, -1};
    private int newest = -1;
    private int closed = -1;

    /** Places a sample as the job does: two ticks are open. */
    private int place(int node, double time) {
        int tick = clock.place(node, time, closed, newest, lastOfNode[node] == newest);
        if (tick != TickClock.LOST) {
            assertThat(tick).isGreaterThan(closed);
            newest = Math.max(newest, tick);
            closed = Math.max(closed, newest - 2);
            lastOfNode[node] = tick;
        }
        return tick;
    }

    @Test
    void countsTicksFromAnyPhase() {
        for (int k = 0; k < 100; k++) {
            assertThat(place(0, 7.3 + k * INTERVAL)).isEqualTo(k);
        }
    }

    @Test
    void toleratesJitterOfAThirdOfTheInterval() {
        place(0, 0);
        for (int k = 1; k < 500; k++) {
            double jitter = (random.nextDouble() - 0.5) * 0.6 * INTERVAL;
            assertThat(place(0, k * INTERVAL + jitter)).isEqualTo(k);
        }
    }

    @Test
    void keepsANodeInPlaceWhoseClockIsOffByAConstant() {
        for (int k = 0; k < 100; k++) {
            assertThat(place(0, k * INTERVAL)).isEqualTo(k);
            double jitter = k == 0 ? 0 : (random.nextDouble() - 0.5) * 0.4 * INTERVAL;
            assertThat(place(1, k * INTERVAL + 4.4 + jitter)).isEqualTo(k);
        }
    }

    @Test
    void placesANodeByItsArrivalWhoseClockIsFarOff() {
        for (int k = 0; k < 20; k++) {
            assertThat(place(0, k * INTERVAL)).isEqualTo(k);
            assertThat(place(1, k * INTERVAL + 86_400)).isEqualTo(k);
            assertThat(place(2, k * INTERVAL - 500)).isEqualTo(k);
        }
    }

    @Test
    void followsAClockThatDrifts() {
        for (int k = 0; k < 1000; k++) {
            assertThat(place(0, k * (INTERVAL + 0.02))).isEqualTo(k);
        }
    }

    @Test
    void losesWhatCameTooLateOrOfNoTime() {
        for (int k = 0; k < 10; k++) {
            place(0, k * INTERVAL);
        }
        assertThat(place(0, 10)).isEqualTo(TickClock.LOST);
        assertThat(place(0, Double.NaN)).isEqualTo(TickClock.LOST);
        assertThat(place(0, Double.NEGATIVE_INFINITY)).isEqualTo(TickClock.LOST);
        assertThat(place(0, 1e300)).isEqualTo(TickClock.LOST);
        assertThat(place(0, 1_790_000_000_000.0)).as("milliseconds").isEqualTo(TickClock.LOST);
    }

    @Test
    void doesNotTakeABacklogThatIsToldAgainForAJump() {
        for (int k = 0; k < 50; k++) {
            for (int node = 0; node < nodes; node++) {
                place(node, k * INTERVAL);
            }
        }
        for (int k = 10; k < 45; k++) {
            for (int node = 0; node < nodes; node++) {
                assertThat(place(node, k * INTERVAL)).isEqualTo(TickClock.LOST);
            }
        }
        assertThat(place(0, 50 * INTERVAL)).isEqualTo(50);
    }

    @Test
    void closesAGapOfTheWholeJobOnceMostNodesHaveJumped() {
        for (int node = 0; node < nodes; node++) {
            place(node, 0);
        }
        List<Integer> ticks = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            ticks.add(place(node, 5_000));
        }
        assertThat(ticks).containsExactly(TickClock.LOST, TickClock.LOST, 1, 1);
        assertThat(place(0, 5_010)).isEqualTo(2);
    }

    @Test
    void leavesAShortGapOpen() {
        place(0, 0);
        assertThat(place(0, 3 * INTERVAL)).isEqualTo(3);
    }

    @Test
    void placesANodeAnewWhoseClockHasJumped() {
        for (double jump : new double[] {86_400, -86_400, 60, -60, 25, -25}) {
            int misplaced = 0;
            for (int k = 0; k < 60; k++) {
                for (int node = 0; node < nodes; node++) {
                    double time = (newestTime + k) * INTERVAL + offset[node];
                    double wrong = node == 2 && k >= 30 ? jump : 0;
                    int tick = place(node, time + wrong);
                    misplaced += Math.abs(tick - newest) > 1 ? 1 : 0;
                }
            }
            assertThat(misplaced).as("jump of %s s", jump).isLessThanOrEqualTo(5);
            newestTime += 60;
            offset[2] += jump;
        }
    }

    private final double[] offset = new double[nodes];
    private int newestTime;
}
