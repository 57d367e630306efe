/** Test clusters of real schedulers in containers, and the tests of the stand-ins that they use. */
@NullMarked
package dev.farrier.cluster;

import org.jspecify.annotations.NullMarked;
