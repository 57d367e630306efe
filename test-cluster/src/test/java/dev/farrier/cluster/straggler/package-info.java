/** What the straggler detector costs. */
@NullMarked
package dev.farrier.cluster.straggler;

import org.jspecify.annotations.NullMarked;
