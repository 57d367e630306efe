package dev.farrier;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

/**
 * Slurm's notation for many hosts: {@code gpu[001-064,070],login1}; several brackets in a name are
 * combined with each other, the last one fastest.
 *
 * <p>All or nothing: what is not understood is refused as a whole, with the place and what would be
 * right. A name is what {@link NodeName} allows; Slurm's words for "no host" ({@code (null)},
 * {@code None}, {@code n/a}) are refused too.
 */
public final class HostList {
    /** More than any cluster has; a mistyped range must not eat the memory. */
    public static final int MOST_HOSTS = 65536;

    static final int LONGEST_NUMBER = 18; // digits; fits a long

    private HostList() {}

    /**
     * @return the names in the order of the list; a host that is named twice is there twice
     * @throws IllegalArgumentException when it is not a host list, or one of more than {@link
     *     #MOST_HOSTS} hosts
     */
    public static List<String> expand(String list) {
        return new HostListParser(list).parse();
    }

    /**
     * The shortest way that this class knows to write those names: {@code n[1-2]}, {@code
     * rack[1-2]-n[01-16]}. Sorted, each name once; {@code n1}, {@code n01} and {@code n001} stay
     * apart. Empty for no names.
     *
     * @throws IllegalArgumentException when {@link #expand} would refuse one of them, or their
     *     number
     */
    public static String fold(Collection<String> names) {
        Set<String> sorted = new TreeSet<>(names);
        if (sorted.size() > MOST_HOSTS) {
            throw new IllegalArgumentException(
                    sorted.size() + " hosts; a host list holds at most " + MOST_HOSTS);
        }
        Map<List<String>, List<Block>> shapes = new LinkedHashMap<>();
        for (String name : sorted) {
            requireHost(name);
            Split split = Split.of(name);
            shapes.computeIfAbsent(split.texts(), texts -> new ArrayList<>())
                    .add(Block.of(split.numbers()));
        }
        StringBuilder list = new StringBuilder();
        shapes.forEach(
                (texts, blocks) -> {
                    for (Block block : merged(blocks, texts.size() - 1)) {
                        list.append(list.isEmpty() ? "" : ",").append(block.written(texts));
                    }
                });
        return list.toString();
    }

    /** What {@link NodeName} allows, less the words for "no host" and empty labels. */
    static void requireHost(String name) {
        new NodeName(name);
        if (name.equalsIgnoreCase("none")) {
            throw new IllegalArgumentException("'" + name + "' means no host");
        }
        if (name.contains("..")) {
            throw new IllegalArgumentException(
                    "not a host name: '" + name + "'; there is nothing between two dots");
        }
    }

    private static List<Block> merged(List<Block> blocks, int dimensions) {
        List<Block> current = blocks;
        for (int d = dimensions - 1; d >= 0; d--) {
            Map<List<Set<String>>, Block> alike = new LinkedHashMap<>();
            for (Block block : current) {
                alike.merge(block.without(d), block, block.joiner(d));
            }
            current = List.copyOf(alike.values());
        }
        return current;
    }

    /** A name cut at its numbers: one more text than numbers; a text may be empty. */
    private record Split(List<String> texts, List<String> numbers) {
        static Split of(String name) {
            List<String> texts = new ArrayList<>();
            List<String> numbers = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            int i = 0;
            while (i < name.length()) {
                int end = i;
                while (end < name.length() && isDigit(name.charAt(end))) {
                    end++;
                }
                if (end == i) {
                    text.append(name.charAt(i++));
                } else if (end - i > LONGEST_NUMBER) {
                    text.append(name, i, end);
                    i = end;
                } else {
                    texts.add(text.toString());
                    numbers.add(name.substring(i, end));
                    text.setLength(0);
                    i = end;
                }
            }
            texts.add(text.toString());
            return new Split(texts, numbers);
        }
    }

    /** Names of one shape: each number of the first set with each of the second, and so on. */
    private record Block(List<Set<String>> numbers) {
        static Block of(List<String> single) {
            List<Set<String>> sets = new ArrayList<>();
            for (String number : single) {
                sets.add(Set.of(number));
            }
            return new Block(sets);
        }

        List<Set<String>> without(int dimension) {
            List<Set<String>> others = new ArrayList<>(numbers);
            others.remove(dimension);
            return others;
        }

        /** Unites blocks that differ in that dimension only; the first one's set is reused. */
        BinaryOperator<Block> joiner(int dimension) {
            return (first, second) -> {
                Set<String> known = first.numbers.get(dimension);
                Set<String> union = known instanceof HashSet ? known : new HashSet<>(known);
                union.addAll(second.numbers.get(dimension));
                List<Set<String>> sets = new ArrayList<>(first.numbers);
                sets.set(dimension, union);
                return new Block(sets);
            };
        }

        String written(List<String> texts) {
            StringBuilder name = new StringBuilder(texts.get(0));
            for (int d = 0; d < numbers.size(); d++) {
                name.append(bracket(numbers.get(d))).append(texts.get(d + 1));
            }
            return name.toString();
        }

        private static String bracket(Set<String> numbers) {
            if (numbers.size() == 1) {
                return numbers.iterator().next();
            }
            Set<String> left =
                    new TreeSet<>(Comparator.comparingInt(String::length).thenComparing(n -> n));
            left.addAll(numbers);
            StringBuilder ranges = new StringBuilder("[");
            while (!left.isEmpty()) {
                String low = left.iterator().next();
                String high = low;
                left.remove(low);
                String next = after(low, low.length());
                while (left.remove(next)) {
                    high = next;
                    next = after(high, low.length());
                }
                ranges.append(ranges.length() == 1 ? "" : ",").append(low);
                if (!high.equals(low)) {
                    ranges.append('-').append(high);
                }
            }
            return ranges.append(']').toString();
        }

        private static String after(String number, int width) {
            return padded(Long.parseLong(number) + 1, width);
        }
    }

    static String padded(long number, int width) {
        String digits = Long.toString(number);
        return digits.length() >= width ? digits : "0".repeat(width - digits.length()) + digits;
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
