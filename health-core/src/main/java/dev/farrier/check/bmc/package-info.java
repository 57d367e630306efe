/** Judgements of what the board's management controller (BMC) tells. */
@NullMarked
package dev.farrier.check.bmc;

import org.jspecify.annotations.NullMarked;
