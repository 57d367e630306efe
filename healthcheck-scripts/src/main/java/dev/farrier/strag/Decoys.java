package dev.farrier.strag;

import static dev.farrier.strag.Decoy.Kind.ECC_ERRORS;
import static dev.farrier.strag.Decoy.Kind.HOT;
import static dev.farrier.strag.Decoy.Kind.LINK_DOWNS;
import static dev.farrier.strag.Decoy.Kind.NVLINK_ERRORS;
import static dev.farrier.strag.Decoy.Kind.PCIE_REPLAYS;
import static dev.farrier.strag.Decoy.Kind.PCIE_WIDTH;
import static dev.farrier.strag.Decoy.Kind.REASON_BITS;
import static dev.farrier.strag.Decoy.Kind.SYMBOL_ERRORS;
import static dev.farrier.strag.Fault.WHOLE_NODE;
import static dev.farrier.strag.FaultKind.CLOCK_LOCK;
import static dev.farrier.strag.FaultKind.HBM_SLOW;
import static dev.farrier.strag.FaultKind.NETWORK;
import static dev.farrier.strag.FaultKind.NVLINK;
import static dev.farrier.strag.FaultKind.POWER_CAP;
import static dev.farrier.strag.FaultKind.THERMAL;
import static dev.farrier.strag.Sku.A100;
import static dev.farrier.strag.Sku.H100;

import java.util.List;

/** Signs without an effect, and faults that are too weak or too short to count. */
final class Decoys {
    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M44",
                            "decoys: all counters rise on somebody, and nobody is slow",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(100);
                                s.decoy(ECC_ERRORS, s.anyNode(), s.anyGpu(), 300, 4);
                                s.decoy(PCIE_REPLAYS, s.anyNode(), s.anyGpu(), 0, 0.5);
                                s.decoy(NVLINK_ERRORS, s.anyNode(), s.anyGpu(), 400, 6);
                                s.decoy(SYMBOL_ERRORS, s.anyNode(), s.anyGpu(), 350, 7);
                                s.decoy(LINK_DOWNS, s.anyNode(), s.anyGpu(), 200, 0.01);
                            }),
                    new Recipe(
                            "M45",
                            "decoys: reason bits of all kinds without an effect",
                            s -> {
                                s.nodes(A100, 16).job("j1").samples(100);
                                s.decoy(REASON_BITS, s.anyNode(), s.anyGpu(), 250, 0x20);
                                s.decoy(REASON_BITS, s.anyNode(), s.anyGpu(), 300, 0x48);
                                s.decoy(REASON_BITS, s.anyNode(), s.anyGpu(), 0, 0x4);
                                s.decoy(REASON_BITS, s.anyNode(), WHOLE_NODE, 400, 0x88);
                            }),
                    new Recipe(
                            "M46",
                            "decoys: PCIe width 8 on three GPUs and a node, nobody is slow",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(100);
                                s.decoy(PCIE_WIDTH, s.anyNode(), s.anyGpu(), 0, 8);
                                s.decoy(PCIE_WIDTH, s.anyNode(), s.anyGpu(), 300, 8);
                                s.decoy(PCIE_WIDTH, s.anyNode(), s.anyGpu(), 500, 4);
                                s.decoy(PCIE_WIDTH, s.anyNode(), WHOLE_NODE, 0, 8);
                            }),
                    new Recipe(
                            "M47",
                            "decoys: hot GPUs all over, one hot node; none is slow",
                            s -> {
                                s.hotGpus(0.1).nodes(A100, 16).job("j1").samples(100);
                                s.decoy(HOT, s.anyNode(), s.anyGpu(), 300, 14);
                                s.decoy(HOT, s.anyNode(), WHOLE_NODE, 0, 9);
                            }),
                    new Recipe(
                            "M48",
                            "a bad network beside errors that do nothing, ports summed up",
                            s -> {
                                s.summedPorts().nodes(H100, 16).job("j1").samples(110);
                                s.decoy(SYMBOL_ERRORS, s.anyNode(), s.anyGpu(), 0, 5);
                                s.decoy(LINK_DOWNS, s.anyNode(), s.anyGpu(), 300, 0.005);
                                s.fault(NETWORK, s.anyNode(), WHOLE_NODE, 420, 900, 2.2);
                            }),
                    new Recipe(
                            "M49",
                            "0x4 on a fifth of the GPUs, uneven work, and one real power cap",
                            s -> {
                                s.capBits(0.2).hotGpus(0.05).nodes(A100, 16);
                                s.job("j1").samples(100).work(19, 1.12).work(77, 1.09);
                                s.fault(POWER_CAP, s.anyNode(), s.anyGpu(), 380, 1.18);
                            }),
                    new Recipe(
                            "M50",
                            "faults too weak or too short to count",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(110).communication(0.06);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 0, 1.03);
                                s.fault(HBM_SLOW, s.anyNode(), s.anyGpu(), 400, 1.04);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 505, 523, 1.3);
                                s.fault(NVLINK, s.anyNode(), s.anyGpu(), 600, 1.7);
                            }),
                    new Recipe(
                            "M51",
                            "a slow rank by design on a GPU with rising counters and 0x4",
                            s -> {
                                s.nodes(A100, 8).job("j1").samples(100).work(29, 1.14);
                                s.decoy(ECC_ERRORS, 3, 5, 0, 2);
                                s.decoy(REASON_BITS, 3, 5, 0, 0x4);
                            }));

    private Decoys() {}
}
