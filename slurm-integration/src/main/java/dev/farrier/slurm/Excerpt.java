package dev.farrier.slurm;

/** The beginning of a foreign text, fit for a message of ours. */
final class Excerpt {
    private static final int LONGEST = 60; // characters

    private Excerpt() {}

    static String of(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length() && i < LONGEST; i++) {
            char c = text.charAt(i);
            plain.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '?' : c);
        }
        return text.length() > LONGEST ? plain.append('…').toString() : plain.toString();
    }
}
