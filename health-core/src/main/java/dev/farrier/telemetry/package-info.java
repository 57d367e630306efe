/** Looks at the node: a source answers one question and never says what the answer means. */
@NullMarked
package dev.farrier.telemetry;

import org.jspecify.annotations.NullMarked;
