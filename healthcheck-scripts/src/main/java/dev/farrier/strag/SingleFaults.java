package dev.farrier.strag;

import static dev.farrier.strag.Fault.NEVER;
import static dev.farrier.strag.Fault.WHOLE_NODE;
import static dev.farrier.strag.FaultKind.CLOCK_LOCK;
import static dev.farrier.strag.FaultKind.CPU;
import static dev.farrier.strag.FaultKind.ECC;
import static dev.farrier.strag.FaultKind.HBM_SLOW;
import static dev.farrier.strag.FaultKind.MILD;
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

/** One fault in one job, each kind at least once. */
final class SingleFaults {
    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M01",
                            "thermal: one hot H100 of 64, software bit, ramp of a minute",
                            s -> {
                                s.nodes(H100, 8).job("j1");
                                double slow = s.between(1.15, 1.35);
                                double start = s.between(250, 450);
                                int node = s.anyNode();
                                s.fault(THERMAL, node, s.anyGpu(), start, NEVER, slow, 1, 0, 60);
                            }),
                    new Recipe(
                            "M02",
                            "thermal: hardware slow-down of an A100 of 128, over before the end",
                            s -> {
                                s.nodes(A100, 16).job("j1").samples(100);
                                double slow = s.between(1.4, 2);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 350, 800, slow);
                            }),
                    new Recipe(
                            "M03",
                            "thermal on and off: there in 40 % of each two minutes",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(120);
                                int node = s.anyNode();
                                double slow = s.between(1.2, 1.4);
                                s.fault(THERMAL, node, s.anyGpu(), 240, NEVER, slow, 0.4, 120, 0);
                            }),
                    new Recipe(
                            "M04",
                            "power brake: a whole node for four minutes",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(100);
                                double slow = s.between(1.8, 2.5);
                                s.fault(POWER_BRAKE, s.anyNode(), WHOLE_NODE, 400, 640, slow);
                            }),
                    new Recipe(
                            "M05",
                            "power cap: one GPU of 64, from before the job on",
                            s -> {
                                s.nodes(A100, 8).job("j1");
                                double slow = s.between(1.15, 1.2);
                                s.fault(POWER_CAP, s.anyNode(), s.anyGpu(), 0, slow);
                            }),
                    new Recipe(
                            "M06",
                            "clock lock: one V100 of 128, no bit, from before the job on",
                            s -> {
                                s.nodes(V100, 16).job("j1").samples(80);
                                double slow = s.between(1.07, 1.12);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 0, slow);
                            }),
                    new Recipe(
                            "M07",
                            "HBM slow: from mid-job on, nothing but own time and the test",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(120);
                                double slow = s.between(1.07, 1.12);
                                double start = s.between(350, 550);
                                s.fault(HBM_SLOW, s.anyNode(), s.anyGpu(), start, slow);
                            }),
                    new Recipe(
                            "M08",
                            "ECC: corrected errors with an effect",
                            s -> {
                                s.nodes(A100, 8).job("j1").samples(100);
                                double slow = s.between(1.07, 1.09);
                                double start = s.between(250, 450);
                                s.fault(ECC, s.anyNode(), s.anyGpu(), start, slow);
                            }),
                    new Recipe(
                            "M09",
                            "PCIe: falls to width 8 with replays",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(80);
                                double slow = s.between(1.08, 1.12);
                                double start = s.between(200, 350);
                                s.fault(PCIE, s.anyNode(), s.anyGpu(), start, slow);
                            }),
                    new Recipe(
                            "M10",
                            "NVLink: a node communicates 1.7 times as long, its own times are fine",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(100);
                                double start = s.between(250, 450);
                                s.fault(NVLINK, s.anyNode(), s.anyGpu(), start, 1.7);
                            }),
                    new Recipe(
                            "M11",
                            "network: one port of a node errs for ten minutes",
                            s -> {
                                s.nodes(H100, 16).job("j1").samples(110);
                                s.fault(NETWORK, s.anyNode(), s.anyGpu(), 300, 900, 2.2);
                            }),
                    new Recipe(
                            "M12",
                            "CPU: a busy process slows a whole node",
                            s -> {
                                s.nodes(A100, 8).job("j1").samples(100);
                                double slow = s.between(1.12, 1.2);
                                double start = s.between(250, 450);
                                s.fault(CPU, s.anyNode(), WHOLE_NODE, start, slow);
                            }),
                    new Recipe(
                            "M13",
                            "mild: 8 % in the one job that is seen, so neither positive nor lemon",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(120);
                                s.fault(MILD, s.anyNode(), s.anyGpu(), 0, 1.08).acrossJobs();
                            }));

    private SingleFaults() {}
}
