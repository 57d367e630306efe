/**
 * Says of captured output what Farrier understands in it, finds, and would do. Nothing here judges:
 * the parsers and rules are those of a look at a real node.
 */
@NullMarked
package dev.farrier.explain;

import org.jspecify.annotations.NullMarked;
