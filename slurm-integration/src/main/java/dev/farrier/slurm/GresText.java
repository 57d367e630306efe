package dev.farrier.slurm;

import dev.farrier.NodeProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads generic resources as Slurm writes them: {@code gpu:h100:8(S:0-1),nvme:no_consume:4G}. What
 * follows in parentheses, and may hold commas, says where they are and is left out.
 */
final class GresText {
    private GresText() {}

    static List<NodeProfile.Gres> parse(String text) {
        List<NodeProfile.Gres> gres = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        int depth = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (i == text.length() || c == ',' && depth <= 0) {
                if (!word.isEmpty()) {
                    gres.add(one(word.toString()));
                }
                word.setLength(0);
            } else if (depth <= 0) {
                word.append(c);
            }
        }
        return gres;
    }

    private static NodeProfile.Gres one(String word) {
        String[] parts = word.split(":", -1);
        long count = parts.length == 1 ? -1 : count(parts[parts.length - 1]);
        int types = count < 0 ? parts.length : parts.length - 1;
        String type = "";
        for (int i = 1; i < types; i++) {
            if (!parts[i].equals("no_consume")) {
                type = parts[i];
            }
        }
        return new NodeProfile.Gres(parts[0], type, count < 0 ? 1 : count);
    }

    /** With one of Slurm's suffixes, 1024 based; -1 when it is no count. */
    private static long count(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > 9) {
            return -1;
        }
        int power = text.length() == digits ? 0 : "KMGTP".indexOf(upper(text.charAt(digits))) + 1;
        boolean suffixed = power > 0 && text.length() == digits + 1;
        if (text.length() > digits && !suffixed) {
            return -1;
        }
        return Long.parseLong(text.substring(0, digits)) << 10 * Math.min(power, 3);
    }

    private static char upper(char c) {
        return Character.toUpperCase(c);
    }
}
