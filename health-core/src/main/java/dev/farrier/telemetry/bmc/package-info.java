/** What the board's management controller (BMC) tells, by IPMI or Redfish. */
@NullMarked
package dev.farrier.telemetry.bmc;

import org.jspecify.annotations.NullMarked;
