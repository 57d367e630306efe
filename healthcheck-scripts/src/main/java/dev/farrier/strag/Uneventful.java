package dev.farrier.strag;

import static dev.farrier.strag.Sku.A100;
import static dev.farrier.strag.Sku.H100;
import static dev.farrier.strag.Sku.V100;

import java.util.List;

/** Jobs in which nobody straggles, though some look like it. */
final class Uneventful {
    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M14",
                            "healthy: 128 H100, the usual noise",
                            s -> s.nodes(H100, 16).job("j1").samples(100)),
                    new Recipe(
                            "M15",
                            "healthy: 256 V100, step noise 4 %, spikes 3 %",
                            s -> {
                                s.stepNoise(0.04).spikes(0.03);
                                s.nodes(V100, 32).job("j1").samples(80);
                            }),
                    new Recipe(
                            "M16",
                            "healthy: the file system makes the whole job slow twice",
                            s ->
                                    s.nodes(A100, 8)
                                            .job("j1")
                                            .samples(120)
                                            .wholeJobSlow(400, 560, 1.4)
                                            .wholeJobSlow(900, 1100, 1.6)),
                    new Recipe(
                            "M17",
                            "uneven work: three ranks with 8 to 20 % more by design",
                            s ->
                                    s.nodes(H100, 8)
                                            .job("j1")
                                            .samples(100)
                                            .work(5, 1.08)
                                            .work(22, 1.2)
                                            .work(47, 1.13)),
                    new Recipe(
                            "M18",
                            "four unequal stages, the last one heavier by a third",
                            s ->
                                    s.nodes(A100, 16)
                                            .job("j1")
                                            .samples(90)
                                            .stages(List.of(1.05, 1.0, 1.0, 1.33))));

    private Uneventful() {}
}
