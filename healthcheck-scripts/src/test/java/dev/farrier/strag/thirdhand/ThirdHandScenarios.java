package dev.farrier.strag.thirdhand;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lists the scenarios of the third hand.
 *
 * <p>"None" in the last column: nothing is to be found, and much tempts.
 *
 * <table>
 * <caption>What is in each</caption>
 * <tr><th>name<th>setting<th>what is wrong
 * <tr><td>T01<td>2 nodes H100, prolog only<td>clock lock of some 7 % since before the job
 * <tr><td>T02<td>1 node H100, no own times<td>cooling that fails slowly
 * <tr><td>T03<td>8 nodes, PP 8: a stage is a node<td>a busy processor from mid-job on
 * <tr><td>T04<td>4 nodes, PP 4 with unequal stages and phases<td>none
 * <tr><td>T05<td>16 nodes, experts<td>memory clock falls; noisy links elsewhere
 * <tr><td>T06<td>8 nodes, experts<td>none: uneven work beside ECC storms and a low clock
 * <tr><td>T07<td>A100 and H100 in one job<td>none
 * <tr><td>T08<td>H100 and H200, work dealt by speed<td>power brake that comes and goes
 * <tr><td>T09<td>12 nodes, offloading<td>thermal, PCIe, network; a clock lock too weak to count
 * <tr><td>T10<td>6 nodes A100<td>power cap and then thermal on one node; an ECC storm that costs time on another
 * <tr><td>T11<td>8 nodes, no steps, reasons nor tests, 40 % lost, clocks 8 s off<td>clock lock of some 8 %
 * <tr><td>T12<td>as T11, uneven work, phases, stalls<td>none
 * <tr><td>T13<td>3 nodes V100, 6 % noise<td>power brake at times; slow memory that only tests show
 * <tr><td>T14<td>10 nodes, links<td>network and NVLink errors with and without effect
 * <tr><td>T15<td>6 nodes<td>five of six capped
 * <tr><td>T16<td>16 nodes in warm racks<td>none
 * <tr><td>T17<td>12 nodes, a warm rack<td>bad cooling in it and outside
 * <tr><td>T18<td>60 small jobs on 28 nodes<td>four lemons; one repaired half-way; three faults that pass
 * <tr><td>T19<td>55 small jobs over days, a driver that slows all tests<td>two lemons; network and PCIe faults that pass
 * <tr><td>T20<td>50 small jobs, one user's slow rank on changing nodes<td>none; one node repaired early
 * <tr><td>T21<td>a day of 160 H100 nodes<td>none
 * <tr><td>T22<td>a day of 120 A100 and H100 nodes, no own times<td>none
 * <tr><td>T23<td>a day of 140 V100 and L40S nodes, rough noise, few tests<td>none
 * <tr><td>T24<td>a day of 160 H200 nodes, clocks 8 s off, much lost<td>none
 * </table>
 */
final class ThirdHandScenarios {
    private ThirdHandScenarios() {}

    static List<Scenario> all() {
        return Stream.of(SteadyJobs.all(), TroubledJobs.all(), ManySmallJobs.all(), QuietDays.all())
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Scenario::name))
                .toList();
    }
}
