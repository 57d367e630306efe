/** TORQUE: its own commands and hooks. Empty until the issue that brings it; see {@code docs/}. */
@NullMarked
package dev.farrier.torque;

import org.jspecify.annotations.NullMarked;
