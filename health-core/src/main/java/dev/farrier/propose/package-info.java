/** What {@code farrier init} writes: a configuration from what one node has, or many nodes. */
@NullMarked
package dev.farrier.propose;

import org.jspecify.annotations.NullMarked;
