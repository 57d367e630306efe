package dev.farrier.slurm;

import java.util.Locale;
import java.util.Map;

/**
 * What sinfo's one word says of a node's use. For counting and showing only: sinfo hides a DOWN
 * behind "drained", so what is done to a node is decided on {@link SlurmState}.
 */
public enum Standing {
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

    /** The word for it in JSON. */
    public String word() {
        return word;
    }

    public boolean isInService() {
        return this == IN_SERVICE || this == IN_SERVICE_RESERVED || this == COMPLETING;
    }

    /** A drain, or a reboot that drains: the node comes back by itself or by somebody's hand. */
    public boolean isDrainedOrRebooting() {
        return switch (this) {
            case DRAINED, DRAINING, DRAINED_NOT_RESPONDING, REBOOT_REQUESTED, REBOOT_ISSUED -> true;
            default -> false;
        };
    }

    /** Whether a reason beside the word says something about now. */
    public boolean isOutOfService() {
        return isDrainedOrRebooting() || this == DOWN || this == FAILED || this == FAILING;
    }

    /** Of a node's flags, as sinfo would say it. */
    static Standing of(SlurmState state) {
        boolean busy = state.base().equals("ALLOCATED") || state.base().equals("MIXED");
        boolean mute = state.has("NOT_RESPONDING");
        if (state.has("REBOOT_ISSUED")) {
            return REBOOT_ISSUED;
        } else if (state.has("REBOOT_REQUESTED")) {
            return REBOOT_REQUESTED;
        } else if (state.has("MAINTENANCE")) {
            return MAINTENANCE;
        } else if (state.has("POWERED_DOWN")) {
            return POWERED_DOWN;
        } else if (state.has("POWERING_UP")) {
            return POWERING_UP;
        } else if (state.has("POWERING_DOWN")) {
            return POWERING_DOWN;
        } else if (state.has("POWER_DOWN")) {
            return POWER_DOWN_PENDING;
        } else if (state.has("INVALID_REG")) {
            return INVALID;
        } else if (state.isDrained()) {
            return busy ? DRAINING : mute ? DRAINED_NOT_RESPONDING : DRAINED;
        } else if (state.has("FAIL")) {
            return busy ? FAILING : FAILED;
        } else if (state.base().equals("DOWN") || state.base().equals("ERROR")) {
            return DOWN;
        } else if (state.base().equals("FUTURE")) {
            return FUTURE;
        } else if (state.base().equals("UNKNOWN")) {
            return UNKNOWN;
        } else if (mute) {
            return NOT_RESPONDING;
        } else if (state.has("COMPLETING")) {
            return COMPLETING;
        }
        return state.has("RESERVED") ? IN_SERVICE_RESERVED : IN_SERVICE;
    }

    /**
     * Of sinfo's {@code %t} or {@code %T}, mark included: {@code drain*}, {@code mixed-}.
     *
     * @throws IllegalArgumentException for a word that it does not know
     */
    public static Standing of(String sinfoWord) {
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
            case "idle",
                    "mix",
                    "mixed",
                    "alloc",
                    "allocated",
                    "plnd",
                    "planned",
                    "npc",
                    "perfctrs" ->
                    IN_SERVICE;
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
