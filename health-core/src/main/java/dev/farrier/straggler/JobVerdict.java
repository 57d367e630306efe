package dev.farrier.straggler;

import java.util.List;

/**
 * What came of one job: which GPUs and nodes held it back.
 *
 * @param episodes when each alarmed GPU was slow
 * @param samples nodes' samples that were judged
 * @param lost samples that came too late, twice, or of no node of the job
 */
public record JobVerdict(
        String job,
        double time,
        Outcome outcome,
        List<Straggler> stragglers,
        List<Episode> episodes,
        long samples,
        long lost) {
    public JobVerdict {
        stragglers = List.copyOf(stragglers);
        episodes = List.copyOf(episodes);
    }

    /** The answer in one word. */
    public enum Outcome {
        STRAGGLER,
        /** Something was slow, and nothing proves that it was the hardware. */
        SUSPECT,
        NO_STRAGGLER,
        /** Too few samples, or too few peers, to say either. */
        CANNOT_TELL
    }

    /**
     * One GPU or node.
     *
     * @param gpu its number in the node, or {@link Detection#WHOLE_NODE}
     * @param since seconds: when it could first be said
     * @param effect log ratio
     * @param confidence SUSPECT, too, of an alarm that does not stand among all ranks of the job
     */
    public record Straggler(
            String node,
            int gpu,
            double since,
            Cause cause,
            double effect,
            Detection.Confidence confidence) {}

    /**
     * One time in which an alarmed GPU was slow.
     *
     * @param start seconds: when it was alarmed
     * @param end seconds: when it had been as fast as its peers for long; NaN when the job ended
     *     first
     * @param mean effect, log ratio
     * @param worst effect
     */
    public record Episode(
            String node, int gpu, double start, double end, double mean, double worst) {}
}
