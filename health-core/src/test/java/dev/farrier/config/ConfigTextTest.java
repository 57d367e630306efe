package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.NodeName;
import dev.farrier.Severity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ConfigTextTest {
    @Example
    void saysWhatIsTheDefaultAndWhatIsNotSet() {
        HealthConfig config =
                Kinds.reader()
                        .read(
                                """
                                interval: 4m
                                scheduler: {kind: slurm}
                                journal: {keep: 5}
                                checks:
                                  home: {check: mount, path: /home, fsType: [nfs4, xfs], for: {hosts: 'gpu[001-003]'}}
                                """,
                                "/etc/farrier/farrier.yaml");

        assertThat(ConfigText.show(config, Kinds.ALL))
                .isEqualTo(
                        """
                        # In effect; read from /etc/farrier/farrier.yaml
                        interval: 4m
                        scheduler:
                          kind: slurm
                          # nodeName is not set
                          scontrol: /usr/bin/scontrol # default
                          # slurmConf is not set
                          slurmUser: slurm # default
                          timeout: 5s # default
                          hostMustMatch: true # default
                        policy:
                          mode: observe # default
                          # partitionModes is not set
                          failCount: 2 # default
                          passCount: 3 # default
                          passHold: 10m # default
                          bootGrace: 5m # default
                          drainBudget: 10% # default
                          spread: 20s # default
                          # commonCauseLimit is not set
                          commonCauseWindow: 10m # default
                          commonCauseHold: 30m # default
                          # pauseFile is not set
                          # failWindow is 10m, from the interval
                        journal:
                          path: /var/log/farrier/journal.jsonl # default
                          maxSize: 10000000 # default
                          keep: 5 # default
                        checks:
                          home:
                            check: mount
                            path: /home
                            fsType: [nfs4, xfs]
                            used: 90% # default
                            timeout: 10s # default
                            # every is not set
                            # severity is not set
                            # mode is not set
                            required: true # default
                            for:
                              hosts: 'gpu[001-003]'
                        """);
    }

    @Property(tries = 1_000)
    void readsBackAsTheSameConfiguration(@ForAll("configs") HealthConfig config) {
        String text = ConfigText.show(config, Kinds.ALL);

        assertThat(Kinds.reader().read(text, config.origin())).isEqualTo(config);
    }

    @Property(tries = 2_000)
    void quotesAnyTextSoThatItReadsBack(@ForAll String text) {
        HealthConfig config =
                Kinds.reader()
                        .read("checks: {gpu.count: {note: " + ConfigText.quoted(text) + "}}", "f");

        assertThat(config.checks().get(0).settings().find(Kinds.NOTE)).contains(text);
    }

    @Provide
    Arbitrary<HealthConfig> configs() {
        return Combinators.combine(
                        Arbitraries.strings(),
                        durations(10_000, 3_600_000),
                        schedulers(),
                        policies(),
                        journals(),
                        checks().list().ofMaxSize(4))
                .as(
                        (origin, interval, scheduler, policy, journal, checks) ->
                                new HealthConfig(
                                        origin,
                                        interval,
                                        scheduler,
                                        policy,
                                        journal,
                                        named(checks)));
    }

    private static Arbitrary<SchedulerConfig> schedulers() {
        return Combinators.combine(
                        Arbitraries.of(SchedulerConfig.Kind.class),
                        nodes().optional(),
                        paths(),
                        paths().optional(),
                        Arbitraries.of("slurm", "a.b@c", "O'Neil", "é"),
                        durations(1, 3_600_000),
                        Arbitraries.of(true, false))
                .as(SchedulerConfig::new);
    }

    private static Arbitrary<PolicyConfig> policies() {
        Arbitrary<PolicyConfig> streaks =
                Combinators.combine(
                                Arbitraries.of(Mode.class),
                                Arbitraries.integers().between(1, 1_000),
                                durations(1_000, 2_592_000_000L).optional(),
                                Arbitraries.integers().between(1, 1_000),
                                durations(1_000, 2_592_000_000L),
                                durations(0, 2_592_000_000L))
                        .as(ConfigTextTest::withStreaks);
        return Combinators.combine(
                        streaks,
                        shares(),
                        durations(0, 30_000),
                        shares().optional(),
                        durations(1_000, 2_592_000_000L),
                        durations(1_000, 2_592_000_000L),
                        paths().optional())
                .as(
                        (policy, budget, spread, limit, window, hold, pauseFile) ->
                                new PolicyConfig(
                                        policy.mode(),
                                        policy.partitionModes(),
                                        policy.failCount(),
                                        policy.failWindow(),
                                        policy.passCount(),
                                        policy.passHold(),
                                        policy.bootGrace(),
                                        budget,
                                        spread,
                                        limit,
                                        window,
                                        hold,
                                        pauseFile));
    }

    private static PolicyConfig withStreaks(
            Mode mode,
            int failCount,
            Optional<Duration> failWindow,
            int passCount,
            Duration passHold,
            Duration bootGrace) {
        PolicyConfig rest = PolicyConfig.of(Settings.EMPTY);
        return new PolicyConfig(
                mode,
                Map.of(),
                failCount,
                failWindow,
                passCount,
                passHold,
                bootGrace,
                rest.drainBudget(),
                rest.spread(),
                rest.commonCauseLimit(),
                rest.commonCauseWindow(),
                rest.commonCauseHold(),
                rest.pauseFile());
    }

    private static Arbitrary<Share> shares() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, 100_000).map(Share::nodes),
                Arbitraries.integers()
                        .between(0, 1_000)
                        .map(tenths -> Share.percent(tenths / 10.0)));
    }

    private static Arbitrary<JournalConfig> journals() {
        return Combinators.combine(
                        paths().map(Path::of),
                        Arbitraries.longs().between(4_096, 1L << 50),
                        Arbitraries.integers().between(0, 100))
                .as(JournalConfig::new);
    }

    private static Arbitrary<CheckConfig> checks() {
        Arbitrary<Map<String, Object>> settings =
                Combinators.combine(
                                Arbitraries.of(Kinds.ALL),
                                Arbitraries.longs().greaterOrEqual(0),
                                paths(),
                                Arbitraries.strings().list().ofMaxSize(3).optional(),
                                Arbitraries.integers().between(0, 10_000),
                                Arbitraries.integers().between(0, 999_999_999),
                                Arbitraries.strings().optional())
                        .as(ConfigTextTest::settings);
        Arbitrary<CheckSettings> common =
                Combinators.combine(
                                durations(1, 3_600_000),
                                Arbitraries.of(Severity.class).optional(),
                                Arbitraries.of(Mode.class).optional(),
                                Arbitraries.of(true, false))
                        .as(CheckSettings::new);
        Arbitrary<Applies> applies =
                Arbitraries.of("gpu[001-003]", "gpu*", "a,b?", "*", "node1")
                        .map(text -> HostPattern.of(text, Kinds::hostList))
                        .list()
                        .ofMaxSize(3)
                        .map(hosts -> new Applies(hosts, List.of(), List.of(), List.of()));
        return Combinators.combine(settings, common, applies)
                .as(
                        (values, shared, where) -> {
                            String kind = String.valueOf(values.remove("kind"));
                            return new CheckConfig(kind, kind, new Settings(values), shared, where);
                        });
    }

    private static Map<String, Object> settings(
            Declared kind,
            long expected,
            String path,
            Optional<List<String>> types,
            int used,
            int count,
            Optional<String> note) {
        Map<String, Object> values = new HashMap<>();
        values.put("kind", kind.id());
        switch (kind.id()) {
            case "memory.size" -> values.put("expected", expected);
            case "mount" -> {
                values.put("path", path);
                types.ifPresent(list -> values.put("fsType", List.copyOf(list)));
                values.put("used", used / 100.0);
            }
            case "gpu.count" -> {
                values.put("count", count);
                note.ifPresent(text -> values.put("note", text));
            }
            case "fan" -> {
                values.put("speed", 1 + count / 2);
                note.filter(text -> !text.isBlank()).ifPresent(text -> values.put("note", text));
            }
            default -> {}
        }
        return values;
    }

    private static List<CheckConfig> named(List<CheckConfig> checks) {
        List<CheckConfig> named = new ArrayList<>();
        for (CheckConfig check : checks) {
            String name = named.isEmpty() ? check.kind() : "null" + named.size();
            named.add(
                    new CheckConfig(
                            name, check.kind(), check.settings(), check.common(), check.applies()));
        }
        return named;
    }

    private static Arbitrary<Duration> durations(long leastMillis, long mostMillis) {
        Arbitrary<Long> millis =
                Arbitraries.longs().between(leastMillis, Math.min(mostMillis, 999_999_999));
        Arbitrary<Long> seconds =
                Arbitraries.longs().between((leastMillis + 999) / 1_000, mostMillis / 1_000);
        return Arbitraries.oneOf(millis.map(Duration::ofMillis), seconds.map(Duration::ofSeconds));
    }

    private static Arbitrary<NodeName> nodes() {
        return Arbitraries.of("gpu001", "a.b-c_d", "1e3", "null", "true").map(NodeName::new);
    }

    private static Arbitrary<String> paths() {
        return Arbitraries.of(
                "/", "/a b", "/it's", "/x#y", "/a: b", "/usr/bin/scontrol", "/\"", "/~");
    }
}
