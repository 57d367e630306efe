/** The configuration file: one immutable value, validated once, all problems reported together. */
@NullMarked
package dev.farrier.config;

import org.jspecify.annotations.NullMarked;
