package dev.farrier.verdict;

import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import dev.farrier.config.CheckSettings;
import dev.farrier.config.Mode;
import java.time.Duration;
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

    /** What the node is judged by: this outcome, or the earlier one that stands in its place. */
    default CheckOutcome judged() {
        return this;
    }

    /**
     * The source was read and judged.
     *
     * @param origin where the facts came from
     * @param codes all that the check could have found
     * @param program digest of the site's program that told the facts; empty where none did
     */
    record Examined(
            String name,
            String check,
            String origin,
            Set<String> codes,
            CheckSettings settings,
            Optional<String> program,
            Examination examination)
            implements CheckOutcome {
        public Examined {
            codes = Set.copyOf(codes);
        }

        @Override
        public List<Finding> findings() {
            return examination.findings();
        }

        /** Of this check, where it has its own. */
        public Optional<Mode> mode() {
            return settings.mode();
        }

        /** How long one look is enough; zero where each run looks. */
        public Duration every() {
            return settings.every().orElse(Duration.ZERO);
        }

        public Examined with(Examination other) {
            return new Examined(name, check, origin, codes, settings, program, other);
        }

        /** The same with findings that may not lead to an action. */
        public Examined onlyObserving() {
            return new Examined(
                    name, check, origin, codes, settings.onlyObserving(), program, examination);
        }
    }

    /** Nothing to judge: the node has no such thing, or whoever runs us may not look. */
    record Skipped(String name, String check, String why) implements CheckOutcome {}

    /** We could not look. */
    record Undetermined(String name, String check, String why, boolean required)
            implements CheckOutcome {}

    /**
     * Not looked at this time, since the last look is enough for now. It counts for the node's
     * health, and neither as a pass nor as a failure.
     *
     * @param last examined or skipped
     * @param age of that look, in seconds
     */
    record Standing(CheckOutcome last, double age) implements CheckOutcome {
        @Override
        public String name() {
            return last.name();
        }

        @Override
        public String check() {
            return last.check();
        }

        @Override
        public List<Finding> findings() {
            return last.findings();
        }

        @Override
        public CheckOutcome judged() {
            return last;
        }
    }
}
