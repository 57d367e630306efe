package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.Trigger;
import dev.farrier.Uptime;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Finding;
import dev.farrier.check.Sources;
import dev.farrier.config.ConfigReader;
import dev.farrier.config.HealthConfig;
import dev.farrier.policy.Rules;
import dev.farrier.policy.Streaks;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.CounterMarks;
import dev.farrier.telemetry.Observation;
import dev.farrier.verdict.CheckOutcome;
import dev.farrier.verdict.Evaluator;
import dev.farrier.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A day of a node in order, a look each minute: nobody is warned of anything. */
class HealthyDayTest {
    private static final int MINUTES = 1_440;
    private static final NodeName NODE = new NodeName("gpu001");

    /** How a site would watch such a node; a line each, as checks come one by one. */
    private static final List<String> SITE =
            List.of(
                    "memory.size: {expected: 2TiB}",
                    "memory.available: {minimum: 4%}",
                    "memory.swap: {expected: '0'}",
                    "memory.hugepages: {expected: 0}",
                    "memory.errors: {modules: 6}",
                    "cpu.count: {expected: 4}",
                    "cpu.topology: {sockets: 2, cores: 4, smt: 'off'}",
                    "cpu.frequency: {governor: performance}",
                    "cpu.throttling: {}",
                    "load: {fifteenMinutes: '3'}",
                    "clock: {serviceExpected: true}",
                    "nvme.state: {expected: 2}",
                    "nvme.health: {}",
                    "network.interface: {interfaces: [eth0, ib0], minimumSpeed: 25Gb/s}",
                    "network.errors: {dropsPerMinute: 10}",
                    "machine: {biosVersion: 2.4.1}",
                    "firmware: {devices: infiniband, expected: 28.41.1000}",
                    "filesystem.read-only: {}",
                    "home: {check: mount, path: /home, fsType: nfs4, source: 'nfs0?:/home',"
                            + " options: [nosuid, 'vers=4.*'], forbiddenOptions: [soft]}",
                    "scratch: {check: mount, path: /scratch, fsType: lustre}",
                    "data: {check: mount, path: /data sets, options: ro}",
                    "disk.space: {path: /tmp}",
                    "scratch.space: {check: disk.space, path: /scratch, minimumFreeInodes: 1000000}",
                    "process: {name: slurmd, user: root, maximum: 1}",
                    "no-miner: {check: process, commandLine: '*xmrig*', minimum: 0, maximum: 0}",
                    "process.zombies: {maximum: 200}",
                    "process.blocked: {}",
                    "process.left-behind: {}",
                    "service: {unit: slurmd, enabled: true}",
                    "munged: {check: service, unit: munge}",
                    "dcgm: {check: service, unit: dcgm-exporter}",
                    "munge: {}",
                    "kernel.module: {name: nvidia, version: 570.*}",
                    "no-nouveau: {check: kernel.module, name: nouveau, loaded: false}",
                    "sysctl: {key: vm.swappiness, maximum: 10}",
                    "tcp: {check: sysctl, key: net.ipv4.tcp_rmem, value: 4096 131072 6291456}",
                    "limits: {process: slurmd, memlock: unlimited, nofile: 65536}",
                    "node.reboots: {}",
                    "kernel.machine-check: {}",
                    "kernel.aer: {}",
                    "kernel.link: {}",
                    "kernel.hung-task: {}",
                    "kernel.io-error: {}",
                    "kernel.read-only: {}",
                    "kernel.oom: {}",
                    "kernel.stall: {}",
                    "kernel.thermal: {}",
                    "kernel.log: {}",
                    "pcie.link: {}",
                    "pcie.errors: {}",
                    "ib.port: {ports: [mlx5_0, mlx5_1], rate: 400}",
                    "gpu.driver: {}",
                    "gpu.count: {expected: 8}",
                    "gpu.lost: {}",
                    "gpu.ecc: {}",
                    "gpu.row-remap: {}");

    @TempDir Path root;

    private final Set<String> alarms = new TreeSet<>();
    private final Set<String> blind = new TreeSet<>();
    private final Set<String> skipped = new TreeSet<>();
    private Map<String, CounterMarks> marks = Map.of();
    private Map<String, Map<String, Object>> memories = Map.of();
    private Streaks streaks = Streaks.NONE;

    /** With new sources each time, as every look is a process of its own. */
    private void look(HealthyNode node, HealthConfig site) throws InterruptedException {
        CounterBook book = new CounterBook();
        Uptime now = new Uptime(HealthyNode.BOOT, node.uptime());
        Sources sources = new Sources(node.machine(book));
        List<CheckInstance<?>> checks = new ArrayList<>();
        for (CheckInstance<?> check : BuiltinChecks.builtinProfile(sources)) {
            checks.add(renamed(check));
        }
        checks.addAll(ConfiguredChecks.of(site, KnownChecks.OURS, sources, NODE, Optional.empty()));
        Evaluator evaluator = new Evaluator(checks, InstantSource.system());
        book.open(now, marks);
        evaluator.recall(memories, now.bootId());
        Verdict seen = evaluator.evaluate(NODE, Deadline.in(Duration.ofMinutes(10)));
        streaks = streaks.after(seen, Trigger.PERIODIC, now, Rules.of(site), Set.of());
        marks = book.marks();
        memories = evaluator.memories();
        streaks.confirm(seen).outcomes().forEach(this::note);
    }

    /** The built-in profile beside the site's own: a source that both need is read once. */
    private static <T extends Observation> CheckInstance<T> renamed(CheckInstance<T> check) {
        return new CheckInstance<>(
                "builtin." + check.name(), check.check(), check.source(), check.settings());
    }

    private void note(CheckOutcome outcome) {
        if (outcome instanceof CheckOutcome.Undetermined undetermined) {
            blind.add(outcome.name() + ": " + undetermined.why());
        }
        if (outcome instanceof CheckOutcome.Skipped out) {
            skipped.add(outcome.name() + ": " + out.why());
        }
        for (Finding finding : outcome.findings()) {
            if (finding.severity().compareTo(Severity.INFO) > 0) {
                alarms.add(outcome.name() + " " + finding.code() + ": " + finding.message());
            }
        }
    }

    private static HealthConfig configured() {
        Set<String> kinds = new TreeSet<>();
        BuiltinChecks.kinds().forEach(kind -> kinds.add(kind.id()));
        StringBuilder yaml = new StringBuilder("checks:\n");
        for (String line : SITE) {
            if (kinds.contains(kind(line))) {
                yaml.append("  ").append(line).append('\n');
            }
        }
        return new ConfigReader(KnownChecks.OURS.declared(), HostList::expand)
                .read(yaml.toString(), "site");
    }

    private static String kind(String line) {
        int start = line.indexOf("{check: ");
        return start < 0
                ? line.substring(0, line.indexOf(':'))
                : line.substring(start + 8, line.indexOf(',', start));
    }

    @Test
    void warnsNobodyOfAHealthyDay() throws Exception {
        HealthyNode node = new HealthyNode(root, 7);
        HealthConfig site = configured();
        for (int minute = 0; minute < MINUTES; minute++) {
            node.nextMinute();
            look(node, site);
        }
        assertThat(alarms).isEmpty();
        assertThat(blind).isEmpty();
        assertThat(skipped).isEmpty();
    }

    @Test
    void wouldSayItIfTheDayWereNotHealthy() throws Exception {
        HealthyNode node = new HealthyNode(root, 7);
        HealthConfig site = configured();
        node.nextMinute();
        look(node, site);
        assertThat(alarms).isEmpty();
        node.nextMinute();
        node.breaks();
        look(node, site);
        assertThat(String.join("\n", alarms))
                .contains(
                        "sysctl sysctl.wrong",
                        "home mount.wrong-options",
                        "no-miner process.too-many",
                        "memory.errors memory.errors.uncorrectable",
                        "kernel.machine-check kernel.memory.uncorrected",
                        "builtin.kernel.machine-check kernel.memory.uncorrected");
    }
}
