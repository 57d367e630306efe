/** Decides, purely, what is to be done about a verdict. */
@NullMarked
package dev.farrier.policy;

import org.jspecify.annotations.NullMarked;
