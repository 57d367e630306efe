package dev.farrier.strag.otherhand;

import dev.farrier.strag.otherhand.App.Rhythm;
import dev.farrier.strag.otherhand.App.Work;
import dev.farrier.strag.otherhand.Exporter.Freeze;
import dev.farrier.strag.otherhand.Exporter.Ports;
import dev.farrier.strag.otherhand.Exporter.Width;
import dev.farrier.strag.otherhand.Job.Tests;
import java.util.ArrayList;
import java.util.List;

/** Scenarios with something wrong in one job, or in two. */
final class SingleJobScenarios {
    private SingleJobScenarios() {}

    static List<Scenario> all() {
        return List.of(
                lockedInMemoryBound(),
                narrowLinks(),
                failingCooler(),
                nodesOfFour(),
                onlyTheTests(),
                brakeBehindLoss(),
                flappingLink(),
                halfAnNvlink(),
                cappedRack(),
                lockedRow(),
                hotRack(),
                storms(),
                stuckDaemon(),
                thousand(),
                capAmongExperts(),
                afternoon());
    }

    private static Scenario lockedInMemoryBound() {
        return Scenario.of(
                        1,
                        Sku.A100,
                        4,
                        "a memory-bound job loses little to a lower clock, much to a very low one")
                .running(Job.of("j1", 0, "u1", App.MEMORY_BOUND, 0, 4, 110))
                .broken(
                        Fault.of(Kind.CLOCK_LOCK, 1, 6, 0.86),
                        Fault.of(Kind.CLOCK_LOCK, 3, 2, 0.62).from(310));
    }

    private static Scenario narrowLinks() {
        App app = App.OFFLOADING.with(Work.staged(0.8, 1.0, 1.05, 1.3));
        return Scenario.of(
                        3,
                        Sku.A100,
                        8,
                        "unequal stages; PCIe x8 that costs, and x8 that the register only claims")
                .running(Job.of("j1", 0, "u2", app, 0, 8, 100).parallel(4, 4))
                .broken(
                        Fault.of(Kind.PCIE, 2, 5, 0.5).from(405),
                        Fault.of(Kind.PCIE, 6, 1, 1).from(200));
    }

    private static Scenario failingCooler() {
        return Scenario.of(
                        5,
                        Sku.V100,
                        2,
                        "thermal paste gives up on one GPU over ten minutes, two nodes, then one")
                .racks(4, 2)
                .every(10)
                .running(
                        Job.of("j1", 0, "u3", App.DENSE_LLM, 0, 2, 150).parallel(1, 4),
                        Job.of("j2", 1700, "u4", App.DENSE_LLM, 1, 1, 80)
                                .parallel(1, 4)
                                .tested(Tests.PROLOG))
                .broken(Fault.of(Kind.THERMAL, 0, 2, 3.6).from(300).ramping(600));
    }

    private static Scenario nodesOfFour() {
        Job job =
                Job.of(
                        "j1",
                        0,
                        "u1",
                        App.OFFLOADING.with(Work.staged(1.0, 0.9, 0.9, 1.2)),
                        0,
                        16,
                        100);
        return Scenario.of(
                        6,
                        Sku.A100,
                        16,
                        "nodes of four, pipeline of eight stages, HBM at half its bandwidth")
                .racks(4, 8)
                .running(job.parallel(8, 4))
                .broken(Fault.of(Kind.HBM_SLOW, 10, 1, 0.5).from(420));
    }

    private static Scenario onlyTheTests() {
        Job job = Job.of("j1", 0, "u9", App.MEMORY_BOUND, 0, 8, 90).silent().withoutReasons();
        return Scenario.of(
                        7,
                        Sku.A100,
                        8,
                        "no step times, no reasons: the tests alone see the slow HBM")
                .running(job)
                .broken(
                        Fault.of(Kind.HBM_SLOW, 5, 4, 0.8),
                        Fault.of(Kind.HBM_SLOW, 2, 0, 0.75).from(200));
    }

    private static Scenario brakeBehindLoss() {
        Exporter mess =
                Exporter.FAITHFUL
                        .losing(0.30)
                        .untidy(0.04, 0.08, 4)
                        .blanking(0.01, "null")
                        .freezing(new Freeze(1, 500, 900), new Freeze(12, 200, 420));
        return Scenario.of(
                        9,
                        Sku.A100,
                        16,
                        "a supply fails: one node brakes for a quarter of an hour; a third of lines lost")
                .seenThrough(mess)
                .running(
                        Job.of("j1", 0, "u2", App.DENSE_LLM.with(App.Noise.ROUGH), 0, 16, 150)
                                .parallel(2, 8))
                .broken(Fault.of(Kind.POWER_BRAKE, 7, -1, 0.6).during(404, 1300));
    }

    private static Scenario flappingLink() {
        App app = App.DENSE_LLM.with(new Rhythm(0, 0, 700, 0, 0));
        return Scenario.of(
                        10,
                        Sku.H100,
                        16,
                        "a link goes and comes, the exchange waits for it; another fell once")
                .running(Job.of("j1", 0, "u3", app, 0, 16, 140).parallel(1, 8))
                .broken(
                        Fault.of(Kind.NETWORK, 9, 3, 0.4).from(380).pulsing(120, 0.55),
                        Fault.of(Kind.NETWORK, 2, 6, 0.9).during(610, 640));
    }

    private static Scenario halfAnNvlink() {
        return Scenario.of(
                        12,
                        Sku.A100,
                        8,
                        "NVLinks retrain at half rate, all peers count errors; prolog only")
                .seenThrough(Exporter.FAITHFUL.counting(Width.WRAPS_AT_16_BITS, Ports.ALL))
                .running(
                        Job.of("j1", 0, "u1", App.EXPERTS, 0, 8, 100)
                                .parallel(1, 8)
                                .tested(Tests.PROLOG))
                .broken(Fault.of(Kind.NVLINK, 4, 6, 0.45).from(350));
    }

    private static Scenario cappedRack() {
        Job first = Job.of("j1", 0, "u4", App.DENSE_LLM, 0, 16, 90).parallel(1, 8);
        Job second = Job.of("j2", 1500, "u4", App.DENSE_LLM, 4, 8, 70).parallel(1, 8).silent();
        return Scenario.of(
                        13,
                        Sku.A100,
                        16,
                        "a rack capped for a repair of its supply, and one GPU that was forgotten")
                .running(first, second)
                .broken(
                        Fault.of(Kind.POWER_CAP, 8, -1, 0.6).during(0, 1400),
                        Fault.of(Kind.POWER_CAP, 9, -1, 0.6).during(0, 1400),
                        Fault.of(Kind.POWER_CAP, 10, -1, 0.6).during(0, 1400),
                        Fault.of(Kind.POWER_CAP, 11, -1, 0.6).during(0, 1900),
                        Fault.of(Kind.POWER_CAP, 3, 5, 0.56).from(300));
    }

    private static Scenario lockedRow() {
        List<Fault> faults = new ArrayList<>();
        for (int node = 12; node < 18; node++) {
            faults.add(Fault.of(Kind.CLOCK_LOCK, node, -1, 0.78));
        }
        return Scenario.of(
                        15,
                        Sku.H100,
                        24,
                        "after a firmware round a row of six nodes keeps a lower clock")
                .racks(8, 6)
                .running(
                        Job.of("j1", 0, "u5", App.DENSE_LLM.with(App.Noise.ROUGH), 0, 24, 80)
                                .withoutReasons())
                .broken(faults.toArray(new Fault[0]));
    }

    private static Scenario hotRack() {
        List<Fault> faults = new ArrayList<>();
        for (int node = 8; node < 16; node++) {
            faults.add(
                    Fault.of(Kind.THERMAL, node, -1, 3.1 + 0.05 * node)
                            .from(290 + 7 * node)
                            .ramping(420));
        }
        return Scenario.of(
                        16,
                        Sku.A100,
                        32,
                        "a rack door's pump stops: it grows hot first and slow later")
                .racks(8, 8)
                .running(Job.of("j1", 0, "u6", App.DENSE_LLM, 0, 32, 130).parallel(4, 8))
                .broken(faults.toArray(new Fault[0]));
    }

    private static Scenario storms() {
        return Scenario.of(
                        18,
                        Sku.A100,
                        8,
                        "corrected errors in storms on three GPUs; one of them also waits for rows")
                .running(Job.of("j1", 0, "u7", App.MEMORY_BOUND, 0, 8, 100))
                .broken(
                        Fault.of(Kind.ECC, 1, 3, 0.76).from(333),
                        Fault.of(Kind.ECC, 5, 7, 1).from(150),
                        Fault.of(Kind.ECC, 6, 0, 1).during(500, 800));
    }

    private static Scenario stuckDaemon() {
        return Scenario.of(
                        19,
                        Sku.L40S,
                        12,
                        "a daemon eats one node's cores; launches take three times as long")
                .running(Job.of("j1", 0, "u8", App.VISION, 0, 12, 110))
                .broken(
                        Fault.of(Kind.CPU, 8, -1, 3).from(520),
                        Fault.of(Kind.CPU, 3, -1, 1).from(200));
    }

    private static Scenario thousand() {
        App app = App.DENSE_LLM.with(new Rhythm(0, 0, 600, 0.001, 0));
        return Scenario.of(
                        22,
                        Sku.H100,
                        128,
                        "1,024 GPUs: one slow GPU, one sick link; weak GPUs and stalls beside")
                .racks(8, 8)
                .seenThrough(Exporter.FAITHFUL.losing(0.01).untidy(0.002, 0.01, 3))
                .running(Job.of("j1", 0, "u9", app, 0, 128, 100).parallel(8, 8))
                .broken(
                        Fault.of(Kind.CLOCK_LOCK, 77, 4, 0.8).during(230, 950),
                        Fault.of(Kind.NETWORK, 31, 2, 0.45).from(480),
                        Fault.of(Kind.MILD, 12, 1, 0.975),
                        Fault.of(Kind.PCIE, 101, 6, 0.5).from(300),
                        Fault.of(Kind.NETWORK, 60, -1, 0.9).from(200).unknowable());
    }

    private static Scenario capAmongExperts() {
        App app = App.EXPERTS.with(new Work(List.of(1.0), 0.05, 37, 1.12));
        return Scenario.of(
                        28,
                        Sku.A100,
                        8,
                        "uneven experts, one always hot by its data, and a GPU with a power cap beside")
                .seenThrough(
                        Exporter.FAITHFUL.losing(0.02).without(new Exporter.Gap("thr", -1, 0, 600)))
                .running(Job.of("j1", 0, "u5", app, 0, 8, 130).parallel(1, 8))
                .broken(Fault.of(Kind.POWER_CAP, 6, 2, 0.5).from(390));
    }

    private static Scenario afternoon() {
        return Scenario.of(
                        29,
                        Sku.A100,
                        8,
                        "dust: a GPU that is slow only in the heat of the afternoon")
                .every(60)
                .warm(
                        new Scenario.Breeze(0, 48_000, 60_000, 11),
                        new Scenario.Breeze(1, 48_000, 60_000, 11))
                .running(
                        Job.of("j1", 20_000, "u1", App.DENSE_LLM, 0, 8, 90).parallel(1, 8),
                        Job.of("j2", 50_000, "u1", App.DENSE_LLM, 0, 8, 100).parallel(1, 8),
                        Job.of("j3", 75_000, "u2", App.DENSE_LLM, 0, 8, 90).parallel(1, 8))
                .broken(Fault.of(Kind.THERMAL, 5, 6, 2.25));
    }
}
