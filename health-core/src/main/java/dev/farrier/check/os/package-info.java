/** Checks of memory, processors, processes, and of anything that an executable can tell. */
@NullMarked
package dev.farrier.check.os;

import org.jspecify.annotations.NullMarked;
