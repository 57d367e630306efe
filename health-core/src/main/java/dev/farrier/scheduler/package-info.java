/** What a scheduler's integration has to bring. */
@NullMarked
package dev.farrier.scheduler;

import org.jspecify.annotations.NullMarked;
