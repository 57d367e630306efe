package dev.farrier.explain;

import dev.farrier.action.OwnerRule;
import dev.farrier.action.Reason;
import dev.farrier.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What somebody says about a captured input beforehand: expected counts, the policy's numbers, the
 * prefix of our own reasons.
 */
public record Context(Map<String, Object> members) {
    public static final Context NONE = new Context(Map.of());

    private static final String PREFIX = "our_reason_prefix";

    public Context {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /**
     * Of an object; of one with a member {@code context}, that member.
     *
     * @throws IllegalArgumentException when it is no JSON object
     */
    public static Context parse(String json) {
        Map<String, Object> object = Json.object(json);
        if (object.get("context") instanceof Map<?, ?> context) {
            Map<String, Object> members = new LinkedHashMap<>();
            context.forEach((key, value) -> members.put(String.valueOf(key), value));
            return new Context(members);
        }
        return new Context(object);
    }

    public Optional<String> text(String key) {
        return members.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    public OptionalLong number(String key) {
        return members.get(key) instanceof Number number
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty();
    }

    /** Whether the member is there and true. */
    public boolean flag(String key) {
        return Boolean.TRUE.equals(members.get(key));
    }

    /** The member when it is an object, else one without members. */
    public Map<?, ?> object(String key) {
        return members.get(key) instanceof Map<?, ?> object ? object : Map.of();
    }

    /**
     * The rule for whose a reason is: with a prefix given, by that prefix and without a checksum;
     * else as Farrier judges its own.
     */
    public OwnerRule owners() {
        Optional<String> prefix = text(PREFIX).filter(given -> !given.equals(Reason.PREFIX));
        return prefix.isPresent()
                ? new OwnerRule(prefix.get(), false, Set.of("root", "slurm"))
                : OwnerRule.ofFarrier(text("slurm_user").orElse("slurm"));
    }
}
