/** What was seen, decided and done, one JSON object a line. */
@NullMarked
package dev.farrier.journal;

import org.jspecify.annotations.NullMarked;
