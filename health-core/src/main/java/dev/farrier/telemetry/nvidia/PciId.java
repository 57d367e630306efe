package dev.farrier.telemetry.nvidia;

import java.util.Locale;
import java.util.Optional;

/**
 * PCI addresses in the one spelling that is used for comparing: lower case {@code
 * domain:bus:device.function}, the domain with at least four digits and no needless zeros.
 */
public final class PciId {
    private static final int DOMAIN_DIGITS = 4;
    private static final int REST = ":00:00.0".length();

    private PciId() {}

    /** The first address in a text; empty when there is none. */
    public static Optional<String> findIn(String text) {
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
            int start = dot + 2 - REST; // of the colon behind the domain
            if (start > 0
                    && dot + 1 < text.length()
                    && text.charAt(start) == ':'
                    && isHex(text, start + 1, start + 3)
                    && text.charAt(start + 3) == ':'
                    && isHex(text, start + 4, start + 6)
                    && isHex(text, dot + 1, dot + 2)) {
                int domain = start;
                while (domain > 0 && isHex(text, domain - 1, domain)) {
                    domain--;
                }
                if (start - domain >= DOMAIN_DIGITS) {
                    return Optional.of(spelled(text, domain, start, dot + 2));
                }
            }
        }
        return Optional.empty();
    }

    /** The address that a whole text is; empty when it is none. */
    public static Optional<String> of(String text) {
        String stripped = text.strip();
        boolean looksRight = stripped.length() >= DOMAIN_DIGITS + REST && isHex(stripped, 0, 1);
        Optional<String> found = looksRight ? findIn(stripped) : Optional.empty();
        int domain = stripped.indexOf(':');
        return found.filter(id -> isHex(stripped, 0, domain) && stripped.length() == domain + REST);
    }

    private static String spelled(String text, int domain, int colon, int end) {
        int from = domain;
        while (colon - from > DOMAIN_DIGITS && text.charAt(from) == '0') {
            from++;
        }
        return text.substring(from, end).toLowerCase(Locale.ROOT);
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (Character.digit(text.charAt(i), 16) < 0 || text.charAt(i) > 'f') {
                return false;
            }
        }
        return true;
    }
}
