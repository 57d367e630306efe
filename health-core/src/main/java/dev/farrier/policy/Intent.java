package dev.farrier.policy;

import dev.farrier.action.Ledger;
import dev.farrier.action.Reason;
import dev.farrier.check.Finding;
import dev.farrier.config.Mode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the verdict alone asks for, before the scheduler is looked at. */
public sealed interface Intent {
    /** Why, for the journal and for a person. */
    String why();

    /** Nothing is to be done; the scheduler is not asked. */
    record None(String why) implements Intent {}

    /** Our state says nothing about this boot: see whether a drain of ours stands from before. */
    record Inspect(String why) implements Intent {}

    /**
     * The node must leave service.
     *
     * @param causes FATAL findings, in the order of the checks
     * @param mode ACT when at least one cause may act
     */
    record Drain(List<Cause> causes, Mode mode, String why) implements Intent {
        public Drain {
            causes = List.copyOf(causes);
        }

        public List<String> codes() {
            Set<String> codes = new LinkedHashSet<>();
            for (Cause cause : causes) {
                codes.add(cause.finding().code());
            }
            return new ArrayList<>(codes);
        }

        public Reason reason() {
            List<String> codes = codes();
            String where = codes.size() == 1 ? causes.get(0).finding().component().toString() : "";
            return Reason.ofFaults(codes, where);
        }
    }

    /** Our drain is young: count whether it may stay. */
    record Review(Ledger.Drain drain, String why) implements Intent {}

    /** Our drain may end. */
    record Resume(Ledger.Drain drain, Mode mode, String why) implements Intent {}

    /** A finding and the streak that it belongs to. */
    record Cause(String key, Finding finding) {}
}
