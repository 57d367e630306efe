package dev.farrier.config;

import dev.farrier.NodeName;
import dev.farrier.Severity;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The kinds of value that a setting can have. */
public final class SettingTypes {
    public static final SettingType<String> TEXT = scalar("a text", text -> text, text -> text);

    public static final SettingType<Integer> COUNT =
            scalar("a whole number, 0 or more", SettingTypes::count, String::valueOf);

    public static final SettingType<Duration> DURATION =
            scalar("a duration such as 90s, 5m or 2h", SettingTypes::duration, SettingTypes::show);

    /** Bytes: a plain number, or one with a unit; KiB is 1,024 and KB is 1,000. */
    public static final SettingType<Long> BYTES =
            scalar("a size such as 512MiB or 1.5TB", SettingTypes::bytes, SettingTypes::showBytes);

    /** 0 to 100. */
    public static final SettingType<Double> PERCENT =
            scalar("a percentage such as 5%", SettingTypes::percent, value -> plain(value) + "%");

    /** 0 or more. */
    public static final SettingType<Double> NUMBER =
            scalar("a number such as 1.5", SettingTypes::number, SettingTypes::plain);

    public static final SettingType<Boolean> FLAG =
            scalar("true or false", SettingTypes::flag, String::valueOf);

    /** A list, or one scalar for a list of one. */
    public static final SettingType<List<String>> TEXTS = new ListOfTexts();

    /** On a Unix system: from the root, without control characters. */
    public static final SettingType<String> PATH =
            scalar("an absolute path such as /home", SettingTypes::path, text -> text);

    /** How long something may take: above 0, at most an hour. */
    public static final SettingType<Duration> TIMEOUT =
            between(DURATION, "a duration", Duration.ofMillis(1), Duration.ofHours(1));

    public static final SettingType<Mode> MODE =
            oneOf(Map.of("observe", Mode.OBSERVE, "act", Mode.ACT));

    /** A mode by the name of something. */
    static final SettingType<Map<String, Mode>> MODES = new ModesByName();

    public static final SettingType<Severity> SEVERITY =
            oneOf(
                    Map.of(
                            Severity.INFO.word(), Severity.INFO,
                            Severity.WARNING.word(), Severity.WARNING,
                            Severity.DEGRADED.word(), Severity.DEGRADED,
                            Severity.FATAL.word(), Severity.FATAL));

    static final SettingType<NodeName> NODE_NAME =
            scalar("a node name such as gpu001", NodeName::new, NodeName::value);

    static final SettingType<String> USER =
            scalar("a user name such as slurm", SettingTypes::user, text -> text);

    private static final Map<String, Long> UNITS =
            Map.ofEntries(
                    Map.entry("", 1L),
                    Map.entry("b", 1L),
                    Map.entry("kb", 1_000L),
                    Map.entry("mb", 1_000_000L),
                    Map.entry("gb", 1_000_000_000L),
                    Map.entry("tb", 1_000_000_000_000L),
                    Map.entry("pb", 1_000_000_000_000_000L),
                    Map.entry("kib", 1L << 10),
                    Map.entry("mib", 1L << 20),
                    Map.entry("gib", 1L << 30),
                    Map.entry("tib", 1L << 40),
                    Map.entry("pib", 1L << 50));

    private SettingTypes() {}

    /** One of a few words, given in lower case. */
    public static <E extends Enum<E>> SettingType<E> oneOf(Map<String, E> words) {
        return new Words<>(new TreeMap<>(words));
    }

    /**
     * The values of another type from {@code least} to {@code most}.
     *
     * @param noun what a value is: {@code a duration}
     */
    public static <T extends Comparable<T>> SettingType<T> between(
            SettingType<T> type, String noun, T least, T most) {
        return new Between<>(type, noun, least, most);
    }

    private static String path(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("'" + text + "' is not an absolute path");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException("'" + text + "' holds a control character");
            }
        }
        try {
            return Path.of(text).toString();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no path on this system: " + e.getReason(), e);
        }
    }

    private static String user(String text) {
        boolean plain = !text.isEmpty() && text.charAt(0) != '-';
        for (int i = 0; plain && i < text.length(); i++) {
            plain = Printable.is(text.charAt(i)) && !Character.isWhitespace(text.charAt(i));
        }
        if (!plain) {
            throw new IllegalArgumentException("'" + text + "' is not a user name");
        }
        return text;
    }

    private static int count(String text) {
        if (text.isEmpty() || text.length() > 9 || !isDigits(text)) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number");
        }
        return Integer.parseInt(text);
    }

    private static Duration duration(String text) {
        int digits = leadingDigits(text);
        if (digits == 0 || digits > 9) {
            throw new IllegalArgumentException("'" + text + "' is not a duration");
        }
        long amount = Long.parseLong(text.substring(0, digits));
        return switch (text.substring(digits)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m", "min" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            case "" -> throw new IllegalArgumentException("'" + text + "' has no unit");
            default -> throw new IllegalArgumentException("'" + text + "' is not a duration");
        };
    }

    private static String show(Duration duration) {
        long seconds = duration.toSeconds();
        if (duration.toMillisPart() != 0) {
            return duration.toMillis() + "ms";
        }
        if (seconds != 0 && seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds != 0 && seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds != 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static long bytes(String text) {
        int end = text.length();
        while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        Long unit = UNITS.get(text.substring(end).toLowerCase(Locale.ROOT));
        String amount = text.substring(0, end).strip();
        if (unit == null || !isDecimal(amount)) {
            throw new IllegalArgumentException("'" + text + "' is not a size");
        }
        if (amount.length() < 10 && isDigits(amount)) {
            long whole = Long.parseLong(amount);
            if (whole <= Long.MAX_VALUE / unit) {
                return whole * unit;
            }
        }
        return product(text, amount, unit);
    }

    /** For the rare sizes that need it: BigDecimal alone takes JDK 25 longer than a look. */
    private static long product(String text, String amount, long unit) {
        BigDecimal product = new BigDecimal(amount).multiply(BigDecimal.valueOf(unit));
        if (product.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + text + "' is more than a size can be");
        }
        return product.longValue();
    }

    private static String showBytes(long bytes) {
        String[] units = {"PiB", "TiB", "GiB", "MiB", "KiB"};
        for (int i = 0; i < units.length; i++) {
            long unit = 1L << (50 - 10 * i);
            if (bytes >= unit && bytes % unit == 0) {
                return bytes / unit + units[i];
            }
        }
        return String.valueOf(bytes);
    }

    private static double percent(String text) {
        String amount = text.endsWith("%") ? text.substring(0, text.length() - 1).strip() : text;
        double percent = isDecimal(amount) ? Double.parseDouble(amount) : -1;
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("'" + text + "' is not between 0% and 100%");
        }
        return percent;
    }

    private static double number(String text) {
        if (!isDecimal(text)) {
            throw new IllegalArgumentException("'" + text + "' is not a number");
        }
        return Double.parseDouble(text);
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is not true or false");
        };
    }

    /** Digits with at most one point among or beside them. */
    private static boolean isDecimal(String text) {
        int point = text.indexOf('.');
        String digits = point < 0 ? text : text.substring(0, point) + text.substring(point + 1);
        return !digits.isEmpty() && text.length() <= 20 && isDigits(digits);
    }

    private static boolean isDigits(String text) {
        return leadingDigits(text) == text.length();
    }

    private static int leadingDigits(String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    private static String plain(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e9) {
            return String.valueOf((long) value);
        }
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static <T> SettingType<T> scalar(
            String expects, Function<String, T> parse, Function<T, String> show) {
        return new Scalar<>(expects, parse, show);
    }

    private static String only(List<String> values) {
        if (values.size() != 1) {
            throw new IllegalArgumentException("a list is not allowed here");
        }
        return values.get(0);
    }

    private record Scalar<T>(String expects, Function<String, T> parser, Function<T, String> shower)
            implements SettingType<T> {
        @Override
        public T parse(List<String> values) {
            return parser.apply(only(values));
        }

        @Override
        public String show(T value) {
            return shower.apply(value);
        }
    }

    private record Words<E extends Enum<E>>(SortedMap<String, E> byWord) implements SettingType<E> {
        @Override
        public List<String> words() {
            return List.copyOf(byWord.keySet());
        }

        @Override
        public String expects() {
            return "one of " + String.join(", ", byWord.keySet());
        }

        @Override
        public E parse(List<String> values) {
            E value = byWord.get(only(values));
            if (value == null) {
                throw new IllegalArgumentException("unknown word '" + only(values) + "'");
            }
            return value;
        }

        @Override
        public String show(E value) {
            for (Map.Entry<String, E> word : byWord.entrySet()) {
                if (word.getValue() == value) {
                    return word.getKey();
                }
            }
            throw new IllegalArgumentException("no word for " + value);
        }
    }

    private record Between<T extends Comparable<T>>(
            SettingType<T> type, String noun, T least, T most) implements SettingType<T> {
        @Override
        public String expects() {
            return noun + " from " + type.show(least) + " to " + type.show(most);
        }

        @Override
        public T parse(List<String> values) {
            T value = type.parse(values);
            if (value.compareTo(least) < 0) {
                throw new IllegalArgumentException(
                        "'" + only(values) + "' is less than " + type.show(least));
            }
            if (value.compareTo(most) > 0) {
                throw new IllegalArgumentException(
                        "'" + only(values) + "' is more than " + type.show(most));
            }
            return value;
        }

        @Override
        public String show(T value) {
            return type.show(value);
        }
    }

    private record ModesByName() implements SettingType<Map<String, Mode>> {
        @Override
        public String expects() {
            return "a map such as {gpu: act, debug: observe}";
        }

        @Override
        public boolean isMap() {
            return true;
        }

        @Override
        public List<String> words() {
            return MODE.words();
        }

        @Override
        public Map<String, Mode> parse(List<String> values) {
            if (values.size() % 2 != 0) {
                throw new IllegalArgumentException("only a map is allowed here");
            }
            Map<String, Mode> modes = new LinkedHashMap<>();
            for (int i = 0; i < values.size(); i += 2) {
                modes.put(values.get(i), MODE.parse(List.of(values.get(i + 1))));
            }
            return Collections.unmodifiableMap(modes);
        }

        @Override
        public String show(Map<String, Mode> value) {
            List<String> texts = new ArrayList<>();
            value.forEach((name, mode) -> texts.add(name + ": " + MODE.show(mode)));
            return "{" + String.join(", ", texts) + "}";
        }

        @Override
        public List<String> entries(Map<String, Mode> value) {
            List<String> texts = new ArrayList<>();
            value.forEach(
                    (name, mode) -> {
                        texts.add(name);
                        texts.add(MODE.show(mode));
                    });
            return texts;
        }
    }

    private record ListOfTexts() implements SettingType<List<String>> {
        @Override
        public String expects() {
            return "a list of texts, or one text";
        }

        @Override
        public List<String> parse(List<String> values) {
            return List.copyOf(values);
        }

        @Override
        public String show(List<String> value) {
            return value.toString();
        }

        @Override
        public boolean isList() {
            return true;
        }

        @Override
        public List<String> entries(List<String> value) {
            return value;
        }
    }
}
