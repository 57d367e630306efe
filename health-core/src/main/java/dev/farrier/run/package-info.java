/** One run from source to action, and the lists of our own checks and sources. */
@NullMarked
package dev.farrier.run;

import org.jspecify.annotations.NullMarked;
