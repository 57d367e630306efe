package dev.farrier.straggler;

import static dev.farrier.straggler.SyntheticJob.busyHost;
import static dev.farrier.straggler.SyntheticJob.hot;
import static dev.farrier.straggler.SyntheticJob.locked;
import static dev.farrier.straggler.SyntheticJob.moreWork;
import static dev.farrier.straggler.SyntheticJob.network;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.straggler.SyntheticJob.Ear;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Saving and restoring at any point changes nothing of what is said from there on. */
class DetectorStateTest {
    private static final int LONG = 1000;

    private static void tell(List<Consumer<Ear>> script, Consumer<Ear> what) {
        script.add(what);
    }

    private static void samples(List<Consumer<Ear>> script, List<NodeSample> samples) {
        samples.forEach(sample -> tell(script, ear -> ear.detector.sample(sample)));
    }

    private static void tests(
            List<Consumer<Ear>> script, SyntheticJob job, int nodes, ShortTest.Phase phase) {
        for (int node = 0; node < nodes; node++) {
            ShortTest test =
                    job.test(
                            node,
                            phase,
                            phase == ShortTest.Phase.PROLOG ? 900 : 5000,
                            ShortTest.Kind.HBM,
                            node == 0 ? 1 : -1,
                            0.9);
            tell(script, ear -> ear.detector.test(test));
        }
    }

    /** Two jobs at a time, whose samples come in turns. */
    private static List<NodeSample> inTurns(List<NodeSample> a, List<NodeSample> b) {
        List<NodeSample> all = new ArrayList<>();
        for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
            if (i < a.size()) {
                all.add(a.get(i));
            }
            if (i < b.size()) {
                all.add(b.get(i));
            }
        }
        return all;
    }

    private static final class Thinned {
        private final SplittableRandom random = new SplittableRandom(3);

        List<NodeSample> of(List<NodeSample> samples) {
            return samples.stream().filter(s -> random.nextDouble() > 0.15).toList();
        }
    }

    /** A day with about everything in it. */
    private static List<Consumer<Ear>> day() {
        List<Consumer<Ear>> script = new ArrayList<>();
        SyntheticJob first =
                new SyntheticJob("a", 4)
                        .noise(0.015)
                        .with(locked(6, 1.12, 0, LONG))
                        .with(moreWork(1, 1.075, 0, LONG))
                        .with(hot(5, 1.2, 20, 40))
                        .with(hot(5, 1.2, 110, LONG))
                        .with(network(2, 1.3, 25, 50))
                        .with(moreWork(30, 1.15, 5, LONG))
                        .ticks(130);
        SyntheticJob second =
                new SyntheticJob("b", 5)
                        .fromNode(4)
                        .with(busyHost(1, 1.15, 15, 45))
                        .with((v, tick) -> v.setAll(Metric.THROTTLE_REASONS, Double.NaN));
        SyntheticJob grown =
                new SyntheticJob("b", 6)
                        .fromNode(4)
                        .fromTick(60)
                        .with(locked(33, 1.12, 70, LONG))
                        .with((v, tick) -> v.setAll(Metric.OWN_TIME, Double.NaN));
        Thinned thinned = new Thinned();
        tell(script, ear -> ear.begin(first));
        tests(script, first, 1, ShortTest.Phase.PROLOG);
        tell(script, ear -> ear.begin(second));
        tests(script, second, 5, ShortTest.Phase.PROLOG);
        List<NodeSample> ofFirst = thinned.of(first.samples());
        List<NodeSample> turns = inTurns(ofFirst.subList(0, 200), thinned.of(second.samples()));
        samples(script, turns.subList(0, 80));
        SyntheticJob third = new SyntheticJob("c", 4).fromNode(20).seed(9);
        tell(script, ear -> ear.begin(third));
        tests(script, third, 4, ShortTest.Phase.PROLOG);
        samples(script, turns.subList(80, turns.size()));
        tell(script, ear -> ear.begin(grown));
        tell(script, ear -> ear.detector.node(new NodePlace("n0", "OTHER", "elsewhere")));
        tell(script, ear -> ear.detector.model(GpuModel.unknown(SyntheticJob.MODEL.sku())));
        samples(script, inTurns(ofFirst.subList(200, ofFirst.size()), thinned.of(grown.samples())));
        tests(script, first, 4, ShortTest.Phase.EPILOG);
        tell(script, ear -> ear.end(first));
        tests(script, grown, 6, ShortTest.Phase.EPILOG);
        tell(script, ear -> ear.end(grown));
        return script;
    }

    /** Many short jobs of which one node's GPU is slow, then repaired. */
    private static List<Consumer<Ear>> week() {
        List<Consumer<Ear>> script = new ArrayList<>();
        for (int i = 0; i < 18; i++) {
            SyntheticJob job =
                    new SyntheticJob("j" + i, 2)
                            .ofUser("u" + i % 4)
                            .seed(i)
                            .ticks(12)
                            .with(locked(3, i < 11 ? 1.1 : 1, 0, LONG))
                            .with(network(9, 1.3, i % 3 == 0 ? 6 : LONG, LONG));
            tell(script, ear -> ear.begin(job));
            tests(script, job, i % 2 + 1, ShortTest.Phase.PROLOG);
            samples(script, job.samples());
            tell(script, ear -> ear.end(job));
        }
        return script;
    }

    /** A job with a bad link from its first sample on, during which others of its kind end. */
    private static List<Consumer<Ear>> sameApplication() {
        List<Consumer<Ear>> script = new ArrayList<>();
        SyntheticJob bad = new SyntheticJob("bad", 4).fromNode(4).with(network(3, 1.6, -1, LONG));
        tell(script, ear -> ear.begin(bad));
        for (int i = 0; i < 5; i++) {
            SyntheticJob good = new SyntheticJob("good" + i, 4).seed(i).ticks(10);
            tell(script, ear -> ear.begin(good));
            samples(script, good.samples());
            tell(script, ear -> ear.end(good));
        }
        samples(script, bad.samples());
        tell(script, ear -> ear.end(bad));
        return script;
    }

    private static Ear play(List<Consumer<Ear>> script, int restartEvery) {
        Ear ear = new Ear();
        for (int i = 0; i < script.size(); i++) {
            script.get(i).accept(ear);
            if (restartEvery > 0 && i % restartEvery == 0) {
                ear.restart();
            }
        }
        return ear;
    }

    private static byte[] saved(StragglerDetector detector) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        detector.save(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static void sameWithAndWithout(List<Consumer<Ear>> script, int every)
            throws IOException {
        Ear without = play(script, 0);
        Ear with = play(script, every);
        assertThat(with.heard).isEqualTo(without.heard);
        assertThat(with.verdicts).isEqualTo(without.verdicts);
        assertThat(with.detector.lemons()).isEqualTo(without.detector.lemons());
        assertThat(saved(with.detector)).isEqualTo(saved(without.detector));
    }

    @Test
    void saysTheSameOfADayWhenRestartedAfterEverySample() throws IOException {
        assertThat(play(day(), 0).found()).hasSizeGreaterThanOrEqualTo(4);
        sameWithAndWithout(day(), 1);
    }

    @Test
    void saysTheSameOfAWeekWhenRestartedAfterEverySample() throws IOException {
        sameWithAndWithout(week(), 1);
    }

    @Test
    void saysTheSameOfAJobWhoseLikeEndedMeanwhile() throws IOException {
        sameWithAndWithout(sameApplication(), 1);
    }

    @Test
    void saysTheSameWhenRestartedNowAndThen() throws IOException {
        for (int every : new int[] {7, 50, 333}) {
            sameWithAndWithout(day(), every);
        }
    }

    @Test
    void whatWasSavedIsTheSameOnceRestored() throws IOException {
        List<Consumer<Ear>> script = day();
        Ear ear = play(script.subList(0, script.size() / 2), 0);
        byte[] bytes = saved(ear.detector);
        ear.restart();
        assertThat(saved(ear.detector)).isEqualTo(bytes);
    }

    @Test
    void refusesAStateThatIsCutShort() throws IOException {
        List<Consumer<Ear>> script = day();
        byte[] bytes = saved(play(script.subList(0, 100), 0).detector);
        for (int length = 0; length < bytes.length; length += 1 + length / 50) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> restore(cut)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesAStateOfAnotherVersionAndSaysWhich() throws IOException {
        byte[] bytes = saved(new Ear().detector);
        bytes[3] = 99;
        assertThatThrownBy(() -> restore(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("99");
    }

    private static StragglerDetector restore(byte[] bytes) throws IOException {
        return StragglerDetector.restore(
                new DataInputStream(new ByteArrayInputStream(bytes)),
                StragglerSettings.defaults(),
                any -> {});
    }
}
