package dev.farrier.strag;

import static dev.farrier.strag.Fault.NEVER;
import static dev.farrier.strag.Fault.WHOLE_NODE;
import static dev.farrier.strag.FaultKind.CLOCK_LOCK;
import static dev.farrier.strag.FaultKind.CPU;
import static dev.farrier.strag.FaultKind.ECC;
import static dev.farrier.strag.FaultKind.HBM_SLOW;
import static dev.farrier.strag.FaultKind.NETWORK;
import static dev.farrier.strag.FaultKind.NVLINK;
import static dev.farrier.strag.FaultKind.PCIE;
import static dev.farrier.strag.FaultKind.POWER_BRAKE;
import static dev.farrier.strag.FaultKind.POWER_CAP;
import static dev.farrier.strag.FaultKind.THERMAL;
import static dev.farrier.strag.Sku.A100;
import static dev.farrier.strag.Sku.H100;
import static dev.farrier.strag.Sku.V100;

import java.util.List;

/** Jobs and clusters of other shapes, and several faults at a time. */
final class Shapes {
    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M33",
                            "six jobs of one node: a locked clock, a bad NVLink, one hot GPU",
                            s -> {
                                s.nodes(H100, 6);
                                for (int node = 0; node < s.nodeCount(); node++) {
                                    s.job("j" + node, List.of(node)).samples(80);
                                }
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 0, 1.1);
                                s.fault(NVLINK, s.anyNode(), s.anyGpu(), 300, 1.7);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 400, 1.3);
                            }),
                    new Recipe(
                            "M34",
                            "most are slow: five of eight nodes with locked clocks",
                            s -> {
                                s.nodes(A100, 8).job("j1").samples(90);
                                for (int i = 0; i < 5; i++) {
                                    s.fault(CLOCK_LOCK, s.anyNode(), WHOLE_NODE, 0, 1.12);
                                }
                            }),
                    new Recipe(
                            "M35",
                            "two nodes, 16 GPUs: one slow GPU in a small job",
                            s -> {
                                s.nodes(A100, 2).job("j1").samples(90);
                                s.fault(POWER_CAP, s.anyNode(), s.anyGpu(), 350, 1.17);
                            }),
                    new Recipe(
                            "M36",
                            "A100 and H100 in one job; a hot H100 that never is the slowest",
                            s -> {
                                s.nodes(A100, 4).nodes(H100, 4).job("j1").samples(100);
                                s.fault(THERMAL, 6, s.anyGpu(), 330, NEVER, 1.3, 1, 0, 60);
                            }),
                    new Recipe(
                            "M37",
                            "healthy: V100, A100 and H100 in one job",
                            s ->
                                    s.nodes(V100, 4)
                                            .nodes(A100, 4)
                                            .nodes(H100, 4)
                                            .job("j1")
                                            .samples(80)),
                    new Recipe(
                            "M38",
                            "four unequal stages; slow HBM in a light one",
                            s -> {
                                s.nodes(H100, 16);
                                s.job("j1").stages(List.of(1.1, 0.9, 0.95, 1.3)).samples(120);
                                s.fault(HBM_SLOW, 5, s.anyGpu(), 430, 1.11);
                            }),
                    new Recipe(
                            "M39",
                            "512 A100 in eight stages, TP 4, uneven work; thermal, PCIe, network",
                            s -> {
                                s.nodes(A100, 64);
                                s.job("j1")
                                        .evenStages(8)
                                        .tensor(4)
                                        .samples(60)
                                        .work(37, 1.1)
                                        .work(301, 1.15);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 220, 1.2);
                                s.fault(PCIE, s.anyNode(), s.anyGpu(), 300, 1.11);
                                s.fault(NETWORK, s.anyNode(), s.anyGpu(), 350, 560, 2.2);
                            }),
                    new Recipe(
                            "M40",
                            "healthy: longer sequences from mid-job on, then a slow file system",
                            s ->
                                    s.nodes(H100, 16)
                                            .job("j1")
                                            .samples(120)
                                            .shift(420, 1.25)
                                            .wholeJobSlow(800, 1000, 1.5)),
                    new Recipe(
                            "M41",
                            "longer sequences and, two minutes later, a locked clock",
                            s -> {
                                s.nodes(A100, 8).job("j1").samples(120).shift(400, 1.2);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 520, 1.1);
                            }),
                    new Recipe(
                            "M42",
                            "256 H100 with a fault of each of nine kinds, one after the other",
                            s -> {
                                s.nodes(H100, 32).job("j1").samples(140);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 300, 700, 1.25);
                                s.fault(POWER_BRAKE, s.anyNode(), WHOLE_NODE, 900, 1120, 2.1);
                                s.fault(POWER_CAP, s.anyNode(), s.anyGpu(), 0, 1.16);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 0, 1.07);
                                s.fault(HBM_SLOW, s.anyNode(), s.anyGpu(), 500, 1.09);
                                s.fault(ECC, s.anyNode(), s.anyGpu(), 600, 1.08);
                                s.fault(PCIE, s.anyNode(), s.anyGpu(), 650, 1.1);
                                s.fault(CPU, s.anyNode(), WHOLE_NODE, 750, 1.15);
                                s.fault(NVLINK, s.anyNode(), s.anyGpu(), 1150, 1.7);
                            }),
                    new Recipe(
                            "M43",
                            "two faults on one stage, one hides behind the other for a while",
                            s -> {
                                s.nodes(A100, 16).job("j1").evenStages(2).samples(120);
                                s.fault(THERMAL, 3, s.anyGpu(), 250, 900, 1.4);
                                s.fault(ECC, 5, s.anyGpu(), 450, 1.09);
                            }));

    private Shapes() {}
}
