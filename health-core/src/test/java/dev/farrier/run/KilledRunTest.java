package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.action.Ledger.EndedBy;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that is killed between any two steps, and the runs after it. */
class KilledRunTest {
    @TempDir private Path folder = Path.of("");
    private Node node = new Node(folder);

    /** After which step of a run that acts the kill comes. */
    enum Kill {
        INTENT_WRITTEN,
        SENT,
        LEDGER_WRITTEN,
        MEMORY_WRITTEN
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    @BeforeEach
    void setUp() {
        node = new Node(folder);
    }

    private void killedLook(String reading, Kill kill) throws IOException, InterruptedException {
        Runnable death =
                () -> {
                    throw new Killed();
                };
        switch (kill) {
            case INTENT_WRITTEN -> node.scheduler.beforeWrite = death;
            case SENT -> node.scheduler.afterWrite = death;
            default -> {
                keepOld("run/verdict");
                keepOld("state.json");
            }
        }
        if (kill == Kill.INTENT_WRITTEN || kill == Kill.SENT) {
            assertThatThrownBy(() -> node.lookAfter(60, reading)).isInstanceOf(Killed.class);
            node.scheduler.beforeWrite = () -> {};
            node.scheduler.afterWrite = () -> {};
            return;
        }
        node.lookAfter(60, reading);
        giveOld("run/verdict");
        if (kill == Kill.LEDGER_WRITTEN) {
            giveOld("state.json");
        }
    }

    private void keepOld(String file) throws IOException {
        Files.copy(
                folder.resolve(file),
                folder.resolve(file + ".old"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private void giveOld(String file) throws IOException {
        Files.move(
                folder.resolve(file + ".old"),
                folder.resolve(file),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private void look(int times, String reading) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            node.lookAfter(60, reading);
        }
    }

    private NodeState state() {
        return node.scheduler.get(Node.NAME);
    }

    private void drainKilledAt(Kill kill) throws IOException, InterruptedException {
        look(1, "fail");
        killedLook("fail", kill);
    }

    private void resumeKilledAt(Kill kill) throws IOException, InterruptedException {
        look(2, "fail");
        look(10, "pass");
        assertThat(state().drainedByUs()).isTrue();
        killedLook("pass", kill);
    }

    @ParameterizedTest
    @EnumSource
    void drainsOnceWhileTheFaultLasts(Kill kill) throws IOException, InterruptedException {
        drainKilledAt(kill);
        look(3, "fail");

        assertThat(state().drainedByUs()).isTrue();
        assertThat(node.flag()).isEqualTo("1");
        assertThat(node.scheduler.writes).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void returnsTheNodeWhenTheFaultIsGone(Kill kill) throws IOException, InterruptedException {
        drainKilledAt(kill);
        look(12, "pass");

        assertThat(state().drained()).isFalse();
        assertThat(node.flag()).isEqualTo("0");
        assertThat(node.ledger().open(state().node())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void leavesTheDrainThatAnAdminPutOverIt(Kill kill) throws IOException, InterruptedException {
        drainKilledAt(kill);
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", "ticket 17", Owner.ADMIN);
        look(3, "fail");
        look(12, "pass");

        assertThat(state().reason()).contains("ticket 17");
    }

    @ParameterizedTest
    @EnumSource
    void endsTheResumeThatItBegan(Kill kill) throws IOException, InterruptedException {
        resumeKilledAt(kill);
        look(3, "pass");

        assertThat(state().drained()).isFalse();
        assertThat(node.ledger().open(state().node())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void takesItsOwnResumeForNobodyElses(Kill kill) throws IOException, InterruptedException {
        resumeKilledAt(kill);
        look(3, "fail");

        assertThat(state().drainedByUs()).isTrue();
        assertThat(node.ledger().drains())
                .noneMatch(drain -> drain.endedBy().filter(by -> by == EndedBy.ADMIN).isPresent());
    }
}
