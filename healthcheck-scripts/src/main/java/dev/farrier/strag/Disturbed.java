package dev.farrier.strag;

import static dev.farrier.strag.Fault.NEVER;
import static dev.farrier.strag.Fault.WHOLE_NODE;
import static dev.farrier.strag.FaultKind.CLOCK_LOCK;
import static dev.farrier.strag.FaultKind.HBM_SLOW;
import static dev.farrier.strag.FaultKind.NETWORK;
import static dev.farrier.strag.FaultKind.PCIE;
import static dev.farrier.strag.FaultKind.POWER_BRAKE;
import static dev.farrier.strag.FaultKind.POWER_CAP;
import static dev.farrier.strag.FaultKind.THERMAL;
import static dev.farrier.strag.Sku.A100;
import static dev.farrier.strag.Sku.H100;
import static dev.farrier.strag.Sku.V100;

import java.util.List;

/** Telemetry that is noisy, late, or lacks something. */
final class Disturbed {
    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M19",
                            "40 % of the lines are missing; one locked clock",
                            s -> {
                                s.missing(0.4).nodes(A100, 8).job("j1").samples(120);
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 330, 1.12);
                            }),
                    new Recipe(
                            "M20",
                            "node clocks off by 5 s; a power cap in mid-job",
                            s -> {
                                s.skew(5).nodes(H100, 8).job("j1").samples(100).phase(33.7);
                                s.fault(POWER_CAP, s.anyNode(), s.anyGpu(), 415, 1.18);
                            }),
                    new Recipe(
                            "M21",
                            "a sample a minute, clocks off by 2 s; thermal for half an hour",
                            s -> {
                                s.interval(60).skew(2).nodes(H100, 16);
                                s.job("j1").samples(90).phase(47);
                                int node = s.anyNode();
                                s.fault(THERMAL, node, s.anyGpu(), 1500, 3300, 1.25, 1, 0, 300);
                            }),
                    new Recipe(
                            "M22",
                            "the job reports no step times; thermal, seen by the telemetry alone",
                            s -> {
                                s.nodes(H100, 8).job("j1").samples(100).withoutSteps();
                                int node = s.anyNode();
                                s.fault(THERMAL, node, s.anyGpu(), 360, NEVER, 1.3, 1, 0, 60);
                            }),
                    new Recipe(
                            "M23",
                            "healthy, no step times, hot GPUs and 0x4 here and there",
                            s -> {
                                s.hotGpus(0.08).capBits(0.15).nodes(A100, 16);
                                s.job("j1").samples(90).withoutSteps();
                            }),
                    new Recipe(
                            "M24",
                            "no reason bits; a power brake",
                            s -> {
                                s.nodes(A100, 8).job("j1").samples(90).withoutReasons();
                                s.fault(POWER_BRAKE, s.anyNode(), WHOLE_NODE, 400, 620, 2);
                            }),
                    new Recipe(
                            "M25",
                            "neither step times nor reason bits; a locked clock",
                            s -> {
                                s.nodes(H100, 8);
                                s.job("j1").samples(100).withoutSteps().withoutReasons();
                                s.fault(CLOCK_LOCK, s.anyNode(), s.anyGpu(), 300, 1.15);
                            }),
                    new Recipe(
                            "M26",
                            "step noise of 6 %; thermal 25 %",
                            s -> {
                                s.stepNoise(0.06).nodes(A100, 16).job("j1").samples(100);
                                int node = s.anyNode();
                                s.fault(THERMAL, node, s.anyGpu(), 340, NEVER, 1.25, 1, 0, 60);
                            }),
                    new Recipe(
                            "M27",
                            "healthy, sequences differ by 38 % between the replicas",
                            s -> {
                                s.interval(60).imbalance(0.38, true).nodes(H100, 16);
                                s.job("j1").samples(100);
                            }),
                    new Recipe(
                            "M28",
                            "sequences differ by 36 % between the ranks; thermal 35 %",
                            s -> {
                                s.interval(60).imbalance(0.36, false).nodes(H100, 16);
                                s.job("j1").samples(100);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 2400, 1.35);
                            }),
                    new Recipe(
                            "M29",
                            "data-loading spikes in 3 % of the samples; PCIe at width 8",
                            s -> {
                                s.spikes(0.03).nodes(A100, 16).job("j1").samples(100);
                                s.fault(PCIE, s.anyNode(), s.anyGpu(), 450, 1.1);
                            }),
                    new Recipe(
                            "M30",
                            "no short tests at all; slow HBM from the start",
                            s -> {
                                s.nodes(V100, 8).job("j1").samples(120).noProlog().noEpilog();
                                s.fault(HBM_SLOW, s.anyNode(), s.anyGpu(), 0, 1.12);
                            }),
                    new Recipe(
                            "M31",
                            "no tests after the job; slow HBM in mid-job, noise 3 %",
                            s -> {
                                s.stepNoise(0.03).nodes(H100, 16);
                                s.job("j1").samples(150).noEpilog();
                                s.fault(HBM_SLOW, s.anyNode(), s.anyGpu(), 620, 1.1);
                            }),
                    new Recipe(
                            "M32",
                            "a sample a minute at an odd phase, 10 % missing; network for 24 min",
                            s -> {
                                s.interval(60).missing(0.1).summedPorts().nodes(A100, 16);
                                s.job("j1").samples(70).phase(53.2);
                                s.fault(NETWORK, s.anyNode(), WHOLE_NODE, 1200, 2640, 2.2);
                            }));

    private Disturbed() {}
}
