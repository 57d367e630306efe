package dev.farrier.strag;

import static dev.farrier.strag.Fault.WHOLE_NODE;
import static dev.farrier.strag.FaultKind.CLOCK_LOCK;
import static dev.farrier.strag.FaultKind.CPU;
import static dev.farrier.strag.FaultKind.ECC;
import static dev.farrier.strag.FaultKind.HBM_SLOW;
import static dev.farrier.strag.FaultKind.NETWORK;
import static dev.farrier.strag.FaultKind.PCIE;
import static dev.farrier.strag.FaultKind.POWER_BRAKE;
import static dev.farrier.strag.FaultKind.THERMAL;
import static dev.farrier.strag.Sku.A100;
import static dev.farrier.strag.Sku.H100;

import java.util.List;

/** Jobs of thousands of GPUs, with few samples. */
final class Large {
    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M63",
                            "2,048 A100 in eight stages: thermal, PCIe, a power brake",
                            s -> {
                                s.nodes(A100, 256).job("j1").evenStages(8).samples(40);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 180, 1.25);
                                s.fault(PCIE, s.anyNode(), s.anyGpu(), 240, 1.1);
                                s.fault(POWER_BRAKE, s.anyNode(), WHOLE_NODE, 200, 400, 2.2);
                            }),
                    new Recipe(
                            "M64",
                            "4,096 H100: network, ECC, a busy CPU, a locked clock",
                            s -> {
                                s.hotGpus(0.02).capBits(0.03).nodes(H100, 512);
                                s.job("j1").evenStages(4).samples(30);
                                s.fault(NETWORK, s.anyNode(), s.anyGpu(), 150, 280, 2.2);
                                s.fault(ECC, s.anyNode(), s.anyGpu(), 160, 1.09);
                                s.fault(CPU, s.anyNode(), WHOLE_NODE, 200, 1.18);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 0, 1.1);
                            }),
                    new Recipe(
                            "M65",
                            "16,384 H100 in sixteen stages: thermal, slow HBM, a locked clock",
                            s -> {
                                s.nodes(H100, 2048).job("j1").evenStages(16).samples(18);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 100, 1.3);
                                s.fault(HBM_SLOW, s.anyNode(), s.anyGpu(), 0, 1.12);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 0, 1.12);
                            }));

    private Large() {}
}
