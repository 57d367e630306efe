package dev.farrier.telemetry.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lines from the field say; what they mean is for the checks. */
class KernelLinesFieldTest {
    private static final Set<String> JUDGEMENTS = Set.of("line", "type", "severity", "node_effect");

    @ParameterizedTest
    @ValueSource(strings = {"kmsg-aer-01", "kmsg-mlx5-01", "kmsg-edac-01", "kmsg-hung-01"})
    void understandsEveryEvent(String id) {
        FieldCase field = new FieldCase(id);
        List<KernelEvent> events = new ArrayList<>();
        for (KernelEvent event :
                KernelLines.events(LogText.parse(field.text("dmesg.txt")).records())) {
            if (!event.kind().equals(MachineCheckLines.LOGGED)) {
                events.add(event);
            }
        }
        List<?> expected = (List<?>) FieldCase.member(field.expect(), "events");
        assertThat(events).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            KernelEvent event = events.get(i);
            Map<?, ?> wanted = (Map<?, ?>) expected.get(i);
            assertThat((long) event.first().line()).isEqualTo(wanted.get("line"));
            assertThat(event.type()).isEqualTo(wanted.get("type"));
            wanted.forEach(
                    (name, value) -> {
                        if (!JUDGEMENTS.contains(name)
                                && !(name.equals("overflow") && value.equals(false))) {
                            assertThat(event.fields().get(name))
                                    .as(id + " " + name)
                                    .isEqualTo(value);
                        }
                    });
        }
    }
}
