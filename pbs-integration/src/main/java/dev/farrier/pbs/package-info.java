/** PBS: its own commands and hooks. Empty until the issue that brings it; see {@code docs/}. */
@NullMarked
package dev.farrier.pbs;

import org.jspecify.annotations.NullMarked;
