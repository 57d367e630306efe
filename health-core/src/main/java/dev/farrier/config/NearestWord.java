package dev.farrier.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The known word that somebody most likely meant. */
public final class NearestWord {
    /**
     * Characters; no word of ours is longer, and the distance takes the product of both lengths.
     */
    private static final int LONGEST = 40;

    private NearestWord() {}

    /** Empty when nothing is near: more than a third of the letters would have to change. */
    public static Optional<String> to(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        String lower = word.toLowerCase(Locale.ROOT);
        Optional<String> nearest = Optional.empty();
        int least = Math.max(1, word.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(lower, candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                nearest = Optional.of(candidate);
            }
        }
        return nearest;
    }

    /** Letters to insert, delete, replace or swap with their neighbour. */
    static int distance(String one, String other) {
        int[] beforeLast = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                char a = one.charAt(i - 1);
                char b = other.charAt(j - 1);
                int best = Math.min(last[j] + 1, row[j - 1] + 1);
                best = Math.min(best, last[j - 1] + (a == b ? 0 : 1));
                boolean swapped =
                        i > 1 && j > 1 && a == other.charAt(j - 2) && b == one.charAt(i - 2);
                row[j] = swapped ? Math.min(best, beforeLast[j - 2] + 1) : best;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[other.length()];
    }
}
