package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Trigger;
import dev.farrier.action.Ledger.EndedBy;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.action.Reason;
import dev.farrier.config.Mode;
import dev.farrier.json.Json;
import dev.farrier.policy.Pause;
import dev.farrier.verdict.Health;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeRunTest {
    @TempDir private Path folder = Path.of("");
    private Node node = new Node(folder);

    @BeforeEach
    void setUp() {
        node = new Node(folder);
    }

    private void drain() throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");
        assertThat(node.scheduler.get(Node.NAME).drainedByUs()).isTrue();
    }

    private void heal() throws IOException, InterruptedException {
        for (int i = 0; i <= 11; i++) {
            node.lookAfter(60, "pass");
        }
    }

    @Test
    void drainsOnTheSecondFailingLookWithTheFaultInTheReason()
            throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        assertThat(node.scheduler.writes).isEmpty();

        node.lookAfter(60, "fail");

        NodeState state = node.scheduler.get(Node.NAME);
        assertThat(state.drainedByUs()).isTrue();
        assertThat(state.reason().orElseThrow())
                .startsWith("farrier:")
                .contains("ib.down port mlx5_0");
        assertThat(Reason.isUnedited(state.reason().orElseThrow())).isTrue();
        assertThat(node.ledger().open(state.node()).orElseThrow().readBack()).isTrue();
    }

    @Test
    void doesNotDrainAgainWhileItsDrainStands() throws IOException, InterruptedException {
        drain();
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");

        assertThat(node.scheduler.writes).hasSize(1);
    }

    @Test
    void returnsTheNodeAfterEnoughPassesOverEnoughTime() throws IOException, InterruptedException {
        drain();
        for (int i = 0; i < 10; i++) {
            node.lookAfter(60, "pass");
        }
        assertThat(node.scheduler.get(Node.NAME).drained()).isTrue();

        node.lookAfter(60, "pass");

        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
        assertThat(node.ledger().last(node.scheduler.get(Node.NAME).node()).orElseThrow().endedBy())
                .contains(EndedBy.OURS);
    }

    @Test
    void startsThePassesAnewAfterAFailure() throws IOException, InterruptedException {
        drain();
        for (int i = 0; i < 9; i++) {
            node.lookAfter(60, "pass");
        }
        node.lookAfter(60, "fail");
        for (int i = 0; i < 9; i++) {
            node.lookAfter(60, "pass");
        }

        assertThat(node.scheduler.get(Node.NAME).drained()).isTrue();
    }

    @Test
    void neitherDrainsNorResumesOnUnknown() throws IOException, InterruptedException {
        for (int i = 0; i < 10; i++) {
            assertThat(node.lookAfter(60, "timeout").health()).isEqualTo(Health.UNKNOWN);
        }
        assertThat(node.scheduler.writes).isEmpty();

        drain();
        for (int i = 0; i < 30; i++) {
            node.lookAfter(60, "timeout");
            node.lookAfter(60, "vanished");
        }
        assertThat(node.scheduler.get(Node.NAME).drainedByUs()).isTrue();
    }

    @Test
    void leavesAnAdminsDrainAloneWhenOurFaultComesAndGoes()
            throws IOException, InterruptedException {
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", "fan, ticket 17", Owner.ADMIN);
        NodeState before = node.scheduler.get(Node.NAME);

        for (int i = 0; i < 5; i++) {
            node.lookAfter(60, "fail");
        }
        heal();

        assertThat(node.scheduler.get(Node.NAME)).isEqualTo(before);
        assertThat(node.scheduler.writes).isEmpty();
    }

    @Test
    void leavesADrainWhoseReasonAnAdminEdited() throws IOException, InterruptedException {
        drain();
        node.scheduler.set(
                Node.NAME, "IDLE+DRAIN", "farrier: keep, waiting for part", Owner.EDITED);

        heal();
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");
        heal();

        assertThat(node.scheduler.get(Node.NAME).reason())
                .contains("farrier: keep, waiting for part");
    }

    @Test
    void takesAnotherOfOurTextsOnTheNodeForAnEdit() throws IOException, InterruptedException {
        drain();
        String other = Reason.ofFaults(List.of("gpu.lost"), "gpu 3").text();
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", other, Owner.OURS);

        heal();

        assertThat(node.scheduler.get(Node.NAME).drained()).isTrue();
    }

    @Test
    void keepsHandsOffAfterAnAdminResumedUntilTheFaultHasClearedOnce()
            throws IOException, InterruptedException {
        drain();
        node.scheduler.set(Node.NAME, "IDLE", "", Owner.NONE);
        for (int i = 0; i < 5; i++) {
            node.lookAfter(60, "fail");
        }
        assertThat(node.scheduler.writes).hasSize(1);

        node.lookAfter(60, "pass");
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");

        assertThat(node.scheduler.writes).hasSize(2);
    }

    @Test
    void touchesNothingInModeObserveAndSaysWhatItWouldHaveDone()
            throws IOException, InterruptedException {
        node.mode = Mode.OBSERVE;
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");

        assertThat(node.scheduler.writes).isEmpty();
        List<Map<String, Object>> decisions = node.journal("decision");
        Map<String, Object> last = decisions.get(decisions.size() - 1);
        assertThat(last).containsEntry("action", "none");
        assertThat(last.get("would")).asString().contains("drain").contains("ib.down");
        assertThat(node.flag()).isEqualTo("0");
    }

    @Test
    void neverActsWithoutACertainName() throws IOException, InterruptedException {
        node.nameIsCertain = false;
        for (int i = 0; i < 5; i++) {
            node.lookAfter(60, "fail");
        }

        assertThat(node.scheduler.reads).isZero();
        assertThat(node.scheduler.writes).isEmpty();
        assertThat(node.flag()).isEqualTo("0");
    }

    @Test
    void asksTheSchedulerNothingWhileTheNodeIsHealthy() throws IOException, InterruptedException {
        node.lookAfter(60, "pass");
        int afterTheFirstLook = node.scheduler.reads;
        heal();

        assertThat(afterTheFirstLook).isEqualTo(1);
        assertThat(node.scheduler.reads).isEqualTo(1);
    }

    @Test
    void actsWhenTheSchedulerIsBack() throws IOException, InterruptedException {
        node.scheduler.away = true;
        for (int i = 0; i < 4; i++) {
            node.lookAfter(60, "fail");
        }
        assertThat(node.scheduler.writes).isEmpty();

        node.scheduler.away = false;
        node.lookAfter(60, "fail");

        assertThat(node.scheduler.get(Node.NAME).drainedByUs()).isTrue();
    }

    @Test
    void takesBackADrainThatTimedOutAndLandedLater() throws IOException, InterruptedException {
        node.scheduler.drainsTimeOut = true;
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");
        assertThat(node.flag()).isEqualTo("0");
        String reason = node.ledger().drains().get(0).reason();
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", reason, Owner.OURS);

        heal();

        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
    }

    @Test
    void takesBackADrainThatLandedAfterItsFaultWasGone() throws IOException, InterruptedException {
        node.scheduler.drainsTimeOut = true;
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");
        String reason = node.ledger().drains().get(0).reason();
        node.lookAfter(60, "pass");
        node.lookAfter(60, "pass");
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", reason, Owner.OURS);

        heal();

        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
        assertThat(node.ledger().drains().get(0).endedBy()).contains(EndedBy.OURS);
    }

    @Test
    void forgetsADrainThatNeverLandedWhenItsFaultIsGoneForLong()
            throws IOException, InterruptedException {
        node.scheduler.drainsTimeOut = true;
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");

        heal();

        assertThat(node.ledger().drains().get(0).endedBy()).contains(EndedBy.UNKNOWN);
    }

    @Test
    void setsTheFlagOnlyWhileItsOwnDrainStands() throws IOException, InterruptedException {
        node.lookAfter(60, "pass");
        assertThat(node.flag()).isEqualTo("0");
        drain();
        assertThat(node.flag()).isEqualTo("1");
        heal();
        assertThat(node.flag()).isEqualTo("0");
    }

    @Test
    void leavesANodeInMaintenanceAloneAndCountsAnewAfterwards()
            throws IOException, InterruptedException {
        node.scheduler.set(Node.NAME, "IDLE+MAINTENANCE", "", Owner.NONE);
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");
        node.scheduler.set(Node.NAME, "IDLE", "", Owner.NONE);

        node.lookAfter(60, "fail");
        assertThat(node.scheduler.writes).isEmpty();

        node.lookAfter(60, "fail");
        assertThat(node.scheduler.writes).hasSize(1);
    }

    @Test
    void drainsForALatchedFaultAtOnceAndFromAnyTrigger() throws IOException, InterruptedException {
        node.fault = node.fault.asLatched();
        node.uptime = 20;
        node.reading = "fail";

        node.look(Trigger.EPILOG);

        assertThat(node.scheduler.get(Node.NAME).drainedByUs()).isTrue();
    }

    @Test
    void drainsForNothingElseWithinTheBootGrace() throws IOException, InterruptedException {
        node.uptime = 0;
        for (int i = 0; i < 4; i++) {
            node.lookAfter(60, "fail");
        }

        assertThat(node.scheduler.writes).isEmpty();
    }

    @Test
    void takesOverItsOwnDrainAfterALostLedger() throws IOException, InterruptedException {
        drain();
        Files.delete(folder.resolve("ledger.json"));
        Files.delete(folder.resolve("state.json"));
        node.boot = "boot-2";
        node.uptime = 400;

        heal();

        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
    }

    @Test
    void resumesNothingThatTheChecksumDoesNotProveAfterALostLedger()
            throws IOException, InterruptedException {
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", "farrier:00000000 ib.down", Owner.EDITED);

        heal();

        assertThat(node.scheduler.writes).isEmpty();
    }

    @Test
    void neverTakesBackAPersonsDrain() throws IOException, InterruptedException {
        String manual = Reason.ofPerson("new fan on Monday").text();
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", manual, Owner.MANUAL);

        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");
        heal();

        assertThat(node.scheduler.writes).isEmpty();
    }

    @Test
    void setsUnreadableFilesAsideAndGoesOn() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("state.json"), "{\"schema\":1,");
        Files.write(folder.resolve("ledger.json"), new byte[] {0, 1, 2, (byte) 0xff});

        drain();

        assertThat(folder.resolve("state.json.unreadable")).exists();
        assertThat(folder.resolve("ledger.json.unreadable")).exists();
        assertThat(node.journal("report")).hasSize(2);
    }

    @Test
    void keepsFieldsOfANewerVersion() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("state.json"), "{\"schema\":2,\"later\":{\"x\":1}}");

        node.lookAfter(60, "pass");

        assertThat(Json.object(Files.readString(folder.resolve("state.json"))))
                .containsEntry("later", Map.of("x", 1L));
    }

    @Test
    void writesItsIntentBeforeItActs() throws IOException, InterruptedException {
        drain();

        List<String> events =
                Files.readAllLines(folder.resolve("journal.jsonl")).stream()
                        .map(line -> String.valueOf(Json.object(line).get("event")))
                        .toList();
        assertThat(events).endsWith("look", "decision", "intent", "result");
        assertThat(node.journal("intent").get(0).get("findings"))
                .asString()
                .contains("the link is down");
    }

    @Test
    void publishesTheVerdictInTheHooksForm() throws IOException, InterruptedException {
        node.lookAfter(60, "pass");

        assertThat(node.verdictLine())
                .isEqualTo("1 boot-1 86490 86610 HEALTHY 0 first look of this boot");
    }

    @Test
    void actsOnNothingWhilePausedAndSaysSo() throws IOException, InterruptedException {
        node.pauses = List.of(new Pause(Optional.empty(), Set.of(), "root", "switch maintenance"));
        for (int i = 0; i < 5; i++) {
            node.lookAfter(60, "fail");
        }

        assertThat(node.scheduler.writes).isEmpty();
        assertThat(node.journal("decision").toString()).contains("switch maintenance");
        assertThat(node.flag()).isEqualTo("0");
    }

    @Test
    void doesNotResumeWhilePaused() throws IOException, InterruptedException {
        drain();
        node.pauses = List.of(new Pause(Optional.empty(), Set.of(), "root", ""));
        heal();

        assertThat(node.scheduler.get(Node.NAME).drained()).isTrue();
        assertThat(node.flag()).isEqualTo("0");
    }

    @Test
    void doesNotActWhenItIsPausedWhileItLooks() throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        node.pausesChange = true;
        node.lookAfter(60, "fail");

        assertThat(node.scheduler.writes).isEmpty();
        assertThat(node.ledger().drains()).isEmpty();

        node.pausesChange = false;
        node.lookAfter(60, "fail");
        assertThat(node.scheduler.get(Node.NAME).drainedByUs()).isTrue();
    }

    @Test
    void pausesOnlyTheCheckThatIsNamed() throws IOException, InterruptedException {
        node.pauses = List.of(new Pause(Optional.empty(), Set.of("other"), "root", ""));
        drain();
        assertThat(node.scheduler.writes).hasSize(1);
    }

    @Test
    void neverActsForANodeThatIsAnotherMachine() throws IOException, InterruptedException {
        node.hostName = "login1.example.org";
        for (int i = 0; i < 5; i++) {
            node.lookAfter(60, "fail");
        }

        assertThat(node.scheduler.writes).isEmpty();
        assertThat(node.journal("decision").toString()).contains("this is login1");
    }

    @Test
    void actsWhereTheHostNameIsTheSchedulersUpToItsDomain()
            throws IOException, InterruptedException {
        node.hostName = "Node01.example.org";
        drain();
        assertThat(node.scheduler.writes).hasSize(1);
    }

    @Test
    void takesAFaultThatClearedBeforeAnAdminResumedForANewOne()
            throws IOException, InterruptedException {
        drain();
        node.lookAfter(60, "pass");
        node.scheduler.set(Node.NAME, "IDLE", "", Owner.NONE);

        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");

        assertThat(node.scheduler.get(Node.NAME).drainedByUs()).isTrue();
    }

    private List<String> written() throws IOException {
        return List.of(
                Files.readString(folder.resolve("state.json")),
                Files.readString(folder.resolve("ledger.json")),
                node.verdictLine());
    }

    @Test
    void leavesEverythingAloneOnceAnotherRunHasTakenOver()
            throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        List<String> before = written();

        node.turn = () -> false;

        assertThatThrownBy(() -> node.lookAfter(60, "fail")).isInstanceOf(LostTurnException.class);
        assertThat(node.scheduler.writes).isEmpty();
        assertThat(written()).isEqualTo(before);
    }

    @Test
    void doesNotActWhenItLosesItsTurnJustBefore() throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        Iterator<Boolean> turns = List.of(true, false).iterator(); // the ledger, then the drain

        node.turn = turns::next;

        assertThatThrownBy(() -> node.lookAfter(60, "fail")).isInstanceOf(LostTurnException.class);
        assertThat(node.scheduler.writes).isEmpty();
        assertThat(node.flag()).isEqualTo("0");
    }

    @Test
    void doesNotReturnANodeThatPassedLongAgoAndCannotBeLookedAtNow()
            throws IOException, InterruptedException {
        drain();
        for (int i = 0; i < 3; i++) {
            node.lookAfter(60, "pass");
        }
        for (int i = 0; i < 20; i++) {
            node.lookAfter(60, "vanished");
        }
        assertThat(node.scheduler.get(Node.NAME).drained()).isTrue();

        node.lookAfter(60, "pass");
        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
    }

    @Test
    void returnsANodeOnlyWhenAFaultThatCameLaterIsProvenGoneToo()
            throws IOException, InterruptedException {
        drain();
        for (int i = 0; i < 12; i++) {
            node.lookAfter(60, "other");
        }
        node.lookAfter(60, "pass");
        assertThat(node.scheduler.get(Node.NAME).drained()).isTrue();

        heal();
        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
    }

    @Test
    void takesBackTheFirstOfTwoDrainsWhenOnlyThatLanded() throws IOException, InterruptedException {
        node.scheduler.drainsTimeOut = true;
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");
        String first = node.ledger().drains().get(0).reason();
        node.lookAfter(60, "both");
        node.lookAfter(60, "both");
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", first, Owner.OURS);
        node.lookAfter(60, "both");

        heal();

        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
    }

    @Test
    void takesBackADrainThatWasReportedAsFailedAndLanded()
            throws IOException, InterruptedException {
        node.scheduler.beforeWrite = () -> node.scheduler.away = true;
        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");
        String reason = node.ledger().drains().get(0).reason();
        node.scheduler.away = false;
        node.scheduler.beforeWrite = () -> {};
        node.scheduler.set(Node.NAME, "IDLE+DRAIN", reason, Owner.OURS);

        heal();

        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
    }

    @Test
    void writesOneLedgerEntryForADrainThatItTriesAgainAndAgain()
            throws IOException, InterruptedException {
        node.scheduler.drainsTimeOut = true;
        for (int i = 0; i < 10; i++) {
            node.lookAfter(60, "fail");
        }

        assertThat(node.ledger().drains()).hasSize(1);
    }

    @Test
    void drainsAndReturnsWhenItsStateFolderCannotBeWritten()
            throws IOException, InterruptedException {
        node.folder = Files.writeString(folder.resolve("read-only"), "");
        drain();
        assertThat(node.flag()).isEqualTo("1");

        heal();
        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
    }

    @Test
    void keepsHandsOffThoughItsStateFolderCannotBeWritten()
            throws IOException, InterruptedException {
        node.folder = Files.writeString(folder.resolve("read-only"), "");
        node.fault = node.fault.asLatched();
        node.lookAfter(60, "fail");
        node.scheduler.set(Node.NAME, "IDLE", "", Owner.NONE);

        node.lookAfter(60, "fail");
        node.lookAfter(60, "fail");

        assertThat(node.scheduler.writes).hasSize(1);
    }

    @Test
    void goesOnFromTheSpareFilesWhenTheStateFolderCanBeWrittenAgain()
            throws IOException, InterruptedException {
        node.lookAfter(60, "pass");
        node.folder = Files.writeString(folder.resolve("read-only"), "");
        drain();
        node.folder = folder;

        heal();

        assertThat(node.scheduler.get(Node.NAME).drained()).isFalse();
        assertThat(folder.resolve("run/ledger.json")).doesNotExist();
        assertThat(folder.resolve("run/state.json")).doesNotExist();
    }

    @Test
    void doesNotActWhenItsLedgerCanBeWrittenNowhere() throws IOException, InterruptedException {
        node.folder = Files.writeString(folder.resolve("read-only"), "");
        node.fault = node.fault.asLatched();
        Files.createDirectories(folder.resolve("run/ledger.json/in-the-way"));
        Files.createDirectories(folder.resolve("run/ledger.json.unreadable/in-the-way"));

        node.lookAfter(60, "fail");

        assertThat(node.scheduler.writes).isEmpty();
        assertThat(node.journal("decision").get(1).get("why"))
                .isEqualTo("the ledger cannot be written: not acting");
    }

    @Test
    void leavesTheSchedulerItsShareOfTheTimeWhenALookHangs()
            throws IOException, InterruptedException {
        node.fault = node.fault.asLatched();
        node.time = Duration.ofMillis(500);
        node.hangs = true;

        node.lookAfter(60, "fail");

        assertThat(node.scheduler.timeLeft).isGreaterThan(Duration.ofMillis(50));
        assertThat(node.scheduler.get(Node.NAME).drainedByUs()).isTrue();
    }

    @Test
    void keepsWhatASourceRemembersThatIsNotAskedThisTime()
            throws IOException, InterruptedException {
        String remembered = "\"sources\":{\"kernel-log\":{\"boot\":\"boot-1\",\"seen\":7}}";
        Files.writeString(
                folder.resolve("state.json"),
                "{\"schema\":1,\"node\":\"node01\",\"boot\":\"boot-1\"," + remembered + "}");

        node.lookAfter(60, "pass");

        assertThat(Files.readString(folder.resolve("state.json"))).contains(remembered);
    }

    @Test
    void doesNotCountFailuresThatLieAheadOfItsClock() throws IOException, InterruptedException {
        node.lookAfter(60, "fail");

        node.lookAfter(-3_600, "fail");

        assertThat(node.scheduler.writes).isEmpty();
    }

    @Test
    void doesNotCountOnFromTheStateOfAnotherNode() throws IOException, InterruptedException {
        node.lookAfter(60, "fail");
        Path state = folder.resolve("state.json");
        Files.writeString(state, Files.readString(state).replace("\"node01\"", "\"node02\""));

        node.lookAfter(60, "fail");

        assertThat(node.scheduler.writes).isEmpty();
        assertThat(node.journal("report").get(0).get("what")).asString().contains("node02");
    }
}
