package dev.farrier.strag;

import static dev.farrier.strag.FaultKind.*;
import static dev.farrier.strag.Sku.A100;
import static dev.farrier.strag.Sku.H100;
import static dev.farrier.strag.Sku.V100;

import java.util.List;

/** One fault in one job, each kind at least once. */
final class SingleFaults {
    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M01",
                            "thermal: one hot H100 of 64, software bit, ramp",
                            s -> {
                                s.nodes(H100, 8).job("j1");
                                double slow = s.draws().uniform(1.15, 1.35);
                                s.fault(THERMAL, 3, 5, 300, Fault.NEVER, slow, 1, 0, 60);
                            }),
                    new Recipe(
                            "M02",
                            "thermal: hardware slow-down of an A100 of 128, ends before the job",
                            s -> {
                                s.nodes(A100, 16).job("j1").samples(100);
                                double slow = s.draws().uniform(1.4, 2);
                                s.fault(THERMAL, 11, 0, 350, 800, slow);
                            }),
                    new Recipe(
                            "M03",
                            "thermal on and off: 40 % of each two minutes",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(120);
                                s.fault(THERMAL, 6, 2, 240, Fault.NEVER, 1.3, 0.4, 120, 0);
                            }),
                    new Recipe(
                            "M04",
                            "power brake: a whole node for four minutes",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(100);
                                double slow = s.draws().uniform(1.8, 2.5);
                                s.fault(POWER_BRAKE, 9, Fault.WHOLE_NODE, 400, 640, slow);
                            }),
                    new Recipe(
                            "M05",
                            "power cap on one GPU from before the job on",
                            s -> {
                                s.nodes(A100, 8).job("j1");
                                s.fault(POWER_CAP, 2, 7, 0, s.draws().uniform(1.15, 1.2));
                            }),
                    new Recipe(
                            "M06",
                            "clock lock 8 % without any bit, V100",
                            s -> {
                                s.nodes(V100, 16).job("j1").samples(80);
                                s.fault(CLOCK_LOCK, 12, 1, 0, 1.08);
                            }),
                    new Recipe(
                            "M07",
                            "HBM slow in mid-job, nothing but own time and the test",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(120);
                                s.fault(HBM_SLOW, 4, 3, 450, s.draws().uniform(1.07, 1.12));
                            }),
                    new Recipe(
                            "M08",
                            "corrected ECC storm with an effect",
                            s -> {
                                s.nodes(A100, 8).job("j1").samples(100);
                                s.fault(ECC, 5, 6, 380, s.draws().uniform(1.07, 1.09));
                            }),
                    new Recipe(
                            "M09",
                            "PCIe falls to width 8",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(80);
                                s.fault(PCIE, 13, 4, 260, s.draws().uniform(1.08, 1.12));
                            }),
                    new Recipe(
                            "M10",
                            "NVLink: the node communicates 1.7 times as long",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(100);
                                s.fault(NVLINK, 1, 2, 330, 1.7);
                            }),
                    new Recipe(
                            "M11",
                            "network: one port of a node errs for ten minutes",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(110);
                                s.fault(NETWORK, 7, 3, 300, 900, 2.2);
                            }),
                    new Recipe(
                            "M12",
                            "CPU: a busy process slows a whole node",
                            s -> {
                                s.nodes(A100, 8).job("j1").samples(100);
                                double slow = s.draws().uniform(1.12, 1.2);
                                s.fault(CPU, 6, Fault.WHOLE_NODE, 290, slow);
                            }),
                    new Recipe(
                            "M13",
                            "mild 8 % in one long job only: seen, and no lemon",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(120);
                                s.fault(MILD, 2, 1, 0, 1.08).acrossJobs();
                            }));

    private SingleFaults() {}
}
