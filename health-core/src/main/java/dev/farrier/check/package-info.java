/** Judgements: pure functions from one observation to findings. */
@NullMarked
package dev.farrier.check;

import org.jspecify.annotations.NullMarked;
