package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.Chance.Topic;
import java.util.ArrayList;
import java.util.List;

/**
 * One node: its chips and its habits.
 *
 * @param warmerAir degrees above the usual air
 * @param habits percent of processor use that is always there
 * @param clockError seconds by which its clock is early or late, of one at most
 */
record Machine(
        int number, Sku sku, List<Chip> chips, double warmerAir, double habits, double clockError) {
    static final int GPUS = 8;
    private static final int NODES_A_RACK = 4;

    Machine {
        chips = List.copyOf(chips);
    }

    static Machine of(int number, Sku sku, List<Fault> faults, Chance chance) {
        List<Chip> chips = new ArrayList<>();
        for (int slot = 0; slot < GPUS; slot++) {
            int gpu = slot;
            boolean faulty = faults.stream().anyMatch(fault -> fault.touches(number, gpu));
            chips.add(Chip.of(sku, number, slot, faulty, chance));
        }
        return new Machine(
                number,
                sku,
                chips,
                chance.between(-1.5, 1.5, Topic.COOLING, number, 1000),
                chance.between(6, 17, Topic.COUNTER, number, 1000),
                chance.between(-1, 1, Topic.SKEW, number, 0));
    }

    static String name(int number) {
        return String.format("n%04d", number);
    }

    String name() {
        return name(number);
    }

    int rack() {
        return number / NODES_A_RACK;
    }

    String line() {
        return new JsonLine()
                .with("type", "node")
                .with("node", name())
                .with("sku", sku.word)
                .with("rack", String.format("r%03d", rack()))
                .toString();
    }
}
