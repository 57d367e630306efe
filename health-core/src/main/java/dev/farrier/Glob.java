package dev.farrier;

/** Patterns as people know them from shells: {@code *} is any text, {@code ?} one character. */
public final class Glob {
    private Glob() {}

    /**
     * Whether the whole text is as the pattern says. Goes back to the last {@code *} only, which is
     * enough and takes no more steps than the product of both lengths.
     */
    public static boolean matches(String glob, String text) {
        int g = 0;
        int star = -1;
        int starText = 0;
        int t = 0;
        while (t < text.length()) {
            if (g < glob.length() && glob.charAt(g) == '*') {
                star = g++;
                starText = t;
            } else if (g < glob.length()
                    && (glob.charAt(g) == '?' || glob.charAt(g) == text.charAt(t))) {
                g++;
                t++;
            } else if (star >= 0) {
                g = star + 1;
                t = ++starText;
            } else {
                return false;
            }
        }
        while (g < glob.length() && glob.charAt(g) == '*') {
            g++;
        }
        return g == glob.length();
    }
}
