package dev.farrier.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All explainers, and which of them explain what. */
public final class Explainers {
    /** In the order in which they are asked: what one takes is not offered to the next. */
    private static final List<Explainer> ALL =
            List.of(
                    new SlurmCommandExplainer(),
                    new NvidiaSmiStartExplainer(),
                    new SlurmFailureExplainer(),
                    new SinfoExplainer(),
                    new SlurmNodeExplainer(),
                    new SlurmReasonExplainer(),
                    new MountsExplainer(),
                    new SequenceExplainer(),
                    new HookExplainer(),
                    new EventLogExplainer(),
                    new BoardSensorsExplainer(),
                    new RedfishExplainer(),
                    KernelLogExplainer.AER,
                    KernelLogExplainer.EDAC,
                    KernelLogExplainer.LINKS,
                    KernelLogExplainer.HUNG,
                    new MemoryErrorsExplainer(),
                    new PcieErrorsExplainer(),
                    new PcieLinkExplainer(),
                    new InfinibandExplainer(false),
                    new InfinibandExplainer(true),
                    new ClockExplainer(),
                    new NvidiaSmiCsvExplainer(),
                    new StragglerExplainer(),
                    new HostListExplainer());

    private Explainers() {}

    /** Inputs and who explains them; nobody where no kind is recognised. */
    public record Match(Optional<Explainer> explainer, List<Input> inputs) {}

    /** The words for all kinds, each once. */
    public static List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        for (Explainer explainer : ALL) {
            if (!kinds.contains(explainer.kind())) {
                kinds.add(explainer.kind());
            }
        }
        return kinds;
    }

    /**
     * Gives each input to the first explainer that recognises it.
     *
     * @param kind only explainers of this kind are asked, and when none of them recognises
     *     anything, one of them gets it all the same; empty for all
     */
    public static List<Match> match(List<Input> inputs, Context context, Optional<String> kind) {
        List<Match> matches = new ArrayList<>();
        List<Input> left = new ArrayList<>(inputs);
        for (Explainer explainer : ALL) {
            if (kind.isPresent() && !kind.get().equals(explainer.kind())) {
                continue;
            }
            List<Input> picked = left.isEmpty() ? List.of() : explainer.pick(left, context);
            if (!picked.isEmpty()) {
                matches.add(new Match(Optional.of(explainer), picked));
                left.removeAll(picked);
            }
        }
        if (!left.isEmpty()) {
            boolean insisted = matches.isEmpty() && kind.isPresent();
            matches.add(
                    new Match(
                            insisted ? Optional.of(of(kind.get(), left)) : Optional.empty(), left));
        }
        return matches;
    }

    /** The first of a kind reads JSON where they differ in that, the last one text. */
    private static Explainer of(String kind, List<Input> inputs) {
        List<Explainer> ofKind = ALL.stream().filter(e -> e.kind().equals(kind)).toList();
        String first = inputs.get(0).firstLine().strip();
        boolean json = first.startsWith("[") || first.startsWith("{");
        return ofKind.get(json ? 0 : ofKind.size() - 1);
    }
}
