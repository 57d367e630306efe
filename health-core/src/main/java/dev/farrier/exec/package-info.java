/**
 * The only place that starts a process: an argument list, a deadline, bounded output, never a
 * shell.
 */
@NullMarked
package dev.farrier.exec;

import org.jspecify.annotations.NullMarked;
