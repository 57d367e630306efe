package dev.farrier.telemetry.linux;

import java.util.BitSet;

/** CPUs by their numbers, written as the kernel does: {@code 0-63,65}. */
public final class CpuSet {
    public static final CpuSet NONE = new CpuSet(new BitSet());

    private static final int MOST = 1 << 20; // the kernel's own limit is 8,192 today

    private final BitSet cpus;

    private CpuSet(BitSet cpus) {
        this.cpus = cpus;
    }

    public static CpuSet of(int cpu) {
        BitSet cpus = new BitSet();
        cpus.set(cpu);
        return new CpuSet(cpus);
    }

    /**
     * @param origin for messages
     * @param text one line; an empty one has no CPU
     * @throws IllegalArgumentException when this is no ascending list of ranges that ends with its
     *     line
     */
    public static CpuSet parse(String origin, String text) {
        if (!text.endsWith("\n")) {
            throw odd(origin, "does not end with its line");
        }
        String list = text.substring(0, text.length() - 1);
        BitSet cpus = new BitSet();
        int last = -1;
        for (int start = 0; start <= list.length() && !list.isEmpty(); ) {
            int comma = list.indexOf(',', start);
            int end = comma < 0 ? list.length() : comma;
            int dash = list.indexOf('-', start);
            boolean range = dash >= 0 && dash < end;
            int from = number(origin, list, start, range ? dash : end);
            int to = range ? number(origin, list, dash + 1, end) : from;
            if (from <= last || to < from) {
                throw odd(origin, "is not ascending");
            }
            cpus.set(from, to + 1);
            last = to;
            start = end + 1;
        }
        return new CpuSet(cpus);
    }

    private static int number(String origin, String list, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = list.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw odd(origin, "has something else than numbers");
            }
            value = value * 10 + digit;
            if (value > MOST) {
                throw odd(origin, "has a number beyond any CPU");
            }
        }
        if (from >= to) {
            throw odd(origin, "lacks a number");
        }
        return value;
    }

    private static IllegalArgumentException odd(String origin, String what) {
        return new IllegalArgumentException(origin + " " + what);
    }

    public int count() {
        return cpus.cardinality();
    }

    public boolean isEmpty() {
        return cpus.isEmpty();
    }

    public boolean contains(int cpu) {
        return cpus.get(cpu);
    }

    /** The first CPU from {@code cpu} on; -1 when there is none. */
    public int from(int cpu) {
        return cpus.nextSetBit(cpu);
    }

    public CpuSet with(CpuSet other) {
        BitSet all = (BitSet) cpus.clone();
        all.or(other.cpus);
        return new CpuSet(all);
    }

    /** Those that are in both. */
    public CpuSet common(CpuSet other) {
        BitSet both = (BitSet) cpus.clone();
        both.and(other.cpus);
        return new CpuSet(both);
    }

    public CpuSet without(CpuSet other) {
        BitSet rest = (BitSet) cpus.clone();
        rest.andNot(other.cpus);
        return new CpuSet(rest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CpuSet set && cpus.equals(set.cpus);
    }

    @Override
    public int hashCode() {
        return cpus.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder list = new StringBuilder();
        for (int from = cpus.nextSetBit(0); from >= 0; ) {
            int end = cpus.nextClearBit(from);
            list.append(list.isEmpty() ? "" : ",").append(from);
            list.append(end - from > 1 ? "-" + (end - 1) : "");
            from = cpus.nextSetBit(end);
        }
        return list.toString();
    }
}
