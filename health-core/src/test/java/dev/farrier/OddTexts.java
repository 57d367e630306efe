package dev.farrier;

import java.util.List;
import java.util.Random;

/** What no tool should print and some do: every parser says so, and guesses nothing. */
public final class OddTexts {
    private OddTexts() {}

    public static List<String> all() {
        return List.of(
                "",
                "\n",
                " ",
                "\0",
                "\0\n\uFFFD\uFFFD\n",
                "-\n",
                "error: something else\n",
                binary() + "\n",
                "x".repeat(5_000_000),
                "x".repeat(5_000_000) + "\n",
                "9".repeat(5_000_000) + "\n",
                "a b c d e f g\n".repeat(300_000),
                "\n".repeat(1_000_000));
    }

    private static String binary() {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            text.append((char) random.nextInt(0x300));
        }
        return text.toString();
    }
}
