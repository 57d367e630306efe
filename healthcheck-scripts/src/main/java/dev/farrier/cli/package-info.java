/**
 * The {@code farrier} program: the composition root, its commands for people, and the refresh that
 * hooks start.
 */
@NullMarked
package dev.farrier.cli;

import org.jspecify.annotations.NullMarked;
