package dev.farrier.config;

import java.util.List;

/** A value as it stands in the file, with its place. */
sealed interface YamlNode {
    Position at();

    /** What it is, for messages. */
    String described();

    /**
     * @param plain without quotes, so that an empty one or {@code null} is no value
     */
    record Scalar(Position at, String text, boolean plain) implements YamlNode {
        boolean isNull() {
            return plain
                    && switch (text) {
                        case "", "~", "null", "Null", "NULL" -> true;
                        default -> false;
                    };
        }

        @Override
        public String described() {
            return isNull() ? "empty" : "a single value";
        }
    }

    /** A list. */
    record Sequence(Position at, List<YamlNode> entries) implements YamlNode {
        @Override
        public String described() {
            return "a list";
        }
    }

    /** A map; no key is in it twice. */
    record Mapping(Position at, List<Entry> entries) implements YamlNode {
        @Override
        public String described() {
            return "a map";
        }
    }

    /** A key with its value. */
    record Entry(Scalar key, YamlNode value) {}

    /** Something that the file may not have; its problem is already reported. */
    record Refused(Position at) implements YamlNode {
        @Override
        public String described() {
            return "not allowed";
        }
    }
}
