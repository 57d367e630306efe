/**
 * Labelled straggler scenarios by a third hand: a power and heat budget decides each GPU's clock,
 * so faults are causes whose effect is measured against the same job without them.
 */
@NullMarked
package dev.farrier.strag.thirdhand;

import org.jspecify.annotations.NullMarked;
