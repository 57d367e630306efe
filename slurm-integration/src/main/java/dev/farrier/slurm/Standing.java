package dev.farrier.slurm;

import java.util.Locale;
import java.util.Map;

/**
 * What sinfo's one word says of a node's use. For counting and showing only: sinfo hides a DOWN
 * behind "drained", so what is done to a node is decided on {@link SlurmState}.
 */
enum Standing {
    IN_SERVICE("in-service"),
    IN_SERVICE_RESERVED("in-service-reserved"),
    COMPLETING("completing"),
    NOT_RESPONDING("not-responding"),
    MAINTENANCE("maintenance"),
    REBOOT_REQUESTED("reboot-requested"),
    REBOOT_ISSUED("reboot-issued"),
    POWERED_DOWN("powered-down"),
    POWERING_UP("powering-up"),
    POWER_DOWN_PENDING("power-down-pending"),
    POWERING_DOWN("powering-down"),
    DRAINED("drained"),
    DRAINING("draining"),
    DRAINED_NOT_RESPONDING("drained+not-responding"),
    DOWN("down"),
    FAILED("failed"),
    FAILING("failing"),
    INVALID("invalid"),
    BLOCKED("blocked"),
    FUTURE("future"),
    UNKNOWN("unknown");

    /** Marks that say more than the word before them; {@code *} and {@code -} do not. */
    private static final Map<Character, Standing> MARKS =
            Map.of(
                    '~', POWERED_DOWN,
                    '#', POWERING_UP,
                    '!', POWER_DOWN_PENDING,
                    '%', POWERING_DOWN,
                    '$', MAINTENANCE,
                    '@', REBOOT_REQUESTED,
                    '^', REBOOT_ISSUED);

    private final String word;

    Standing(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    boolean isInService() {
        return this == IN_SERVICE || this == IN_SERVICE_RESERVED || this == COMPLETING;
    }

    /**
     * Of sinfo's {@code %t} or {@code %T}, mark included: {@code drain*}, {@code mixed-}.
     *
     * @throws IllegalArgumentException for a word that it does not know
     */
    static Standing of(String sinfoWord) {
        String plain = sinfoWord;
        boolean mute = false;
        Standing marked = null;
        while (!plain.isEmpty() && !Character.isLetter(plain.charAt(plain.length() - 1))) {
            char mark = plain.charAt(plain.length() - 1);
            mute |= mark == '*';
            marked = marked == null ? MARKS.get(mark) : marked;
            if (mark != '*' && mark != '-' && !MARKS.containsKey(mark)) {
                throw unknown(sinfoWord);
            }
            plain = plain.substring(0, plain.length() - 1);
        }
        Standing plainly = ofPlain(plain.toLowerCase(Locale.ROOT), sinfoWord);
        if (marked != null) {
            return marked;
        }
        if (mute && plainly == DRAINED) {
            return DRAINED_NOT_RESPONDING;
        }
        return mute && plainly.isInService() ? NOT_RESPONDING : plainly;
    }

    private static Standing ofPlain(String word, String shown) {
        return switch (word) {
            case "idle", "mix", "mixed", "alloc", "allocated", "plnd", "planned" -> IN_SERVICE;
            case "resv", "reserved" -> IN_SERVICE_RESERVED;
            case "comp", "completing" -> COMPLETING;
            case "maint" -> MAINTENANCE;
            case "boot", "reboot" -> REBOOT_ISSUED;
            case "drain", "drained" -> DRAINED;
            case "drng", "draining" -> DRAINING;
            case "down" -> DOWN;
            case "fail" -> FAILED;
            case "failg", "failing" -> FAILING;
            case "inval" -> INVALID;
            case "block", "blocked" -> BLOCKED;
            case "futr", "future" -> FUTURE;
            case "unk", "unknown" -> UNKNOWN;
            case "pow_dn", "powered_down" -> POWERED_DOWN;
            case "pow_up", "powering_up" -> POWERING_UP;
            case "powering_down" -> POWERING_DOWN;
            default -> throw unknown(shown);
        };
    }

    private static IllegalArgumentException unknown(String word) {
        return new IllegalArgumentException(
                "not a state word of sinfo: '" + Excerpt.of(word) + "'");
    }
}
