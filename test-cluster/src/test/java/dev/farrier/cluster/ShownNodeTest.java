package dev.farrier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ShownNodeTest {
    private static final String HEAD = "NodeName=node01 Arch=x86_64 CPUAlloc=0 ";

    @Test
    void readsStateFlagsAndReason() {
        ShownNode node =
                ShownNode.parse(
                        HEAD
                                + "State=DOWN+DRAIN+NOT_RESPONDING ThreadsPerCore=1 "
                                + "Reason=bad [fan] [root@2026-11-30T09:32:28] Comment=a b\n");

        assertThat(node.base()).isEqualTo("DOWN");
        assertThat(node.flags()).containsExactlyInAnyOrder("DRAIN", "NOT_RESPONDING");
        assertThat(node.reason()).contains("bad [fan]");
        assertThat(node.reasonBy()).contains("root");
        assertThat(node.reasonAt()).contains(Instant.parse("2026-11-30T09:32:28Z"));
    }

    @Test
    void isIdleWithoutFlagsWhateverTheReasonSays() {
        ShownNode node =
                ShownNode.parse(
                        HEAD
                                + "State=IDLE ThreadsPerCore=1 "
                                + "Reason=State=DOWN x [alice@2026-11-30T09:32:28]\n");

        assertThat(node.isIdle()).isTrue();
        assertThat(node.isDrained()).isFalse();
    }
}
