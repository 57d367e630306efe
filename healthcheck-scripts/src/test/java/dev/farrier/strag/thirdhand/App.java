package dev.farrier.strag.thirdhand;

import java.util.List;

/**
 * What a program does with its GPUs.
 *
 * @param stepMs own time of a usual rank on an H100
 * @param shares of the own time: computing, memory, PCIe, host; together 1
 * @param exchange time spent in exposed communication, over the own time
 * @param load power that its kernels draw, over the GPU's limit
 * @param noise of a rank's own time
 * @param commonNoise of all ranks together
 * @param experts wandering of each rank's amount of work
 * @param stages amount of work of each pipeline stage
 * @param balanced the work is dealt by the speed of the GPU's kind
 */
record App(
        String name,
        double stepMs,
        Shares shares,
        double exchange,
        double load,
        double noise,
        double commonNoise,
        double experts,
        List<Double> stages,
        List<Phase> phases,
        boolean balanced) {
    App {
        stages = List.copyOf(stages);
        phases = List.copyOf(phases);
    }

    record Shares(double computing, double memory, double pcie, double host) {}

    /** A part of the program that comes back and is different for everybody. */
    record Phase(double period, double from, double until, double step, double load) {
        boolean at(double sinceStart) {
            double place = sinceStart % period;
            return place >= from && place < until;
        }
    }

    static App dense(String name, double noise) {
        return of(name, 2600, new Shares(0.74, 0.2, 0.02, 0.04), 0.12, 1.0, noise);
    }

    /** Waits for its memory: clocks hardly matter. */
    static App memoryBound(String name, double noise) {
        return of(name, 900, new Shares(0.12, 0.8, 0.02, 0.06), 0.1, 0.66, noise);
    }

    /** Moves its optimiser over PCIe. */
    static App offloading(String name, double noise) {
        return of(name, 5200, new Shares(0.5, 0.2, 0.25, 0.05), 0.1, 0.82, noise);
    }

    /** Small kernels behind a busy host. */
    static App hostBound(String name, double noise) {
        return of(name, 420, new Shares(0.48, 0.2, 0.07, 0.25), 0.08, 0.78, noise);
    }

    static App experts(String name, double noise) {
        return of(name, 3400, new Shares(0.62, 0.32, 0.02, 0.04), 0.3, 0.93, noise)
                .wanderingWork(0.035);
    }

    private static App of(
            String name, double step, Shares shares, double exchange, double load, double noise) {
        return new App(
                name,
                step,
                shares,
                exchange,
                load,
                noise,
                1.5 * noise,
                0,
                List.of(),
                List.of(),
                false);
    }

    App wanderingWork(double deviation) {
        return new App(
                name,
                stepMs,
                shares,
                exchange,
                load,
                noise,
                commonNoise,
                deviation,
                stages,
                phases,
                balanced);
    }

    App staged(Double... work) {
        return new App(
                name,
                stepMs,
                shares,
                exchange,
                load,
                noise,
                commonNoise,
                experts,
                List.of(work),
                phases,
                balanced);
    }

    App withPhases(Phase... all) {
        return new App(
                name,
                stepMs,
                shares,
                exchange,
                load,
                noise,
                commonNoise,
                experts,
                stages,
                List.of(all),
                balanced);
    }

    App dealtBySpeed() {
        return new App(
                name,
                stepMs,
                shares,
                exchange,
                load,
                noise,
                commonNoise,
                experts,
                stages,
                phases,
                true);
    }

    double stepAt(double sinceStart) {
        return phases.stream()
                .filter(one -> one.at(sinceStart))
                .mapToDouble(Phase::step)
                .reduce(stepMs, (one, other) -> one * other);
    }

    double loadAt(double sinceStart) {
        return phases.stream()
                .filter(one -> one.at(sinceStart))
                .mapToDouble(Phase::load)
                .reduce(load, (one, other) -> one * other);
    }
}
