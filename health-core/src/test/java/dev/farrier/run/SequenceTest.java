package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.check.Fault;
import dev.farrier.check.Remedy;
import dev.farrier.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The field cases of kind {@code sequence}, through the whole line. */
class SequenceTest {
    @TempDir private Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"seq-flap-01", "seq-owner-01", "seq-unknown-01"})
    void doesNoMoreThanTheFieldCaseAllows(String id) throws Exception {
        Map<String, Object> expected = Json.object(read(id, "expected.json"));
        Map<?, ?> context = (Map<?, ?>) Objects.requireNonNull(expected.get("context"));
        Node node = new Node(folder);
        node.fault = Fault.of("case.failed", Severity.FATAL, Remedy.NONE);
        if (context.get("fail_after") instanceof Long count) {
            node.failCount = count.intValue();
        }
        if (context.get("fail_window_s") instanceof Long seconds) {
            node.failWindow = Duration.ofSeconds(seconds);
        }
        String prefix = String.valueOf(context.get("our_reason_prefix"));
        double last = 0;
        for (String line : read(id, "events.jsonl").lines().toList()) {
            Map<String, Object> event = Json.object(line);
            double at = ((Number) Objects.requireNonNull(event.get("t"))).doubleValue();
            if (event.get("node") instanceof Map<?, ?> state) {
                String reason = String.valueOf(state.get("reason"));
                Owner owner = reason.startsWith(prefix) ? Owner.OURS : Owner.ADMIN;
                node.scheduler.set(Node.NAME, String.valueOf(state.get("state")), reason, owner);
            }
            if (event.get("check") instanceof String check) {
                node.lookAfter(at - last, check);
                last = at;
            }
        }

        Map<?, ?> expect = (Map<?, ?>) Objects.requireNonNull(expected.get("expect"));
        NodeState end = node.scheduler.get(Node.NAME);
        if (expect.get("actions") instanceof List<?> actions) {
            assertThat(node.scheduler.writes).hasSameSizeAs(actions);
        }
        if (expect.get("max_drains") instanceof Long drains) {
            assertThat(count(node, "drain")).isLessThanOrEqualTo(drains);
        }
        if (expect.get("max_resumes") instanceof Long resumes) {
            assertThat(count(node, "resume")).isLessThanOrEqualTo(resumes);
        }
        for (String key : List.of("final", "final_at_240")) {
            Object wanted = expect.get(key);
            if (wanted instanceof Map<?, ?> state) {
                assertThat(end.word()).isEqualTo(state.get("state"));
                if (state.get("reason") instanceof String reason) {
                    assertThat(end.reason()).contains(reason);
                }
            } else if ("drained".equals(wanted)) {
                assertThat(end.drained()).isTrue();
            }
        }
    }

    private static long count(Node node, String action) {
        return node.scheduler.writes.stream().filter(write -> write.startsWith(action)).count();
    }

    private static String read(String id, String file) throws IOException {
        return Files.readString(Path.of("src/test/resources/field", id, file));
    }
}
