package dev.farrier.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.HostList;
import dev.farrier.config.ConfigReader;
import dev.farrier.config.HealthConfig;
import dev.farrier.propose.ClusterProposal.NodeFile;
import dev.farrier.run.KnownChecks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterProposalTest {
    private final List<NodeFile> files = new ArrayList<>();

    private static HealthConfig read(String text) {
        return new ConfigReader(KnownChecks.OURS.declared(), HostList::expand).read(text, "f");
    }

    private void node(String name, String checks) {
        String text =
                "# node: " + name + "\nscheduler: {kind: slurm}\nchecks:\n" + checks.indent(2);
        files.add(NodeFile.of(text, read(text), name));
    }

    private void nodes(String hosts, String checks) {
        for (String host : HostList.expand(hosts)) {
            node(host, checks);
        }
    }

    private ClusterProposal merged() {
        ClusterProposal proposal = ClusterProposal.of(files, KnownChecks.OURS.declared());
        assertThat(read(proposal.toYaml()).checks()).as("it can be read").isNotNull();
        return proposal;
    }

    @Test
    void writesForAllNodesWhatAllHave() {
        nodes("gpu[01-20]", "gpu.count: {expected: 8}\nmemory.size: {expected: 503GiB}");

        ClusterProposal proposal = merged();

        assertThat(proposal.odd()).isEmpty();
        assertThat(proposal.toYaml())
                .endsWith(
                        """
                        scheduler: {kind: slurm}
                        policy: {mode: observe}
                        checks:
                          gpu.count: {expected: 8}
                          memory.size: {expected: 503GiB}
                        """);
    }

    @Test
    void takesANodeWithFewerGpusForDefective() {
        nodes("gpu[01-63]", "gpu.count: {expected: 8}\ncpu.count: {expected: 128}");
        node("gpu64", "gpu.count: {expected: 7}\ncpu.count: {expected: 128}");

        ClusterProposal proposal = merged();

        assertThat(proposal.odd())
                .singleElement()
                .extracting(ClusterProposal.Odd::text)
                .isEqualTo(
                        "gpu64: gpu.count expected is 7, 63 others have 8 (taken for a defect: gets"
                                + " what the others have)");
        assertThat(proposal.toYaml()).contains("  gpu.count: {expected: 8}\n");
    }

    @Test
    void takesANodeThatLacksAMountForDefective() {
        nodes("n[1-9]", "home: {check: mount, path: /home}\ncpu.count: {expected: 4}");
        node("n10", "cpu.count: {expected: 4}");

        assertThat(merged().odd())
                .singleElement()
                .extracting(ClusterProposal.Odd::text)
                .isEqualTo(
                        "n10: no home, which 9 others have (taken for a defect: gets what the"
                                + " others have)");
    }

    @Test
    void takesANodeWithFewerOfSeveralPortsForDefective() {
        nodes("n[1-9]", "ib.port: {ports: ['mlx5_0:1', 'mlx5_1:1']}");
        node("n10", "ib.port: {ports: ['mlx5_1:1']}");
        node("n11", "ib.port: {ports: ['mlx4_0:1']}");

        assertThat(merged().odd())
                .extracting(ClusterProposal.Odd::hosts, ClusterProposal.Odd::defect)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("n10", true),
                        org.assertj.core.groups.Tuple.tuple("n11", false));
    }

    @Test
    void takesADriverThatIsAwayForOneDefect() {
        nodes("n[1-9]", "gpu.driver: {}\ngpu.count: {expected: 8}\ngpu.lost: {}");
        files.add(NodeFile.of("# node: n10\n", read("checks: {}"), "n10"));

        assertThat(merged().odd()).singleElement().matches(ClusterProposal.Odd::defect);
    }

    @Test
    void keepsANodeThatDiffersInMoreThanOneSubsystem() {
        nodes("gpu[01-19]", "gpu.count: {expected: 8}\nmemory.size: {expected: 1000GiB}");
        node("login", "memory.size: {expected: 250GiB}");

        ClusterProposal proposal = merged();

        assertThat(proposal.odd()).singleElement().matches(odd -> !odd.defect());
        assertThat(proposal.toYaml())
                .contains("  gpu.count: {expected: 8, for: {hosts: 'gpu[01-19]'}}\n")
                .contains("  memory.size: {expected: 1000GiB, for: {hosts: 'gpu[01-19]'}}\n")
                .contains(
                        "  memory.size-2: {check: memory.size, expected: 250GiB, for: {hosts:"
                                + " login}}\n");
    }

    @Test
    void keepsANodeThatHasMore() {
        nodes("n[1-9]", "memory.size: {expected: 500GiB}");
        node("fat", "memory.size: {expected: 2000GiB}");

        ClusterProposal proposal = merged();

        assertThat(proposal.odd())
                .singleElement()
                .extracting(ClusterProposal.Odd::text)
                .isEqualTo(
                        "fat: memory.size expected is 2000GiB, 9 others have 500GiB (kept as its"
                                + " own)");
    }

    @Test
    void callsTwoHalvesTwoTypesAndNobodyOdd() {
        nodes("a[1-5]", "gpu.count: {expected: 8}");
        nodes("b[1-5]", "gpu.count: {expected: 4}");

        ClusterProposal proposal = merged();

        assertThat(proposal.odd()).isEmpty();
        assertThat(proposal.checks()).hasSize(2);
    }

    @Test
    void takesNearlyEqualMemoryForTheSameAndExpectsTheLeast() {
        nodes("n[1-5]", "memory.size: {expected: 503GiB}");
        nodes("n[6-9]", "memory.size: {expected: 502GiB}");

        assertThat(merged().toYaml()).contains("  memory.size: {expected: 502GiB}\n");
    }

    @Test
    void carriesWhatTheNodesWarnedOf() {
        String text = "# node: n1\n# warning: gpu.count: the driver knows 7 GPUs\nchecks: {}\n";
        files.add(NodeFile.of(text, read(text), "n1"));

        assertThat(merged().warnings()).containsExactly("n1: gpu.count: the driver knows 7 GPUs");
    }

    @Test
    void refusesANodeTwiceAndAFileThatIsNotOfOneNode() {
        node("n1", "cpu.count: {expected: 4}");
        node("n1", "cpu.count: {expected: 4}");

        assertThatIllegalArgumentException().isThrownBy(this::merged).withMessageContaining("n1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeFile.of("checks: {}\n", read("checks: {}"), "f"))
                .withMessageContaining("# node:");
        String split = "# node: n1\nchecks: {cpu.count: {for: {hosts: n1}}}\n";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeFile.of(split, read(split), "f"))
                .withMessageContaining("'for'");
    }
}
