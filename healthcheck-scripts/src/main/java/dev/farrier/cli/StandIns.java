package dev.farrier.cli;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts stand-ins into texts for what tells where they come from: names of hosts and users,
 * addresses, serial numbers, UUIDs, GUIDs, keys and passwords. The same original has the same
 * stand-in in all texts, so that what belongs together can still be seen.
 *
 * <p>All texts are learnt first and rewritten then: a name that one of them gives away is replaced
 * in every one. What people wrote freely, such as the reason of a drain, is kept but for that.
 */
final class StandIns {
    /** Names that say nothing of a site. */
    static final Set<String> EVERYWHERE =
            Set.of(
                    "localhost",
                    "root",
                    "slurm",
                    "munge",
                    "nobody",
                    "daemon",
                    "farrier",
                    "unknown",
                    "none",
                    "null",
                    "true",
                    "false",
                    "file",
                    "http",
                    "https",
                    "unix",
                    "tcp");

    private static final String NAME = "([A-Za-z0-9][A-Za-z0-9._-]*)";
    private static final String SECRETS =
            "[a-z0-9_.-]*(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|private[_-]?key"
                    + "|access[_-]?key|credentials?)[a-z0-9_-]*";
    private static final String VALUE = "(?:\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)'|";

    /**
     * What is replaced: the first group that took part, else all of it.
     *
     * @param kind the stand-ins' name
     * @param really what else must hold
     */
    private record Rule(String kind, Pattern pattern, Predicate<String> really) {
        Rule(String kind, String pattern) {
            this(kind, Pattern.compile(pattern), original -> true);
        }
    }

    private static final List<Rule> RULES =
            List.of(
                    new Rule(
                            "key",
                            "(?s)-----BEGIN [A-Z0-9 ]+-----.*?(?:-----END [A-Z0-9 ]+-----|\\z)"),
                    new Rule(
                            "secret",
                            "(?i)"
                                    + SECRETS
                                    + "\\\\?[\"']?\\s*[:=]\\s*"
                                    + VALUE
                                    + "([^\"',;}\\]\\n]+))"),
                    new Rule(
                            "secret",
                            "(?i)--"
                                    + SECRETS
                                    + "[\"']?(?:\\s*,)?\\s+"
                                    + VALUE
                                    + "([^\\s\"',;}\\]]+))"),
                    new Rule("secret", "(?i)\\b(?:bearer|basic)\\s+([A-Za-z0-9+/=._~-]{8,})"),
                    new Rule("key", "\\b(?:ssh|ecdsa)-[a-z0-9-]+\\s+([A-Za-z0-9+/=]{16,})"),
                    new Rule("secret", "://([^\\s/@\"']+)(?=@)"),
                    new Rule(
                            "mail",
                            "(?<![/A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\\.)+[A-Za-z]{2,}(?![A-Za-z0-9])"),
                    new Rule(
                            "uuid",
                            "(?<![0-9a-fA-F])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9a-fA-F])"),
                    new Rule(
                            "serial",
                            "(?i)(?:serial(?:[ _-]?(?:number|num|no))?|\\bs/n|asset[ _-]?tag"
                                    + "|service[ _-]?tag)\\\\?[\"']?\\s*[:=#]\\s*"
                                    + VALUE
                                    + "([^\\s\"',;}\\]]+))"),
                    new Rule(
                            "mac",
                            "(?<![0-9a-zA-Z:-])[0-9a-fA-F]{2}(?:(?::[0-9a-fA-F]{2}){5,31}"
                                    + "|(?:-[0-9a-fA-F]{2}){5})(?![0-9a-zA-Z:-])"),
                    new Rule(
                            "guid",
                            "(?<![0-9a-zA-Z:])(?:0x[0-9a-fA-F]{16}"
                                    + "|(?=[0-9]*[a-fA-F])[0-9a-fA-F]{16}"
                                    + "|[0-9a-fA-F]{4}(?::[0-9a-fA-F]{4}){3})(?![0-9a-zA-Z:])"),
                    new Rule(
                            "ipv6",
                            Pattern.compile(
                                    "(?<![0-9a-zA-Z:.])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}(?![0-9a-zA-Z:])"),
                            StandIns::isIpv6),
                    new Rule(
                            "ipv4",
                            Pattern.compile(
                                    "(?<![0-9.])(?:[0-9]{1,3}\\.){3}[0-9]{1,3}(?!\\.?[0-9])"),
                            StandIns::isIpv4),
                    new Rule("blob", "(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}"));

    /** Where a text says that a name is a host's. */
    private static final List<Pattern> HOSTS =
            List.of(
                    Pattern.compile(
                            "\"(?:node|host|hostname|hostName|nodeName|server)\"\\s*:\\s*\""
                                    + NAME),
                    Pattern.compile(
                            "\\b(?:nodeName|hostName|host|server|NodeName|NodeHostName|NodeAddr)"
                                    + "\\s*[:=]\\s*[\"']?"
                                    + NAME),
                    Pattern.compile(
                            "\\bhosts?\\s*:\\s*[\"'\\[]*([A-Za-z0-9][A-Za-z0-9._*\\[\\],-]*)"),
                    Pattern.compile("(?<![A-Za-z0-9/._@-])" + NAME + ":/(?!/)"), // server:/export
                    Pattern.compile("://(?:[^\\s/@\"']+@)?" + NAME),
                    Pattern.compile("[A-Za-z0-9_]@" + NAME + "(?=[:\\s])")); // user@host:

    /** Where a text says that a name is a user's. */
    private static final List<Pattern> USERS =
            List.of(
                    Pattern.compile(
                            "\"(?:by|user|reasonBy|reason_user|author)\"\\s*:\\s*\"" + NAME),
                    Pattern.compile("\\b(?:user|User|USER|LOGNAME)\\s*[=:]\\s*[\"']?" + NAME),
                    Pattern.compile("/(?:home|users|Users)/" + NAME),
                    Pattern.compile("\\[" + NAME + "@\\d{4}-\\d\\d-\\d\\dT"));

    private final Map<String, String> known = new HashMap<>();
    private final Set<String> standIns = new HashSet<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Pattern> users = new LinkedHashMap<>();
    private final HostStandIns hosts = new HostStandIns();

    private static boolean isIpv6(String text) {
        int colons = (int) text.chars().filter(c -> c == ':').count();
        boolean digits = text.chars().anyMatch(c -> c != ':');
        return digits && (text.contains("::") || colons == 7) && !text.equals("::1");
    }

    private static boolean isIpv4(String text) {
        for (String part : text.split("\\.", -1)) {
            if (Integer.parseInt(part) > 255) {
                return false;
            }
        }
        return !text.startsWith("127.") && !text.startsWith("0.") && !text.startsWith("255.");
    }

    /** Says that this is a host's name or a host list, whatever the texts say. */
    void learnHost(String name) {
        hosts.learn(name);
    }

    /** Says that this is a user's name, whatever the texts say. */
    void learnUser(String name) {
        if (name.length() > 1 && !EVERYWHERE.contains(name.toLowerCase(Locale.ROOT))) {
            users.computeIfAbsent(
                    name,
                    user ->
                            Pattern.compile(
                                    "(?<![A-Za-z0-9_])"
                                            + Pattern.quote(user)
                                            + "(?![A-Za-z0-9_])"));
        }
    }

    /** Finds the names that a text gives away. */
    void learn(String text) {
        for (Pattern pattern : HOSTS) {
            pattern.matcher(text).results().forEach(found -> learnHost(found.group(1)));
        }
        for (Pattern pattern : USERS) {
            pattern.matcher(text).results().forEach(found -> learnUser(found.group(1)));
        }
        hosts.learnDomains(text);
    }

    /** The text with stand-ins; to be asked when all texts are learnt. */
    String applyTo(String original) {
        String text = original;
        for (Rule rule : RULES) {
            text = replace(text, rule);
        }
        text = hosts.applyTo(text);
        for (Map.Entry<String, Pattern> user : users.entrySet()) {
            Matcher matcher = user.getValue().matcher(text);
            text = matcher.replaceAll(found -> standIn("user", user.getKey()));
        }
        return text;
    }

    private String replace(String text, Rule rule) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        Matcher matcher = rule.pattern().matcher(text);
        while (matcher.find()) {
            int group = firstGroup(matcher);
            String original = matcher.group(group);
            if (!original.isBlank() && !isStandIn(original) && rule.really().test(original)) {
                out.append(text, from, matcher.start(group));
                out.append(standIn(rule.kind(), original.strip()));
                from = matcher.end(group);
            }
        }
        return out.append(text, from, text.length()).toString();
    }

    private static int firstGroup(MatchResult found) {
        for (int group = 1; group <= found.groupCount(); group++) {
            if (found.start(group) >= 0) {
                return group;
            }
        }
        return 0;
    }

    private boolean isStandIn(String text) {
        return standIns.contains(text);
    }

    private String standIn(String kind, String original) {
        return known.computeIfAbsent(
                kind + " " + original.toLowerCase(Locale.ROOT),
                key -> {
                    String standIn = kind + "-" + counts.merge(kind, 1, Integer::sum);
                    standIns.add(standIn);
                    return standIn;
                });
    }

    /** How many originals of each kind have a stand-in. */
    Map<String, Integer> counts() {
        Map<String, Integer> all = new TreeMap<>(counts);
        all.put("host families", hosts.families());
        return all;
    }
}
