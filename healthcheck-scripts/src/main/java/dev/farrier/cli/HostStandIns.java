package dev.farrier.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stand-ins for names of hosts. Hosts whose names differ in their numbers only are a family, and
 * the numbers stay: {@code gpu017} becomes {@code hostA017}, {@code gpu[001-064]} {@code
 * hostA[001-064]}; so hosts that nobody named are replaced with the others of their family.
 */
final class HostStandIns {
    private static final String NUMBER = "(\\d+|\\[[0-9,-]+\\]|\\*)";
    private static final Pattern NUMBERS = Pattern.compile(NUMBER);

    /** Names whose last part says that they are names of the domain name system. */
    private static final Pattern DOMAIN_NAME =
            Pattern.compile(
                    "(?i)(?<![a-z0-9._-])((?:[a-z0-9_-]+\\.)+(?:com|org|net|edu|gov|mil|int|de|uk|fr|ch"
                            + "|nl|pl|cz|jp|cn|kr|tw|au|ca|us|eu|local|lan|localdomain|internal|intern"
                            + "|corp|hpc|cluster|home|example|invalid|arpa))(?![a-z0-9_-]|\\.[a-z0-9])");

    private final Map<String, Pattern> families = new LinkedHashMap<>();
    private final Map<String, Pattern> domains = new LinkedHashMap<>();

    /**
     * @param list a name, with its domain or without, or a host list
     */
    void learn(String list) {
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= list.length(); i++) {
            char c = i == list.length() ? ',' : list.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && (depth <= 0 || i == list.length())) {
                learnName(list.substring(start, i));
                start = i + 1;
            }
        }
    }

    private void learnName(String given) {
        String name = given.toLowerCase(Locale.ROOT);
        while (name.endsWith(".") || name.endsWith("-") || name.endsWith("]") && !hasOpen(name)) {
            name = name.substring(0, name.length() - 1);
        }
        int dot = name.indexOf('.');
        if (dot > 0 && name.chars().anyMatch(Character::isLetter)) {
            boolean domain = name.indexOf('.', dot + 1) < 0;
            learnDomain(domain ? name : name.substring(dot + 1));
            if (domain) {
                return;
            }
            name = name.substring(0, dot);
        }
        boolean letters = name.chars().anyMatch(c -> c >= 'a' && c <= 'z');
        if (letters && name.length() > 1 && !StandIns.EVERYWHERE.contains(name)) {
            families.computeIfAbsent(family(name), Pattern::compile);
        }
    }

    private static boolean hasOpen(String name) {
        return name.indexOf('[') >= 0;
    }

    private void learnDomain(String domain) {
        domains.computeIfAbsent(
                domain,
                name ->
                        Pattern.compile(
                                "(?i)(?<![a-z0-9_-])" + Pattern.quote(name) + "(?![a-z0-9_-])"));
    }

    private static String family(String name) {
        StringBuilder pattern = new StringBuilder("(?i)(?<![a-z0-9])");
        Matcher number = NUMBERS.matcher(name);
        int from = 0;
        while (number.find()) {
            pattern.append(Pattern.quote(name.substring(from, number.start()))).append(NUMBER);
            from = number.end();
        }
        return pattern.append(Pattern.quote(name.substring(from)))
                .append("(?![a-z0-9])")
                .toString();
    }

    void learnDomains(String text) {
        DOMAIN_NAME.matcher(text).results().forEach(found -> learn(found.group(1)));
    }

    String applyTo(String original) {
        String text = original;
        int number = 0;
        for (Pattern domain : domains.values()) {
            number++;
            text = domain.matcher(text).replaceAll("domain-" + number);
        }
        int family = 0;
        for (Pattern pattern : families.values()) {
            String name = "host" + letters(family++);
            text =
                    pattern.matcher(text)
                            .replaceAll(found -> Matcher.quoteReplacement(name + numbers(found)));
        }
        return text;
    }

    private static String numbers(MatchResult found) {
        StringBuilder numbers = new StringBuilder();
        for (int group = 1; group <= found.groupCount(); group++) {
            numbers.append(group == 1 ? "" : "-").append(found.group(group));
        }
        return numbers.toString();
    }

    /** A, B, … Z, AA, AB, … */
    private static String letters(int index) {
        String last = String.valueOf((char) ('A' + index % 26));
        return index < 26 ? last : letters(index / 26 - 1) + last;
    }

    int families() {
        return families.size();
    }
}
