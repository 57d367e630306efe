package dev.farrier.explain;

import java.util.List;
import java.util.Map;

/**
 * What captured output means.
 *
 * @param members what is understood, found and would be done, as JSON members
 * @param lines the same for people; may hold text of the input, so it is escaped where it is shown
 */
public record Explanation(Map<String, Object> members, List<String> lines) {
    public Explanation {
        lines = List.copyOf(lines);
    }
}
