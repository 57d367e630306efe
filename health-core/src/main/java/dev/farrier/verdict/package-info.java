/** The node as a whole: outcomes of all checks and the verdict from them. */
@NullMarked
package dev.farrier.verdict;

import org.jspecify.annotations.NullMarked;
