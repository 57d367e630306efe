/** Words that every part shares: node names, host lists, triggers, deadlines. */
@NullMarked
package dev.farrier;

import org.jspecify.annotations.NullMarked;
