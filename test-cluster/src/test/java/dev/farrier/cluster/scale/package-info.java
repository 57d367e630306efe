/**
 * A thousand nodes in one program: what Farrier does to a scheduler when many of them fail at once.
 */
@NullMarked
package dev.farrier.cluster.scale;

import org.jspecify.annotations.NullMarked;
