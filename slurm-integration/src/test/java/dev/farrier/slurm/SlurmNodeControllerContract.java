package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.action.NodeController;
import dev.farrier.action.NodeControllerContract;
import dev.farrier.action.OwnerRule;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract on recordings of one version of Slurm. */
abstract class SlurmNodeControllerContract extends NodeControllerContract {
    /** The recorded drains of single nodes, which stand for ours. */
    private static final String[] RECORDED_REASONS = {
        "nhc: gpu 3 ecc error", "nhc: gpu 0 xid 48", "nhc: gpu 1 xid 79"
    };

    private final String version;
    private final boolean json;

    SlurmNodeControllerContract(String version, boolean json) {
        this.version = version;
        this.json = json;
    }

    /** The recordings of a question about one node, in that situation of the node. */
    private String show(String situation) {
        return (json ? "show-node-json-" : "show-node-o-") + situation;
    }

    /** As a controller meets it: the first question shows whether Slurm speaks JSON. */
    private TranscriptPlayer first(String refused, String shown) {
        TranscriptPlayer player = new TranscriptPlayer(version);
        return json ? player.then(shown) : player.then(refused, shown);
    }

    private TranscriptPlayer firstShow(String situation) {
        return first("show-node-json-" + situation, show(situation));
    }

    private Stage stage(TranscriptPlayer player, String... nodes) {
        return stage(player, SlurmSettings.CALL_TIMEOUT, nodes);
    }

    private Stage stage(TranscriptPlayer player, Duration callTimeout, String... nodes) {
        Set<NodeName> names = new LinkedHashSet<>();
        for (String node : nodes) {
            names.add(new NodeName(node));
        }
        SlurmSettings settings =
                new SlurmSettings(
                        "/usr/bin/scontrol",
                        Optional.of("/etc/slurm/slurm.conf"),
                        callTimeout,
                        OwnerRule.ofFarrier("slurm"));
        NodeController controller = new SlurmNodeController(player, settings);
        return new Stage() {
            @Override
            public NodeController controller() {
                return controller;
            }

            @Override
            public Set<NodeName> nodes() {
                return names;
            }

            @Override
            public int writes() {
                return player.writes();
            }
        };
    }

    @Override
    protected Stage idleNode() {
        TranscriptPlayer player =
                firstShow("reboot-done") // node03 idle; on 24.11 with a leftover reason
                        .then("update-drain-idle-node03", show("idle-drain"), show("idle-drain"))
                        .oursIs("", RECORDED_REASONS);
        return stage(player, "node03");
    }

    @Override
    protected Stage nodeDrainedByUs() {
        TranscriptPlayer player =
                firstShow("idle-drain")
                        .then("overdrain-11-undrain", show("reboot-done"))
                        .oursIs(EARLIER.text(), RECORDED_REASONS);
        return stage(player, "node03");
    }

    @Override
    protected Stage nodeDrainedByAnAdmin() {
        return stage(firstShow("idle-drain"), "node03");
    }

    @Override
    protected Stage unknownNode() {
        return stage(
                json
                        ? new TranscriptPlayer(version).then("nonexistent-show-json")
                        : first("nonexistent-show-json", "nonexistent-show-o"),
                "nodeXX");
    }

    @Override
    protected Stage severalNodesTheFirstUnknown() {
        TranscriptPlayer player =
                new TranscriptPlayer(version)
                        .thenTogether(
                                "nonexistent-show-o",
                                "show-node-o-idle",
                                "show-node-o-allocated-node-back",
                                "show-node-o-after-resume-on-down")
                        .then("batch-drain")
                        .thenTogether(
                                "show-node-o-mixed-drain",
                                "show-node-o-allocated-drain",
                                "show-node-o-idle-drain")
                        .oursIs("", RECORDED_REASONS);
        return stage(player, "nodeXX", "node01", "node02", "node03");
    }

    @Override
    protected Stage downNode() {
        return stage(firstShow("down"), "node03");
    }

    @Override
    protected Optional<Stage> nodeInMaintenance() {
        return Optional.of(stage(firstShow("maint-reservation"), "node03"));
    }

    @Override
    protected Stage schedulerAway() {
        return stage(
                json
                        ? new TranscriptPlayer(version).then("ctld-down-show-node-json")
                        : first("ctld-down-show-node-json", "ctld-down-show-node-node01"),
                Duration.ofSeconds(20),
                "node01");
    }

    /** No recording of a hung JSON call: it prints nothing, as the text call does. */
    @Override
    protected Stage schedulerHung() {
        return stage(
                json
                        ? new TranscriptPlayer(version).then("ctld-down-show-node-json")
                        : first("ctld-down-show-node-json", "ctld-hung-show-node"),
                "node01");
    }

    @Test
    void tellsTheGroupsAndTheHardwareOfANode() throws IOException, InterruptedException {
        Stage stage = stage(firstShow("idle"), "node01");

        NodeProfile profile =
                stage.controller()
                        .profile(
                                stage.nodes().iterator().next(),
                                Deadline.in(Duration.ofSeconds(30)))
                        .orElseThrow();

        assertThat(profile.partitions()).containsExactly("gpu");
        assertThat(profile.features()).isEmpty();
        assertThat(profile.gres()).containsExactly(new NodeProfile.Gres("gpu", "h100", 8));
        assertThat(profile.memoryBytes()).hasValue(64_000L << 20);
        assertThat(profile.cpus()).hasValue(16);
    }
}
