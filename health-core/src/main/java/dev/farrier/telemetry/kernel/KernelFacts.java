package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts by kind and subject, those that were said longest ago first. Of each kind only the newest
 * {@value #MOST_OF_A_KIND} are kept: what a user's jobs can cause thousandfold pushes out nothing
 * else.
 */
final class KernelFacts {
    static final int MOST_OF_A_KIND = 16;

    /** Records that nobody could read any more. */
    static final String LOST_RECORDS = "log.lost";

    private final Map<String, KernelFact> byKey = new LinkedHashMap<>();

    KernelFacts(Collection<KernelFact> known) {
        for (KernelFact fact : known) {
            put(fact);
        }
    }

    void add(KernelEvent event) {
        KernelFact known = byKey.get(key(event.kind(), event.subject()));
        double time = event.last().micros() == KernelRecord.UNKNOWN ? 0 : event.last().seconds();
        int times = event.first().repeats();
        if (!event.over()) {
            put(
                    known == null
                            ? KernelFact.of(
                                    event.kind(), event.subject(), times, time, event.message())
                            : known.again(times, time, event.message()));
        } else if (known != null) {
            put(known.ended());
        }
    }

    void addLost(long records, double time) {
        KernelFact known = byKey.get(key(LOST_RECORDS, ""));
        String message = records + " records were overwritten before they could be read";
        put(
                known == null
                        ? KernelFact.of(LOST_RECORDS, "", records, time, message)
                        : known.again(records, time, message));
    }

    private void put(KernelFact fact) {
        String key = key(fact.kind(), fact.subject());
        byKey.remove(key); // the newest stand last
        byKey.put(key, fact);
        String oldest = null;
        int ofKind = 0;
        for (KernelFact other : byKey.values()) {
            if (other.kind().equals(fact.kind())) {
                ofKind++;
                oldest = oldest == null ? key(other.kind(), other.subject()) : oldest;
            }
        }
        if (ofKind > MOST_OF_A_KIND && oldest != null) {
            byKey.remove(oldest);
        }
    }

    private static String key(String kind, String subject) {
        return kind + " " + subject;
    }

    List<KernelFact> list() {
        return new ArrayList<>(byKey.values());
    }
}
