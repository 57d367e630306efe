package dev.farrier.verdict;

import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import dev.farrier.config.Mode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What came of one check. */
public sealed interface CheckOutcome {
    /** The name of the check's instance. */
    String name();

    /** The check's id. */
    String check();

    /** Empty unless the check was examined. */
    default List<Finding> findings() {
        return List.of();
    }

    /**
     * The source was read and judged.
     *
     * @param origin where the facts came from
     * @param codes all that the check could have found
     * @param mode of this check, where it has its own
     */
    record Examined(
            String name,
            String check,
            String origin,
            Set<String> codes,
            Optional<Mode> mode,
            Examination examination)
            implements CheckOutcome {
        public Examined {
            codes = Set.copyOf(codes);
        }

        @Override
        public List<Finding> findings() {
            return examination.findings();
        }
    }

    /** Nothing to judge: the node has no such thing, or whoever runs us may not look. */
    record Skipped(String name, String check, String why) implements CheckOutcome {}

    /** We could not look. */
    record Undetermined(String name, String check, String why, boolean required)
            implements CheckOutcome {}
}
