package dev.farrier.straggler;

/**
 * A node that is slow in job after job, as far as is known now.
 *
 * @param gpu the GPU of the node that is, or {@link Detection#WHOLE_NODE}
 * @param effect its effect on the jobs, log ratio
 * @param deviation standard deviation of that estimate; NaN where it is a lemon by how often it was
 *     alarmed
 * @param jobs on which this rests
 */
public record Lemon(String node, int gpu, double effect, double deviation, int jobs) {}
