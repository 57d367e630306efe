package dev.farrier.strag.otherhand;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lists the scenarios of the other hand.
 *
 * <p>"None" in the last column: nothing is to be found, and much tempts.
 *
 * <table>
 * <caption>What is in each</caption>
 * <tr><th>name<th>setting<th>what is wrong
 * <tr><td>O01<td>32 A100, memory-bound, rough noise<td>clock lock at 0.62 counts, at 0.86 costs too little
 * <tr><td>O02<td>64 H100, day's air, power-cap bits on all<td>none
 * <tr><td>O03<td>64 A100, offloading, PP 4 with unequal stages<td>PCIe x8 with and without effect
 * <tr><td>O04<td>128 H100, experts with changing work<td>none
 * <tr><td>O05<td>two V100 nodes and then one<td>a GPU's cooling fails slowly, bits come last
 * <tr><td>O06<td>64 A100, nodes of four, PP 8<td>slow HBM
 * <tr><td>O07<td>64 A100, no step times, no reasons<td>slow HBM that only the tests show
 * <tr><td>O08<td>96 A100 behind every exporter fault there is<td>none
 * <tr><td>O09<td>128 A100, 30 % of the lines lost<td>power brake of one node for a quarter of an hour
 * <tr><td>O10<td>128 H100<td>flapping link that stalls the exchange; a second link down once
 * <tr><td>O11<td>128 H100, symbol errors on all ports, stuck at 65,535<td>none
 * <tr><td>O12<td>64 A100, prolog only<td>an NVLink at half rate, errors seen by all its peers
 * <tr><td>O13<td>128 A100<td>a rack and one more GPU with a power cap
 * <tr><td>O14<td>128 A100, memory-bound, a rack capped where nobody needs the power<td>none
 * <tr><td>O15<td>192 H100<td>a row of six nodes with locked clocks, no reasons
 * <tr><td>O16<td>256 A100<td>a hot rack: temperature first, clock later
 * <tr><td>O17<td>128 A100, warm rack, evaluations, checkpoints<td>none
 * <tr><td>O18<td>64 A100, memory-bound<td>three ECC storms, one with effect
 * <tr><td>O19<td>96 L40S without NVLink<td>a stuck daemon on one node, from its middle on
 * <tr><td>O20<td>24 nodes, many jobs<td>two lemons, one repaired node, and a slow user
 * <tr><td>O21<td>32 nodes, a day of jobs, a user whose code is always slow on one rank<td>none
 * <tr><td>O22<td>1,024 H100<td>a GPU, a node's link, an unknown; stalls and weak GPUs beside
 * <tr><td>O23<td>a job that restarts on other nodes and takes the bad one along<td>clock lock, three times: a lemon
 * <tr><td>O24<td>small jobs on V100 nodes<td>a lemon that brakes in pulses; a narrow link, repaired
 * <tr><td>O25<td>512 H100, four jobs at once<td>none
 * <tr><td>O26<td>128 A100, faults that nobody could tell<td>none
 * <tr><td>O27<td>one-node jobs<td>a brake and a locked GPU without any peers
 * <tr><td>O28<td>64 A100, uneven experts, reasons missing for ten minutes<td>a GPU with a power cap beside a hot expert
 * <tr><td>O29<td>64 A100, morning, afternoon and night<td>a GPU that only the afternoon's heat slows
 * <tr><td>O30<td>jobs of one and two V100 nodes, stalling loaders, counters that restart<td>none
 * <tr><td>O31<td>256 H100, heavy tails, growing steps, a warm rack<td>none
 * <tr><td>O32<td>16 nodes, 24 jobs<td>two lemons that only some jobs feel: a flapping link, a daemon; a link repaired
 * </table>
 */
final class Scenarios {
    private Scenarios() {}

    static List<Scenario> all() {
        return Stream.of(HealthyScenarios.all(), SingleJobScenarios.all(), FleetScenarios.all())
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Scenario::name))
                .toList();
    }
}
