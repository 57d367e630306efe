/** JSON texts as plain Java values and back. */
@NullMarked
package dev.farrier.json;

import org.jspecify.annotations.NullMarked;
