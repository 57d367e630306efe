/**
 * Finds the GPU or node that holds a synchronous job back: statistics over step times, telemetry
 * and short tests.
 *
 * <p>{@link dev.farrier.straggler.StragglerDetector} is the whole of it: it is told of jobs, tests
 * and samples in the order in which they happen and says at once what it has found. It is pure: no
 * clock, no thread, no input or output; the same calls give the same answers, and its state can be
 * saved and restored at any point.
 */
@NullMarked
package dev.farrier.straggler;

import org.jspecify.annotations.NullMarked;
