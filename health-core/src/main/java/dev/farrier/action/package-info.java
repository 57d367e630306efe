/** What may be done to a node, how it is written down, and whose a drain is. */
@NullMarked
package dev.farrier.action;

import org.jspecify.annotations.NullMarked;
