package dev.farrier.telemetry.bmc;

import java.util.ArrayList;
import java.util.List;

/** The states of a discrete sensor stand in one text, a comma and a blank between them. */
final class StateWords {
    /** The one state of the IPMI specification that holds a comma itself. */
    private static final String WITH_COMMA = "AC out-of-range, but present";

    private StateWords() {}

    static List<String> split(String text) {
        List<String> states = new ArrayList<>();
        String rest = text.strip();
        while (!rest.isEmpty()) {
            int length = rest.startsWith(WITH_COMMA) ? WITH_COMMA.length() : lengthOfFirst(rest);
            states.add(rest.substring(0, length).strip());
            rest = length == rest.length() ? "" : rest.substring(length + 1).strip();
        }
        return states;
    }

    private static int lengthOfFirst(String text) {
        int comma = text.indexOf(", ");
        return comma < 0 ? text.length() : comma;
    }
}
