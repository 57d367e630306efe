/** The kernel's log: how it is read, and one class a subsystem that understands its lines. */
@NullMarked
package dev.farrier.telemetry.kernel;

import org.jspecify.annotations.NullMarked;
