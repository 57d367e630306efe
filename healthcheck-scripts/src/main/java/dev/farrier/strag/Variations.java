package dev.farrier.strag;

import static dev.farrier.strag.Fault.NEVER;
import static dev.farrier.strag.Fault.WHOLE_NODE;
import static dev.farrier.strag.FaultKind.CLOCK_LOCK;
import static dev.farrier.strag.FaultKind.CPU;
import static dev.farrier.strag.FaultKind.HBM_SLOW;
import static dev.farrier.strag.FaultKind.MILD;
import static dev.farrier.strag.FaultKind.NETWORK;
import static dev.farrier.strag.FaultKind.NVLINK;
import static dev.farrier.strag.FaultKind.POWER_BRAKE;
import static dev.farrier.strag.FaultKind.POWER_CAP;
import static dev.farrier.strag.FaultKind.THERMAL;
import static dev.farrier.strag.Sku.A100;
import static dev.farrier.strag.Sku.H100;
import static dev.farrier.strag.Sku.V100;

import java.util.List;

/** Faults that creep, come back or just count, and clusters with many users. */
final class Variations {
    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M66",
                            "many users with steps and sampling phases of their own; a lemon",
                            s -> {
                                s.interval(60).nodes(A100, 24);
                                Waves.of(s).manyUsers().run(10, 5, List.of(2, 3, 4));
                                int node = s.anyNode();
                                s.fault(MILD, node, s.anyGpu(), 0, 1.09).acrossJobs().lemon(node);
                            }),
                    new Recipe(
                            "M67",
                            "noise of only 0.8 %: effects of 5, 6 and 7 %, and one of 4 %",
                            s -> {
                                s.stepNoise(0.008).spikes(0.002).nodes(A100, 16);
                                s.job("j1").samples(120);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 0, 1.05);
                                s.fault(HBM_SLOW, s.anyNode(), s.anyGpu(), 400, 1.06);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 500, 1.07);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 0, 1.04);
                            }),
                    new Recipe(
                            "M68",
                            "thermal that creeps up over ten minutes",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(150);
                                int node = s.anyNode();
                                s.fault(THERMAL, node, s.anyGpu(), 320, NEVER, 1.25, 1, 0, 600);
                            }),
                    new Recipe(
                            "M69",
                            "network that is bad for two of each four minutes",
                            s -> {
                                s.nodes(A100, 16).job("j1").samples(150);
                                int node = s.anyNode();
                                s.fault(NETWORK, node, s.anyGpu(), 350, 1500, 2.2, 0.5, 240, 0);
                            }),
                    new Recipe(
                            "M70",
                            "one job without step times, one without reason bits, one healthy",
                            s -> {
                                s.nodes(H100, 12);
                                s.job("j1", List.of(0, 1, 2, 3)).samples(100).withoutSteps();
                                s.job("j2", List.of(4, 5, 6, 7)).samples(90).withoutReasons();
                                s.job("j3", List.of(8, 9, 10, 11)).samples(80).phase(24);
                                s.fault(POWER_CAP, 2, s.anyGpu(), 350, 1.2);
                                s.fault(THERMAL, 5, s.anyGpu(), 400, NEVER, 1.2, 1, 0, 60);
                            }),
                    new Recipe(
                            "M71",
                            "NVLink and CPU faults that go away again, ten minutes each",
                            s -> {
                                s.nodes(V100, 16).job("j1").samples(150);
                                s.fault(NVLINK, s.anyNode(), s.anyGpu(), 300, 900, 1.7);
                                s.fault(CPU, s.anyNode(), WHOLE_NODE, 800, 1400, 1.16);
                            }),
                    new Recipe(
                            "M72",
                            "a power brake that comes back every ten minutes",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(200);
                                int node = s.anyNode();
                                s.fault(POWER_BRAKE, node, WHOLE_NODE, 300, 1800, 2, 0.35, 600, 0);
                            }));

    private Variations() {}
}
