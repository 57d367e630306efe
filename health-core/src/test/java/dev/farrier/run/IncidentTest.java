package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.action.Owner;
import dev.farrier.config.Mode;
import dev.farrier.config.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many nodes of one scheduler, each with a memory of its own and none knowing another. */
class IncidentTest {
    @TempDir private Path folder = Path.of("");

    private final FakeNodeController scheduler = new FakeNodeController();
    private final List<Node> nodes = new ArrayList<>();

    private void cluster(int size, Share budget, Optional<Share> commonCause) throws IOException {
        for (int i = 0; i < size; i++) {
            String name = String.format("gpu%04d", i);
            Node node = new Node(Files.createDirectories(folder.resolve(name)), name, scheduler);
            node.budget = budget;
            node.commonCause = commonCause;
            node.fault = node.fault.asLatched();
            nodes.add(node);
        }
    }

    /** All nodes look, a few seconds apart, the last of them within one interval. */
    private void allLook(String reading) throws IOException, InterruptedException {
        for (Node node : nodes) {
            node.lookAfter(60, reading);
        }
    }

    private long drained() {
        return scheduler.nodes.values().stream().filter(state -> state.drained()).count();
    }

    private long writes(String name) {
        return scheduler.writes.stream().filter(write -> write.contains(name)).count();
    }

    @Test
    void drainsNoMoreThanTheBudget() throws IOException, InterruptedException {
        cluster(50, Share.percent(10), Optional.empty());

        for (int i = 0; i < 5; i++) {
            allLook("fail");
        }

        assertThat(drained()).isEqualTo(5);
        assertThat(nodes.get(40).journal("decision").toString()).contains("the drain budget");
        assertThat(writes("gpu0040")).isZero();
    }

    @Test
    void drainsTheNextWhenOneOfTheBudgetIsBack() throws IOException, InterruptedException {
        cluster(3, Share.nodes(1), Optional.empty());
        allLook("fail");
        assertThat(scheduler.get("gpu0000").drainedByUs()).isTrue();

        scheduler.set("gpu0000", "IDLE", "", Owner.NONE);
        nodes.remove(0);
        for (int i = 0; i < 5; i++) {
            allLook("fail");
        }

        assertThat(scheduler.get("gpu0001").drainedByUs()).isTrue();
        assertThat(drained()).isEqualTo(1);
    }

    @Test
    void asksTheSchedulerSeldomWhileTheBudgetIsUsed() throws IOException, InterruptedException {
        cluster(2, Share.nodes(1), Optional.empty());
        allLook("fail");
        nodes.remove(0);
        int counts = scheduler.counts;

        for (int i = 0; i < 10; i++) {
            allLook("fail");
        }

        assertThat(scheduler.counts - counts).isEqualTo(2);
    }

    @Test
    void countsNoMoreOnceItsDrainIsOld() throws IOException, InterruptedException {
        cluster(2, Share.nodes(1), Optional.empty());
        nodes.remove(1);
        for (int i = 0; i < 13; i++) {
            allLook("fail");
        }
        int counts = scheduler.counts;

        allLook("fail");

        assertThat(scheduler.counts).isEqualTo(counts);
        assertThat(drained()).isEqualTo(1);
    }

    @Test
    void takesBackAtOnceWhatAnIncidentDoesNotNeedAsWitness()
            throws IOException, InterruptedException {
        cluster(40, Share.percent(100), Optional.of(Share.nodes(3)));
        scheduler.blindUntilWrites = 10; // nobody sees a drain before ten have written

        allLook("fail");

        assertThat(writes("drain")).isEqualTo(10);
        allLook("fail");
        assertThat(drained()).isEqualTo(4);
    }

    @Test
    void leavesNoNodeDrainedWhenOneFaultIsOnAll() throws IOException, InterruptedException {
        cluster(40, Share.percent(100), Optional.empty());

        for (int i = 0; i < 4; i++) {
            allLook("fail");
        }

        assertThat(drained()).isZero();
        assertThat(scheduler.writes.stream().filter(write -> write.startsWith("drain")))
                .hasSizeLessThanOrEqualTo(6);
    }

    @Test
    void doesNotDrainAgainForTheSameFaultUntilTheHoldIsOver()
            throws IOException, InterruptedException {
        cluster(3, Share.percent(100), Optional.of(Share.nodes(1)));
        for (int i = 0; i < 4; i++) {
            allLook("fail");
        }
        assertThat(drained()).isZero();
        int writes = scheduler.writes.size();

        for (int i = 0; i < 20; i++) {
            allLook("fail");
        }

        assertThat(scheduler.writes).hasSize(writes);
    }

    @Test
    void tellsOfTheIncidentOnceOnEachNode() throws IOException, InterruptedException {
        cluster(3, Share.percent(100), Optional.of(Share.nodes(1)));
        for (int i = 0; i < 10; i++) {
            allLook("fail");
        }

        for (Node node : nodes) {
            assertThat(node.journal("decision"))
                    .filteredOn(event -> String.valueOf(event.get("why")).contains("found on"))
                    .as(node.name)
                    .hasSize(1);
        }
    }

    @Test
    void takesBackWhatIsTooMuchWhenAllDrainInOneSecond() throws IOException, InterruptedException {
        cluster(20, Share.percent(10), Optional.empty());
        scheduler.blindUntilWrites = 20; // nobody's count sees a drain before all have written

        for (Node node : nodes) {
            node.lookAfter(60, "fail");
        }
        assertThat(drained()).isGreaterThanOrEqualTo(19);
        scheduler.blindUntilWrites = 0;
        allLook("fail");

        assertThat(drained()).isEqualTo(2);
    }

    @Test
    void spreadsTheDrainsOfNeighbours() throws IOException, InterruptedException {
        cluster(20, Share.percent(100), Optional.of(Share.percent(100)));
        allLook("fail");

        List<Long> seconds = new ArrayList<>();
        for (Node node : nodes) {
            seconds.add(node.waits.get(0).toSeconds());
        }
        assertThat(seconds).allSatisfy(second -> assertThat(second).isLessThan(20));
        assertThat(seconds.stream().distinct().count()).isGreaterThan(10);
    }

    @Test
    void holdsAlsoWhereOnlyOneCheckMayAct() throws IOException, InterruptedException {
        cluster(40, Share.percent(100), Optional.empty());
        for (Node node : nodes) {
            node.mode = Mode.OBSERVE;
            node.checkMode = Optional.of(Mode.ACT);
        }
        for (int i = 0; i < 4; i++) {
            allLook("fail");
        }

        assertThat(scheduler.writes).isNotEmpty();
        assertThat(drained()).isZero();
    }
}
