package dev.farrier;

import java.util.ArrayList;
import java.util.List;

/** Reads one host list; counts before it builds, so that no input can make it large. */
final class HostListParser {
    private static final int LONGEST_NAME = 255;
    private static final int SHOWN = 60; // characters of a list in a message

    private final String list;
    private final List<String> hosts = new ArrayList<>();
    private int at;

    HostListParser(String list) {
        this.list = list;
    }

    List<String> parse() {
        while (at < list.length()) {
            if (list.charAt(at) == ',') {
                at++;
            } else {
                name();
            }
        }
        if (hosts.isEmpty()) {
            throw refused(0, "it names no host; a host list looks like n[01-16],login1");
        }
        return List.copyOf(hosts);
    }

    /** One name with its brackets, up to the next comma outside of them. */
    private void name() {
        int start = at;
        requireRoom(1, start);
        List<String> names = new ArrayList<>(List.of(""));
        int longest = 0;
        while (at < list.length() && list.charAt(at) != ',') {
            if (list.charAt(at) == '[') {
                List<Range> ranges = bracket(names.size());
                longest += longestOf(ranges);
                names = combined(names, ranges);
            } else {
                String text = text();
                longest += text.length();
                names.replaceAll(name -> name + text);
            }
            if (longest > LONGEST_NAME) {
                throw refused(start, "a name of more than " + LONGEST_NAME + " characters");
            }
        }
        for (String name : names) {
            requireHost(name, start);
        }
        hosts.addAll(names);
    }

    private void requireRoom(long more, int where) {
        if (more > HostList.MOST_HOSTS - hosts.size()) {
            throw refused(where, "more than " + HostList.MOST_HOSTS + " hosts");
        }
    }

    private void requireHost(String name, int start) {
        try {
            HostList.requireHost(name);
        } catch (IllegalArgumentException notAHost) {
            throw refused(start, String.valueOf(notAHost.getMessage()));
        }
    }

    private String text() {
        int start = at;
        while (at < list.length() && list.charAt(at) != ',' && list.charAt(at) != '[') {
            if (list.charAt(at) == ']') {
                throw refused(at, "']' without a '[' before it");
            }
            at++;
            if (at - start > LONGEST_NAME) {
                throw refused(start, "a name of more than " + LONGEST_NAME + " characters");
            }
        }
        return list.substring(start, at);
    }

    /**
     * @param names how many names there are so far, each of which gets each of the numbers
     */
    private List<Range> bracket(int names) {
        List<Range> ranges = new ArrayList<>();
        long count = 0;
        do {
            at++; // '[' or ','
            int start = at;
            Range range = range();
            count += range.high - range.low + 1; // below 2^60 and at most 65537 of them
            if (hosts.size() + count * names > HostList.MOST_HOSTS || count > HostList.MOST_HOSTS) {
                throw refused(start, "more than " + HostList.MOST_HOSTS + " hosts");
            }
            ranges.add(range);
        } while (at < list.length() && list.charAt(at) == ',');
        if (at == list.length()) {
            throw refused(at, "']' is missing");
        }
        if (list.charAt(at) != ']') {
            throw refused(at, "expected '-', ',' or ']' behind a number");
        }
        at++;
        return ranges;
    }

    private Range range() {
        int start = at;
        String low = number();
        if (at == list.length() || list.charAt(at) != '-') {
            return new Range(Long.parseLong(low), Long.parseLong(low), low.length());
        }
        at++;
        String high = number();
        if (high.startsWith("0") && high.length() != low.length()) {
            throw refused(
                    start,
                    "in the range "
                            + low
                            + "-"
                            + high
                            + " both ends need the same number of digits, as in 001-064");
        }
        Range range = new Range(Long.parseLong(low), Long.parseLong(high), low.length());
        if (range.low > range.high) {
            throw refused(
                    start,
                    "the range " + low + "-" + high + " runs downwards; write " + high + "-" + low);
        }
        return range;
    }

    private String number() {
        int start = at;
        while (at < list.length() && HostList.isDigit(list.charAt(at))) {
            at++;
            if (at - start > HostList.LONGEST_NUMBER) {
                throw refused(
                        start, "a number of more than " + HostList.LONGEST_NUMBER + " digits");
            }
        }
        if (at == start) {
            throw refused(
                    at,
                    at == list.length()
                            ? "']' is missing"
                            : "expected a number; between brackets stand numbers and ranges, as in"
                                    + " [1-4,07]");
        }
        return list.substring(start, at);
    }

    private static List<String> combined(List<String> names, List<Range> ranges) {
        List<String> longer = new ArrayList<>();
        for (String name : names) {
            for (Range range : ranges) {
                for (long n = range.low; n <= range.high; n++) {
                    longer.add(name + HostList.padded(n, range.width));
                }
            }
        }
        return longer;
    }

    private static int longestOf(List<Range> ranges) {
        int longest = 0;
        for (Range range : ranges) {
            longest = Math.max(longest, HostList.padded(range.high, range.width).length());
        }
        return longest;
    }

    private IllegalArgumentException refused(int where, String what) {
        String shown = list.length() > SHOWN ? list.substring(0, SHOWN) + "…" : list;
        return new IllegalArgumentException(
                "host list '" + shown + "', character " + (where + 1) + ": " + what);
    }

    private record Range(long low, long high, int width) {}
}
