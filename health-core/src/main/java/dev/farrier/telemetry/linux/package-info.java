/** What the kernel tells through its files. */
@NullMarked
package dev.farrier.telemetry.linux;

import org.jspecify.annotations.NullMarked;
