/**
 * The straggler benchmark (format strag-1) outside the detector: simulates labelled jobs, replays
 * telemetry to the detector and scores detections. Nothing here knows how stragglers are found.
 */
@NullMarked
package dev.farrier.strag;

import org.jspecify.annotations.NullMarked;
