package dev.farrier.strag;

import java.util.ArrayList;
import java.util.List;

/** What the faults and decoys of a node do to one GPU at one time, and what shows of it. */
final class Signs {
    static final int POWER_CAP_BIT = 0x4;
    private static final int HARDWARE_SLOWDOWN = 0x8;
    private static final int SOFTWARE_THERMAL = 0x20;
    private static final int HARDWARE_THERMAL = 0x40;
    private static final int POWER_BRAKE_BIT = 0x80;

    /** From this factor on it is the hardware that slows down. */
    private static final double HARDWARE_FROM = 1.4;

    double own = 1;
    double clock = 1;
    double power = 1;
    double heat;
    double jitter;
    int bits;
    int width = Sku.PCIE_WIDTH;

    /** Errors a second. */
    double ecc;

    double replays;
    double nvlinkErrors;
    double symbolErrors;
    double linkDowns;

    /** Divisors of the short tests' results. */
    double gemm = 1;

    double hbm = 1;
    double h2d = 1;
    double nvlink = 1;

    /** A fault with the details that are drawn once for it. */
    record Detailed(
            Fault fault,
            double heat,
            double hbmLoss,
            double nvlinkLoss,
            double symbolErrors,
            double latency) {
        static Detailed of(Fault fault, long seed) {
            Draws draws = Draws.of(seed, "details of " + fault.id());
            return new Detailed(
                    fault,
                    draws.uniform(8, 18),
                    draws.uniform(1, 2),
                    draws.uniform(1.3, 1.8),
                    draws.uniform(5, 8),
                    draws.chance(0.5) ? draws.uniform(1.2, 1.8) : 1);
        }
    }

    private Signs() {}

    static Signs of(List<Detailed> faults, List<Decoy> decoys, int gpu, double time) {
        Signs signs = new Signs();
        for (Detailed each : faults) {
            double strength = each.fault().strength(time);
            if (strength > 0 && each.fault().hits(gpu)) {
                signs.add(each, strength, each.fault().factor(time));
            }
        }
        for (Decoy decoy : decoys) {
            if (decoy.hits(gpu, time)) {
                signs.add(decoy);
            }
        }
        return signs;
    }

    private void add(Detailed each, double strength, double factor) {
        switch (each.fault().kind()) {
            case THERMAL -> {
                slowClock(factor, factor, 0.55 + 0.45 / factor);
                heat += each.heat() * strength;
                gemm *= 1 + (factor - 1) / 2; // a short test begins with a cooler chip
                if (strength > 0.3) {
                    bits |=
                            each.fault().slow() >= HARDWARE_FROM
                                    ? HARDWARE_THERMAL | HARDWARE_SLOWDOWN
                                    : SOFTWARE_THERMAL;
                }
            }
            case POWER_BRAKE -> {
                slowClock(factor, factor, 1 - 0.45 * strength);
                gemm *= factor;
                bits |= POWER_BRAKE_BIT | HARDWARE_SLOWDOWN;
            }
            case POWER_CAP -> {
                slowClock(factor, factor, 1 - 0.30 * strength);
                gemm *= factor;
                bits |= POWER_CAP_BIT;
            }
            case CLOCK_LOCK -> {
                slowClock(factor, factor, 0.55 + 0.45 / factor);
                gemm *= factor;
            }
            case MILD -> {
                slowClock(factor, 1 + (factor - 1) / 2, 1);
                gemm *= factor;
            }
            case HBM_SLOW -> {
                own *= factor;
                hbm *= 1 + (factor - 1) * each.hbmLoss();
            }
            case ECC -> {
                own *= factor;
                hbm *= 1 + (factor - 1) * each.hbmLoss();
                ecc += 4 * strength;
            }
            case PCIE -> {
                own *= factor;
                width = Sku.PCIE_WIDTH / 2;
                h2d *= 2;
                replays += 0.5 * strength;
            }
            case NVLINK -> {
                nvlink *= each.nvlinkLoss();
                nvlinkErrors += 6 * strength;
            }
            case NETWORK -> {
                symbolErrors += each.symbolErrors() * strength;
                linkDowns += 0.01 * strength;
            }
            case CPU -> {
                own *= factor;
                jitter = 0.08 * strength;
            }
        }
    }

    private void slowClock(double ownFactor, double clockFactor, double powerFactor) {
        own *= ownFactor;
        clock *= clockFactor;
        power *= powerFactor;
    }

    private void add(Decoy decoy) {
        switch (decoy.kind()) {
            case ECC_ERRORS -> ecc += decoy.amount();
            case PCIE_REPLAYS -> replays += decoy.amount();
            case NVLINK_ERRORS -> nvlinkErrors += decoy.amount();
            case SYMBOL_ERRORS -> symbolErrors += decoy.amount();
            case LINK_DOWNS -> linkDowns += decoy.amount();
            case REASON_BITS -> bits |= (int) decoy.amount();
            case PCIE_WIDTH -> {
                width = (int) decoy.amount();
                h2d *= (double) Sku.PCIE_WIDTH / width;
            }
            case HOT -> heat += decoy.amount();
        }
    }

    /** The factor on the communication of a node in a job of so many nodes. */
    static double communication(List<Detailed> faults, int nodes, double time) {
        double factor = 1;
        for (Detailed each : faults) {
            FaultKind kind = each.fault().kind();
            boolean felt = kind == FaultKind.NVLINK || kind == FaultKind.NETWORK && nodes > 1;
            factor *= felt ? each.fault().factor(time) : 1;
        }
        return factor;
    }

    static List<Detailed> ofKind(List<Detailed> faults, FaultKind kind, double time) {
        List<Detailed> active = new ArrayList<>();
        for (Detailed each : faults) {
            if (each.fault().kind() == kind && each.fault().strength(time) > 0) {
                active.add(each);
            }
        }
        return active;
    }
}
