/**
 * Labelled straggler scenarios by another hand: written from what clusters do, without knowledge of
 * any detector, so that a detector is not only judged by the habits of the generator that it was
 * tuned on.
 */
@NullMarked
package dev.farrier.strag.otherhand;

import org.jspecify.annotations.NullMarked;
