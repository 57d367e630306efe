/** Slurm: its node states as {@code scontrol} prints them, and drain and undrain through it. */
@NullMarked
package dev.farrier.slurm;

import org.jspecify.annotations.NullMarked;
