/** Checks of what devices and nodes are connected by: PCI Express and InfiniBand. */
@NullMarked
package dev.farrier.check.fabric;

import org.jspecify.annotations.NullMarked;
