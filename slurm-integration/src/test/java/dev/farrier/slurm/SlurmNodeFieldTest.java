package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.action.NodeState;
import dev.farrier.action.OwnerRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The field cases with the output of {@code scontrol show node}. */
class SlurmNodeFieldTest {
    private static Map<String, NodeState> states(FieldCase field) {
        OwnerRule owners =
                new OwnerRule(
                        (String) FieldCase.member(field.context(), "our_reason_prefix"),
                        false,
                        Set.of("root", "slurm"));
        Map<String, NodeState> states = new TreeMap<>();
        for (SlurmNode node : ScontrolNodeText.parse(field.text("scontrol.txt")).nodes()) {
            states.put(node.name().value(), node.stateFor(owners));
        }
        return states;
    }

    private static Map<?, ?> expected(FieldCase field) {
        return (Map<?, ?>) FieldCase.member(field.expect(), "nodes");
    }

    static Stream<Arguments> facts() {
        return Stream.of("slurm-node-01", "slurm-node-03")
                .map(FieldCase::new)
                .flatMap(
                        field -> {
                            Map<String, NodeState> states = states(field);
                            return expected(field).entrySet().stream()
                                    .flatMap(
                                            node ->
                                                    ((Map<?, ?>) node.getValue())
                                                            .entrySet().stream()
                                                                    .filter(
                                                                            fact ->
                                                                                    !fact.getKey()
                                                                                            .equals(
                                                                                                    "hint"))
                                                                    .map(
                                                                            fact ->
                                                                                    Arguments.of(
                                                                                            node
                                                                                                    .getKey(),
                                                                                            fact
                                                                                                    .getKey(),
                                                                                            fact
                                                                                                    .getValue(),
                                                                                            states
                                                                                                    .get(
                                                                                                            node
                                                                                                                    .getKey()))));
                        });
    }

    @ParameterizedTest(name = "{0}: {1} is {2}")
    @MethodSource("facts")
    void readsEachFactOfANode(String node, String fact, Object expected, NodeState state) {
        Object seen =
                switch (fact) {
                    case "base" -> state.base();
                    case "flags" -> state.flags();
                    case "schedulable" -> state.schedulable();
                    case "drained" -> state.drained();
                    case "reason" -> state.reason().orElse("");
                    case "reason_user" -> state.reasonBy().orElse("");
                    case "owner" -> state.owner().word();
                    case "reboot_pending" ->
                            state.flags().contains("REBOOT_ISSUED")
                                    || state.flags().contains("REBOOT_REQUESTED");
                    case "in_maintenance" -> state.flags().contains("MAINTENANCE");
                    case "responding" -> !state.flags().contains("NOT_RESPONDING");
                    case "powered" -> !state.flags().contains("POWERED_DOWN");
                    case "jobs_running" -> !state.base().equals("IDLE");
                    case "run_checks", "touch" -> state.onlyObserved().isEmpty();
                    default -> throw new AssertionError("the test does not know " + fact);
                };
        Object wanted = expected instanceof List<?> words ? new TreeSet<>(words) : expected;

        assertThat(seen).isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm-node-01", "slurm-node-03"})
    void readsEveryNodeAndNoOther(String id) {
        FieldCase field = new FieldCase(id);

        assertThat(states(field))
                .containsOnlyKeys(
                        expected(field).keySet().stream()
                                .map(String::valueOf)
                                .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a007", "a010"})
    void leavesNodesInMaintenanceAlone(String node) {
        NodeState state = states(new FieldCase("slurm-node-03")).get(node);

        assertThat(Optional.ofNullable(state).orElseThrow().onlyObserved()).contains("MAINTENANCE");
    }
}
