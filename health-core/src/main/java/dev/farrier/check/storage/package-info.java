/** Checks of mounts and file systems. */
@NullMarked
package dev.farrier.check.storage;

import org.jspecify.annotations.NullMarked;
