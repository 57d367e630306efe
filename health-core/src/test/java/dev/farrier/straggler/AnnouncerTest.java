package dev.farrier.straggler;

import static dev.farrier.straggler.SyntheticJob.hot;
import static dev.farrier.straggler.SyntheticJob.moreWork;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.straggler.SyntheticJob.Ear;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AnnouncerTest {
    private static final int LONG = 1000;

    /** Every so many GPUs hot, the later ones later. */
    private static SyntheticJob hotGpus(int nodes, int every) {
        SyntheticJob job = new SyntheticJob("j", nodes).ticks(90);
        for (int rank = 0; rank < nodes * SyntheticJob.GPUS; rank += every) {
            job.with(hot(rank, 1.2, 20 + rank / every, LONG));
        }
        return job;
    }

    private static Set<Integer> events(List<Detection> alarms) {
        return alarms.stream().map(Detection::event).collect(Collectors.toSet());
    }

    @Test
    void aFewSlowGpusAreNoEvent() {
        Ear ear = hotGpus(8, 16).run();
        assertThat(ear.alarms()).hasSize(4);
        assertThat(events(ear.alarms())).containsExactly(0);
    }

    @Test
    void aThirdOfTheGpusIsOneEventFromTheQuarterOn() {
        Ear ear = hotGpus(8, 3).run();
        List<Detection> alarms = ear.alarms();
        assertThat(alarms).hasSizeGreaterThanOrEqualTo(20);
        assertThat(alarms.subList(0, 16)).extracting(Detection::event).containsOnly(0);
        List<Detection> rest = alarms.subList(16, alarms.size());
        assertThat(rest).isNotEmpty();
        assertThat(events(rest)).hasSize(1).doesNotContain(0);
    }

    @Test
    void aSmallCohortIsNoEvent() {
        Ear ear = hotGpus(1, 3).run();
        assertThat(ear.alarms()).isNotEmpty();
        assertThat(events(ear.alarms())).containsExactly(0);
    }

    @Test
    void suspectsAreNoEvent() {
        SyntheticJob job = new SyntheticJob("j", 8);
        for (int rank = 0; rank < 64; rank += 3) {
            job.with(moreWork(rank, 1.15, 20, LONG));
        }
        Ear ear = job.run();
        assertThat(ear.alarms()).isEmpty();
        assertThat(events(ear.heard)).containsExactly(0);
    }
}
