package dev.farrier;

/** The name by which the scheduler knows a node; not always its host name. */
public record NodeName(String value) implements Comparable<NodeName> {
    private static final int LONGEST = 255;

    public NodeName {
        if (value.isEmpty() || value.length() > LONGEST || !isPlain(value)) {
            throw new IllegalArgumentException(
                    "not a node name: '"
                            + value
                            + "'; letters, digits, '-', '_' and '.' are allowed");
        }
    }

    private static boolean isPlain(String name) {
        if (name.charAt(0) == '-' || name.charAt(0) == '.') {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain =
                    c >= 'a' && c <= 'z'
                            || c >= 'A' && c <= 'Z'
                            || c >= '0' && c <= '9'
                            || c == '-'
                            || c == '_'
                            || c == '.';
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(NodeName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
