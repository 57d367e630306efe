/** Checks of GPUs and their driver. */
@NullMarked
package dev.farrier.check.gpu;

import org.jspecify.annotations.NullMarked;
