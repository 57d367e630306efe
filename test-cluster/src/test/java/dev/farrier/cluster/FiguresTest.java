package dev.farrier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void findsPercentilesByRank() {
        List<Double> hundred = IntStream.rangeClosed(1, 100).mapToObj(n -> (double) n).toList();

        assertThat(Figures.percentile(hundred, 50)).isEqualTo(50);
        assertThat(Figures.percentile(hundred, 99)).isEqualTo(99);
        assertThat(Figures.percentile(List.of(3.0, 1.0, 2.0), 50)).isEqualTo(2);
        assertThat(Figures.percentile(List.of(3.0, 1.0, 2.0), 99)).isEqualTo(3);
        assertThat(Figures.percentile(List.of(7.0), 50)).isEqualTo(7);
    }

    @Test
    void hasTheShapeOfTheReport() {
        Figures figures = new Figures("bin-true");
        figures.add(new Child.Usage(0, 1_000_000, 500));
        figures.add(new Child.Usage(0, 3_000_000, 1_500));
        figures.addRss(1.5);
        figures.addRss(1.25);

        assertThat(figures.toJson())
                .containsExactly(
                        java.util.Map.entry("name", "bin-true"),
                        java.util.Map.entry("p50_ms", 1.0),
                        java.util.Map.entry("p99_ms", 3.0),
                        java.util.Map.entry("cpu_ms", 1.0),
                        java.util.Map.entry("rss_mb", 1.5));
    }

    @Test
    void accountsForTheChildrenOfAChild() throws IOException {
        String busy = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done";

        long since = System.nanoTime();
        Child.Usage usage =
                Child.start(List.of("/bin/sh", "-c", "sh -c '" + busy + "'; exit 3"), List.of())
                        .await(since);

        assertThat(usage.exitCode()).isEqualTo(3);
        assertThat(usage.cpuMicros()).isBetween(1_000L, usage.wallNanos());
    }

    @Test
    void saysWhatKilledAChild() throws IOException {
        Child child = Child.start(List.of("/bin/sleep", "60"), List.of());
        child.kill();

        assertThat(child.await(System.nanoTime()).exitCode()).isEqualTo(128 + 9);
    }
}
