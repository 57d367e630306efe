/** Checks of what connects a node to others. */
@NullMarked
package dev.farrier.check.fabric;

import org.jspecify.annotations.NullMarked;
