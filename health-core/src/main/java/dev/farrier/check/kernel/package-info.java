/** Checks of what the kernel's log says. */
@NullMarked
package dev.farrier.check.kernel;

import org.jspecify.annotations.NullMarked;
