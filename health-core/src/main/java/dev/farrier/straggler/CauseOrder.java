package dev.farrier.straggler;

/**
 * Asks for the cause of a slow rank in a fixed order; the first whose evidence holds is it.
 *
 * <p>What explains must match: in size (a clock loss of a third of the effect explains nothing)
 * and, where the slowness began during the job, in time (a link that was narrow before, too,
 * explains nothing). Without any sign of slow hardware it is uneven work.
 */
final class CauseOrder {
    /** A weak GPU shows in the clock about half of what it loses. */
    private static final double WEAK_CLOCK_SHARE = 0.75;

    /**
     * Without reason bits, a power loss that large against the clock loss speaks for a cap; a
     * locked clock draws less, too.
     */
    private static final double CAP_POWER_WITHOUT_BITS = 0.3;

    private static final double CAP_POWER_TO_CLOCK = 1.8;

    private static final double BRAKE_CLOCK = 0.4;
    private static final double BRAKE_POWER = 0.3;

    /** A test of the part that is this near to the others' clears it. */
    private static final double TEST_CLEAN = 0.98;

    private static final double COPY_TEST_CLEAN = 0.95;
    private static final double MOSTLY = 0.8;

    /** With more of the node's GPUs slow, one GPU's errors are not why. */
    private static final double ALONE = 0.25;

    private static final double REPLAYS_PER_SECOND = 0.5;
    private static final double WARMED_CELSIUS = 4;

    private final StragglerSettings settings;

    CauseOrder(StragglerSettings settings) {
        this.settings = settings;
    }

    Cause causeOf(Evidence e) {
        boolean clock = clockExplains(e);
        if (e.brake() > settings.bitShare() || isBrakeWithoutBits(e, clock)) {
            return Cause.POWER_BRAKE;
        }
        if (isThermal(e, clock)) {
            return Cause.THERMAL;
        }
        if (e.slowdown() > settings.bitShare() && clock) {
            return Cause.HARDWARE_SLOWDOWN;
        }
        if (isHost(e, clock)) {
            return Cause.HOST;
        }
        if (!clock && isPcie(e)) {
            return Cause.PCIE;
        }
        if (!clock
                && e.memoryErrors() > settings.errorsPerSecond()
                && e.companyShare() <= ALONE
                && !(e.hbmRatio() > TEST_CLEAN)) {
            return Cause.CORRECTED_MEMORY_ERRORS;
        }
        if (!clock && e.hbmRatio() < settings.memoryLow()) {
            return Cause.SLOW_MEMORY;
        }
        return clockCause(e, clock);
    }

    /** A clock that lost enough, and enough of the effect. */
    private boolean clockExplains(Evidence e) {
        return e.clockLoss() >= Math.max(settings.clockLoss(), settings.clockShare() * e.effect());
    }

    /** A brake halves the clock of all the node's GPUs at once, and their power with it. */
    private boolean isBrakeWithoutBits(Evidence e, boolean clock) {
        return Double.isNaN(e.brake())
                && clock
                && e.slowShare() >= settings.nodeShare()
                && e.clockLoss() >= BRAKE_CLOCK
                && e.powerLoss() >= BRAKE_POWER;
    }

    private boolean isThermal(Evidence e, boolean clock) {
        if (e.hot() > settings.bitShare()) {
            return clock || Double.isNaN(e.clockLoss());
        }
        if (!clock) {
            return false;
        }
        if (e.headroomCelsius() <= settings.nearSlowdownCelsius()) {
            return true;
        }
        boolean hotter =
                e.hotterCelsius() >= settings.hotterCelsius()
                        && !(e.warmedCelsius() < WARMED_CELSIUS);
        boolean bitsSayNo = e.hot() == 0 && Double.isNaN(e.warmedCelsius());
        return hotter && !bitsSayNo;
    }

    private boolean isPcie(Evidence e) {
        boolean sign =
                e.narrow() > 0.5 || e.oldGeneration() > 0.5 || e.replays() > REPLAYS_PER_SECOND;
        return sign && !(e.hostToDeviceRatio() > COPY_TEST_CLEAN)
                || e.hostToDeviceRatio() < settings.hostToDeviceLow();
    }

    private boolean isHost(Evidence e, boolean clock) {
        return !clock
                && e.slowShare() >= settings.nodeShare()
                && (e.cpuAbove() >= settings.hostPoints()
                        || e.latencyRatio() >= settings.latencyRatio()
                                && !(e.cpuAbove() < settings.hostPoints() / 2));
    }

    private Cause clockCause(Evidence e, boolean clock) {
        boolean testLow =
                e.gemmLossToReference() >= settings.testLowReference()
                        || e.gemmLoss() >= settings.naturalLimit()
                                && e.gemmLoss() >= settings.clockShare() * e.effect();
        boolean natural =
                !e.began()
                        && (e.effect() < settings.naturalLimit()
                                || !Double.isNaN(e.gemmLoss()) && !testLow);
        if (natural) {
            return Cause.UNEVEN_WORK;
        }
        if (!clock) {
            return testLow ? Cause.WEAK_GPU : Cause.UNEVEN_WORK;
        }
        if (isCapped(e)) {
            return Cause.POWER_CAP;
        }
        boolean half =
                e.clockLoss() < WEAK_CLOCK_SHARE * e.effect()
                        && e.clockLoss() < WEAK_CLOCK_SHARE * e.gemmLoss();
        return half && testLow ? Cause.WEAK_GPU : Cause.CLOCK_LOCK;
    }

    /**
     * Whether a cause may take the place of one that was said before: it stands earlier in the
     * order, or tests tell a lock from a weak GPU.
     */
    static boolean mayReplace(Cause before, Cause now) {
        return now.compareTo(before) < 0 || before == Cause.CLOCK_LOCK && now == Cause.WEAK_GPU;
    }

    private boolean isCapped(Evidence e) {
        if (Double.isNaN(e.cap())) {
            return e.powerLoss()
                    >= Math.max(CAP_POWER_WITHOUT_BITS, CAP_POWER_TO_CLOCK * e.clockLoss());
        }
        boolean onlyThisOne = e.cap() > MOSTLY && e.capAbove() > settings.bitShare();
        return onlyThisOne
                || e.cap() > settings.bitShare()
                        && e.capAbove() > settings.bitShare() / 2
                        && e.powerLoss() >= settings.capPower();
    }
}
