/** What the NVIDIA driver's own tools tell. */
@NullMarked
package dev.farrier.telemetry.nvidia;

import org.jspecify.annotations.NullMarked;
