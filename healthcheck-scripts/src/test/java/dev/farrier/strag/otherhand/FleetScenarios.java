package dev.farrier.strag.otherhand;

import dev.farrier.strag.otherhand.App.Work;
import dev.farrier.strag.otherhand.Job.Tests;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Scenarios of many jobs: lemons, repairs, users and restarts. */
final class FleetScenarios {
    private FleetScenarios() {}

    static List<Scenario> all() {
        return List.of(lemonsAmongJobs(), restarts(), pulsingLemon(), oneNodeJobs(), daysOfWork());
    }

    private static Scenario lemonsAmongJobs() {
        List<Job> jobs = new ArrayList<>();
        App off = App.OFFLOADING;
        App llm = App.DENSE_LLM;
        App vit = App.VISION;
        App rec = App.MEMORY_BOUND;
        List<List<App>> apps =
                List.of(
                        List.of(off, off, llm, vit, rec, llm, off, rec),
                        List.of(llm, llm, vit, rec, off, vit, llm, llm),
                        List.of(vit, llm, off, rec, vit, rec, rec, off));
        for (int round = 0; round < 8; round++) {
            double start = 2000.0 * round;
            for (int group = 0; group < 3; group++) {
                List<Integer> nodes = new ArrayList<>();
                // Four nodes of the group's own block and two of another, never one that a
                // neighbour has.
                for (int place = 0; place < 6; place++) {
                    nodes.add(
                            (group * 8 + (place + round) % 8 + (place >= 4 ? 8 * round : 0)) % 24);
                }
                App app = apps.get(group).get(round);
                if (group == 1 && round % 2 == 1) {
                    app = app.called("u1-special").with(new Work(List.of(1.0), 0, 20, 1.18));
                }
                Job job =
                        Job.on(
                                "j%d%d".formatted(round, group),
                                start + group,
                                "u" + group,
                                app,
                                nodes,
                                60);
                jobs.add((round + group) % 5 == 0 ? job.tested(Tests.PROLOG) : job);
            }
        }
        return Scenario.of(
                        20,
                        Sku.A100,
                        24,
                        "lemons that only some jobs feel, one node repaired, one user slow by code")
                .running(jobs)
                .broken(
                        Fault.of(Kind.PCIE, 3, 5, 0.4),
                        Fault.of(Kind.THERMAL, 9, 1, 4.4),
                        Fault.of(Kind.CLOCK_LOCK, 17, 3, 0.75).during(0, 7900),
                        Fault.of(Kind.ECC, 12, 2, 1).from(4000))
                .lemons(3, 9);
    }

    private static Scenario restarts() {
        App app = App.DENSE_LLM.called("pretrain-13b");
        return Scenario.of(
                        23,
                        Sku.A100,
                        20,
                        "a job restarts on other nodes, takes the bad one along, loses it at last")
                .running(
                        Job.on("j1", 0, "u1", app, List.of(0, 1, 2, 3, 4, 5, 6, 7), 60)
                                .parallel(1, 8),
                        Job.on("j2", 900, "u1", app, List.of(8, 9, 10, 11, 5, 12, 13, 14), 64)
                                .parallel(1, 8)
                                .silent(),
                        Job.on("j3", 1800, "u1", app, List.of(12, 13, 5, 15, 16, 17, 18, 19), 60)
                                .parallel(1, 8),
                        Job.on("j4", 2700, "u1", app, List.of(12, 13, 14, 15, 16, 17, 18, 19), 70)
                                .parallel(1, 8))
                .broken(Fault.of(Kind.CLOCK_LOCK, 5, 2, 0.72).from(320))
                .lemons(5);
    }

    private static Scenario pulsingLemon() {
        List<Job> jobs = new ArrayList<>();
        for (int round = 0; round < 9; round++) {
            int first = round % 3;
            App app = round % 3 == 2 ? App.MEMORY_BOUND : App.DENSE_LLM;
            jobs.add(
                    Job.of("j" + round, 1100.0 * round, "u" + round % 4, app, first, 8, 64)
                            .parallel(1, 4));
        }
        return Scenario.of(
                        24,
                        Sku.V100,
                        12,
                        "a lemon that brakes in pulses in every job, another that was exchanged")
                .racks(4, 6)
                .running(jobs)
                .broken(
                        Fault.of(Kind.POWER_BRAKE, 5, -1, 0.7).from(200).pulsing(400, 0.3),
                        Fault.of(Kind.PCIE, 7, 1, 0.3).during(0, 3000))
                .lemons(5);
    }

    private static Scenario oneNodeJobs() {
        List<Job> jobs = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            App app = number % 2 == 0 ? App.DENSE_LLM : App.VISION;
            jobs.add(
                    Job.of("j" + number, 50.0 * number, "u" + number % 3, app, number, 1, 90)
                            .parallel(1, 8));
        }
        return Scenario.of(
                        27,
                        Sku.A100,
                        8,
                        "jobs of one node: a brake on all of its GPUs, and one locked GPU")
                .running(jobs)
                .broken(
                        Fault.of(Kind.POWER_BRAKE, 2, -1, 0.5).from(450),
                        Fault.of(Kind.CLOCK_LOCK, 6, 3, 0.7));
    }

    private static Scenario daysOfWork() {
        List<Job> jobs = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            for (int group = 0; group < 2; group++) {
                int shift = round + group;
                List<Integer> nodes =
                        IntStream.range(0, 6).mapToObj(place -> (2 * place + shift) % 16).toList();
                App app = group == 0 ? App.DENSE_LLM : round % 2 == 0 ? App.VISION : App.OFFLOADING;
                Job job =
                        Job.on(
                                "j%d-%d".formatted(round, group),
                                5000.0 * round,
                                "u" + round % 5,
                                app,
                                nodes,
                                60);
                jobs.add(round % 3 == 2 ? job.silent() : job);
            }
        }
        return Scenario.of(
                        32,
                        Sku.A100,
                        16,
                        "a link that flaps on some days, a daemon that returns, a riser exchanged")
                .every(60)
                .seenThrough(Exporter.FAITHFUL.losing(0.03))
                .running(jobs)
                .broken(
                        Fault.of(Kind.NETWORK, 4, 3, 0.4).from(1500).pulsing(7000, 0.4),
                        Fault.of(Kind.CPU, 11, -1, 2.2).from(600).pulsing(11_000, 0.5),
                        Fault.of(Kind.PCIE, 2, 7, 0.4).during(0, 24_000))
                .lemons(4, 11);
    }
}
