package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.farrier.NodeName;
import dev.farrier.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {
    private static final String FILE = "/etc/farrier/farrier.yaml";

    @TempDir Path folder;

    @Test
    void readsEverySection() {
        HealthConfig config =
                read(
                        """
                        interval: 30s
                        scheduler:
                          kind: slurm
                          nodeName: gpu001
                          scontrol: /opt/slurm/bin/scontrol
                          slurmConf: /run/slurm/conf/slurm.conf
                          slurmUser: slurmadm
                          timeout: 3s
                        policy: {mode: act, failCount: 3, failWindow: 10m, passCount: 4, passHold: 1h, bootGrace: 0s}
                        journal: {path: /tmp/j.jsonl, maxSize: 1MiB, keep: 0}
                        """);

        assertThat(config)
                .isEqualTo(
                        new HealthConfig(
                                FILE,
                                Duration.ofSeconds(30),
                                new SchedulerConfig(
                                        SchedulerConfig.Kind.SLURM,
                                        Optional.of(new NodeName("gpu001")),
                                        "/opt/slurm/bin/scontrol",
                                        Optional.of("/run/slurm/conf/slurm.conf"),
                                        "slurmadm",
                                        Duration.ofSeconds(3),
                                        true),
                                new PolicyConfig(
                                        Mode.ACT,
                                        Map.of(),
                                        3,
                                        Optional.of(Duration.ofMinutes(10)),
                                        4,
                                        Duration.ofHours(1),
                                        Duration.ZERO,
                                        Share.percent(10),
                                        Duration.ofSeconds(20),
                                        Optional.empty(),
                                        Duration.ofMinutes(10),
                                        Duration.ofMinutes(30),
                                        Optional.empty()),
                                new JournalConfig(Path.of("/tmp/j.jsonl"), 1 << 20, 0),
                                List.of()));
    }

    @Test
    void readsAnInstanceNamedAfterItsCheck() {
        CheckConfig check = read("checks:\n  memory.size: {expected: 512GiB}\n").checks().get(0);

        assertThat(check.name()).isEqualTo("memory.size");
        assertThat(check.kind()).isEqualTo("memory.size");
        assertThat(check.settings().get(Kinds.EXPECTED)).isEqualTo(512L << 30);
        assertThat(check.applies()).isEqualTo(Applies.EVERYWHERE);
    }

    @Test
    void readsAnInstanceUnderANameOfItsOwn() {
        CheckConfig check =
                read("""
                                checks:
                                  scratch:
                                    check: mount
                                    path: /scratch
                                    fsType: [lustre, nfs4]
                                    severity: warn
                                    timeout: 5s
                                    mode: observe
                                    required: false
                                    for: {hosts: 'gpu[001-003]'}
                                """)
                        .checks()
                        .get(0);

        assertThat(check.name()).isEqualTo("scratch");
        assertThat(check.kind()).isEqualTo("mount");
        assertThat(check.settings().get(Kinds.FS_TYPE)).containsExactly("lustre", "nfs4");
        assertThat(check.common())
                .isEqualTo(
                        new CheckSettings(
                                Duration.ofSeconds(5),
                                Optional.of(Severity.WARNING),
                                Optional.of(Mode.OBSERVE),
                                false));
        assertThat(check.applies().to(new NodeName("gpu002"), Optional.empty()))
                .isEqualTo(Applies.Answer.YES);
        assertThat(check.applies().to(new NodeName("gpu004"), Optional.empty()))
                .isEqualTo(Applies.Answer.NO);
    }

    @Test
    void requiresAConfiguredCheckUnlessTheFileSaysOtherwise() {
        assertThat(read("checks: {clock: {}}").checks().get(0).common().required()).isTrue();
    }

    @Test
    void keepsTheOrderOfTheFile() {
        assertThat(
                        read("checks: {z: {check: clock}, a: {check: clock}, m: {check: clock}}")
                                .checks())
                .extracting(CheckConfig::name)
                .containsExactly("z", "a", "m");
    }

    @Test
    void takesTheDefaultsFromAFileThatSaysNothing() {
        HealthConfig defaults = HealthConfig.defaults(FILE);

        assertThat(read("")).isEqualTo(defaults);
        assertThat(read("# nothing\n")).isEqualTo(defaults);
        assertThat(read("---\n")).isEqualTo(defaults);
        assertThat(read("{}")).isEqualTo(defaults);
        assertThat(read("policy:\n  # mode: act\nchecks:\n")).isEqualTo(defaults);
        assertThat(defaults.policy().mode()).isEqualTo(Mode.OBSERVE);
        assertThat(defaults.scheduler().kind()).isEqualTo(SchedulerConfig.Kind.NONE);
    }

    @Test
    void readsAFileFromAnyEditor() {
        HealthConfig config = read("\ufeffinterval: 30s\r\npolicy:\r\n  failCount: 4\r\n");

        assertThat(config.policy().failCount()).isEqualTo(4);
    }

    @Test
    void refusesAnUnknownKeyAndNamesTheNearest() {
        refuses(
                "interval: 60s\npolicy:\n  failcount: 2\n",
                ":3:3: unknown key 'failcount'; did you mean 'failCount'?");
    }

    @Test
    void refusesAnUnknownKeyAndNamesThoseThatThereAreWhenNoneIsNear() {
        refuses(
                "journal: {colour: red}\n",
                ":1:11: unknown key 'colour'; known here: path, maxSize, keep");
    }

    @Test
    void refusesAnUnknownKeyOfACheck() {
        refuses(
                "checks:\n  home: {check: mount, pth: /home, path: /home}\n",
                ":2:24: unknown key 'pth'; did you mean 'path'?");
    }

    @Test
    void refusesAnUnknownSection() {
        refuses("chekcs: {}\n", ":1:1: unknown key 'chekcs'; did you mean 'checks'?");
    }

    @Test
    void refusesAnUnknownCheck() {
        refuses(
                "checks:\n  memory.sizes: {expected: 1GiB}\n",
                ":2:3: there is no check 'memory.sizes'; did you mean 'memory.size'? Else say with"
                        + " 'check:' which one it is");
        refuses(
                "checks:\n  home: {path: /home}\n",
                ":2:3: there is no check 'home'; say with 'check:' which one it is: memory.size,"
                        + " mount, gpu.count, fan, clock");
        refuses(
                "checks:\n  home: {check: mont, path: /home}\n",
                ":2:17: there is no check 'mont'; did you mean 'mount'?");
        refuses(
                "checks:\n  home: {check: , path: /home}\n",
                ":2:10: 'check' has no value; expected one of memory.size, mount, gpu.count, fan,"
                        + " clock");
        refuses(
                "checks:\n  home: {check: [mount], path: /home}\n",
                ":2:17: 'check' is a list; expected one of memory.size, mount, gpu.count, fan, clock");
    }

    @Test
    void refusesAMissingKey() {
        refuses(
                "checks:\n  home: {check: mount}\n",
                ":2:3: 'home' has no 'path'; it needs an absolute path such as /home");
    }

    @Test
    void refusesAKeyThatIsGivenTwice() {
        refuses(
                "interval: 60s\npolicy: {}\ninterval: 30s\n",
                ":3:1: 'interval' is given twice; the first is in line 1: rename or remove one");
    }

    @Test
    void refusesTwoChecksOfOneName() {
        refuses(
                "checks:\n  home: {check: mount, path: /a}\n  home: {check: mount, path: /b}\n",
                ":3:3: 'home' is given twice; the first is in line 2: rename or remove one");
    }

    @Test
    void refusesANameThatNoMessageCouldCarry() {
        refuses(
                "checks:\n  'a b': {check: clock}\n",
                ":2:3: 'a b' cannot be the name of a check; at most 64 letters, digits, '-', '_'"
                        + " and '.', a letter or digit first");
    }

    @Test
    void refusesAKeyWithoutAValue() {
        refuses("policy:\n  mode:\n", ":2:3: 'mode' has no value; expected one of act, observe");
        refuses("policy:\n  mode: ~\n", ":2:3: 'mode' has no value; expected one of act, observe");
    }

    @Test
    void refusesAListOrAMapWhereOneValueIsExpected() {
        refuses("policy:\n  mode: [act]\n", ":2:9: 'mode' is a list; expected one of act, observe");
        refuses(
                "interval: {seconds: 60}\n",
                ":1:11: 'interval' is a map; expected a duration from 10s to 1h");
        refuses(
                "checks: {home: {check: mount, path: /home, fsType: [nfs4, [xfs], ]}}\n",
                ":1:59: an entry of 'fsType' is a list; expected a list of texts, or one text");
    }

    @Test
    void refusesAListWhereKeysAreExpected() {
        refuses(
                "checks:\n  - mount\n",
                ":1:1: 'checks' is a list, not keys with values; write it like 'home: {check:"
                        + " mount, path: /home}'");
        refuses(
                "- interval: 60s\n",
                ":1:1: the file is a list, not keys with values; write it like 'interval: 60s'");
        refuses(
                "policy: act\n",
                ":1:1: 'policy' is a single value, not keys with values; write it like 'mode:"
                        + " observe'");
    }

    @Test
    void refusesAValueOfTheWrongType() {
        refuses(
                "policy:\n  failCount: two\n",
                ":2:14: failCount: 'two' is not a whole number; expected a whole number from 1 to"
                        + " 1000");
        refuses(
                "policy:\n  mode: Act\n",
                ":2:9: mode: unknown word 'Act'; expected one of act, observe");
        refuses(
                "checks:\n  clock:\n    severity: bad\n",
                ":3:15: severity: unknown word 'bad'; expected one of error, fatal, info, warn");
        refuses(
                "checks:\n  clock: {required: yes}\n",
                ":2:21: required: 'yes' is not true or false; expected true or false");
        refuses(
                "checks:\n  memory.size: {expected: lots}\n",
                ":2:27: expected: 'lots' is not a size; expected a size such as 512MiB or 1.5TB");
        refuses(
                "scheduler:\n  scontrol: scontrol\n",
                ":2:13: scontrol: 'scontrol' is not an absolute path; expected an absolute path"
                        + " such as /home");
        refuses(
                "scheduler:\n  slurmUser: a b\n",
                ":2:14: slurmUser: 'a b' is not a user name; expected a user name such as slurm");
    }

    @Test
    void refusesADurationWithoutAUnit() {
        refuses(
                "interval: 60\n",
                ":1:11: interval: '60' has no unit; expected a duration from 10s to 1h");
    }

    @Test
    void refusesANodeNameThatNoSchedulerHas() {
        refuses(
                "scheduler: {nodeName: 'gpu 1'}\n",
                ":1:23: nodeName: not a node name: 'gpu 1'; letters, digits, '-', '_' and '.' are"
                        + " allowed; expected a node name such as gpu001");
    }

    @Test
    void refusesAHostListThatCannotBeExpanded() {
        refuses(
                "checks: {clock: {for: {hosts: 'gpu[001-'}}}\n",
                ":1:31: hosts: 'gpu[001-' has no closing bracket; expected a host list such as"
                        + " gpu[001-064], a glob such as gpu*, or a list of them");
        refuses(
                "checks: {clock: {for: {hosts: []}}}\n",
                ":1:31: hosts: the list is empty; expected a host list such as gpu[001-064], a"
                        + " glob such as gpu*, or a list of them");
        refuses(
                "checks: {clock: {for: {}}}\n",
                ":1:18: 'for' names no condition; one of hosts, partition, feature, gres; or leave"
                        + " it out");
    }

    @Test
    void readsWhatTheSchedulerSaysOfANode() {
        HealthConfig config =
                read(
                        """
                        scheduler: {kind: slurm}
                        policy: {partitionModes: {gpu: act, debug: observe}}
                        checks:
                          clock: {for: {partition: gpu, feature: [h100, h200], gres: 'gpu:h100'}}
                        """);

        assertThat(config.policy().partitionModes())
                .containsExactlyInAnyOrderEntriesOf(Map.of("gpu", Mode.ACT, "debug", Mode.OBSERVE));
        assertThat(config.checks().get(0).applies())
                .isEqualTo(
                        new Applies(
                                List.of(),
                                List.of("gpu"),
                                List.of("h100", "h200"),
                                List.of("gpu:h100")));
        assertThat(config.asksForProfile()).isTrue();
        assertThat(ConfigText.show(config, Kinds.ALL))
                .contains("partitionModes: {gpu: act, debug: observe}")
                .contains("      gres: 'gpu:h100'");
        assertThat(read(ConfigText.show(config, Kinds.ALL))).isEqualTo(config);
    }

    @Test
    void refusesValuesThatDoNotFitTogetherAtTheirPlaceWithAllElseThatIsWrong() {
        refuses(
                "intervall: 1m\nchecks:\n  fan:\n    speed: 0\n  b: {check: fan, note: ' '}\n",
                ":1:1: unknown key 'intervall'; did you mean 'interval'?",
                ":4:12: check 'fan': speed is 0, and no note says why",
                ":5:3: check 'b': a blank note says nothing");
    }

    @Test
    void refusesAFileForANewerVersionAndSaysNothingElseOfIt() {
        refuses(
                "unknown: 1\nversion: 2\n",
                ":2:10: written for version 2 of the configuration, and this Farrier reads up to 1;"
                        + " update Farrier on this node");
        assertThat(read("version: 1\n").checks()).isEmpty();
        refuses(
                "version: 0\n",
                ":1:10: version: '0' is less than 1; expected a whole number from 1 to 1000");
    }

    @Test
    void understandsAKeyUnderAFormerName() {
        assertThat(read("checks: {gpu.count: {gpus: 4}}").checks())
                .isEqualTo(read("checks: {gpu.count: {count: 4}}").checks());
        refuses(
                "checks: {gpu.count: {gpus: 4, count: 4}}\n",
                ":1:22: 'gpus' is now 'count', which is given too; leave it out");
    }

    @Test
    void renamesKeysAndLeavesAllElseAsItIs() {
        String text =
                "\ufeff# gpus: as it was\r\ninterval: 30s   # number\r\nchecks:\r\n  gpu.count:"
                        + " {'gpus': 4}  # gpus\r\n  é: \n";
        text = text.replace("  é: \n", "  b: {check: gpu.count, note: 'gpus: é', number: 2}\n");

        assertThat(Kinds.reader().migrated(text, FILE))
                .isEqualTo(
                        text.replace("'gpus': 4", "'count': 4").replace("number: 2", "count: 2"));
        assertThat(Kinds.reader().migrated("# nothing\n", FILE)).isEqualTo("# nothing\n");
    }

    @Test
    void tellsWhereEachKeyStands() throws IOException {
        Path file = folder.resolve("farrier.yaml");
        Files.writeString(file, "interval: 30s\nchecks:\n  clock: {for: {hosts: a}}\n");
        HealthConfig config = Kinds.reader().read(file);

        assertThat(ConfigReader.lines(file))
                .containsEntry("interval", 1)
                .containsEntry("checks/clock/for/hosts", 3);
        assertThat(ConfigText.show(config, Kinds.ALL, ConfigReader.lines(file)))
                .contains("interval: 30s # farrier.yaml:1\n")
                .contains("      hosts: a # farrier.yaml:3\n")
                .contains("  mode: observe # default\n");
        assertThat(ConfigJson.of(config, Kinds.ALL, ConfigReader.lines(file)).toString())
                .contains("interval={value=30s, origin=" + file + ":1}")
                .contains("check={value=clock, origin=name}")
                .contains("hosts={value=[a], origin=" + file + ":3}")
                .contains("keep={value=5, origin=default}");
    }

    @Test
    void refusesConditionsThatNoNodeMeets() {
        String slurm = "scheduler: {kind: slurm}\n";
        refuses(
                slurm + "checks: {clock: {for: {partition: 'gpu,cpu'}}}\n",
                ":2:35: partition: 'gpu,cpu' is several names: write them as a list; expected a"
                        + " partition such as gpu, or a list of them");
        refuses(
                slurm + "checks: {clock: {for: {gres: 'gpu:8'}}}\n",
                ":2:30: gres: 'gpu:8' has a count: leave it out; expected a resource such as gpu or"
                        + " gpu:h100, or a list of them");
        refuses(
                slurm + "checks: {clock: {for: {partitions: gpu}}}\n",
                ":2:24: unknown key 'partitions'; did you mean 'partition'?");
        refuses(
                slurm + "policy: {partitionModes: {gpu: act, cpu: acts, debug: [act]}}\n",
                ":2:42: partitionModes: unknown word 'acts'; expected a map such as {gpu: act,"
                        + " debug: observe}",
                ":2:55: 'debug' in 'partitionModes' is a list; expected a map such as {gpu: act,"
                        + " debug: observe}");
    }

    @Test
    void refusesWhatOnlyASchedulerCouldSayWhereThereIsNone() {
        refuses(
                "policy: {partitionModes: {gpu: act}}\nchecks: {clock: {for: {feature: x}}}\n",
                ":1:10: 'partitionModes' needs a scheduler; name one with 'scheduler: {kind:"
                        + " slurm}'",
                ":2:24: 'feature' needs a scheduler; name one with 'scheduler: {kind: slurm}'");
    }

    @Test
    void refusesValuesOutOfRange() {
        refuses(
                "interval: 5s\n",
                ":1:11: interval: '5s' is less than 10s; expected a duration from 10s to 1h");
        refuses(
                "interval: 61m\n",
                ":1:11: interval: '61m' is more than 1h; expected a duration from 10s to 1h");
        refuses(
                "policy:\n  failCount: 0\n",
                ":2:14: failCount: '0' is less than 1; expected a whole number from 1 to 1000");
        refuses(
                "policy:\n  passCount: 0\n",
                ":2:14: passCount: '0' is less than 1; expected a whole number from 1 to 1000");
        refuses(
                "policy:\n  passHold: 0s\n",
                ":2:13: passHold: '0s' is less than 1s; expected a duration from 1s to 30d");
        refuses(
                "policy:\n  failWindow: 0s\n",
                ":2:15: failWindow: '0s' is less than 1s; expected a duration from 1s to 30d");
        refuses(
                "checks: {clock: {timeout: 0s}}\n",
                ":1:27: timeout: '0s' is less than 1ms; expected a duration from 1ms to 1h");
    }

    @Test
    void refusesTabs() {
        refuses(
                "policy:\n\tmode: act\n",
                ":2:1: a tab where YAML allows only spaces; indent with spaces");
    }

    @Test
    void saysInPlainWordsWhatIsNoYaml() {
        refuses(
                "policy:\n  mode: act\n failCount: 2\n",
                ":3:2: this does not fit the lines above; indent the keys of one section equally,"
                        + " and quote a whole value");
        refuses(
                "policy: {mode: act\ninterval: 60s\n",
                ":2:9: a comma or a closing bracket is missing before here; the '{' is in line 1");
        refuses(
                "interval: '60s\npolicy: {}\n",
                ":1:11: this quotation mark is never closed; close it");
        refuses(
                "policy:\n  mode: act: now\n",
                ":2:12: a ':' is not allowed here; put a text that holds ': ' in quotes; or the"
                        + " line above lacks a ':'");
        refuses(
                "policy:\n  mode: act\ninterval\nchecks: {}\n",
                ":3:1: a line without 'key: value'; add the ':'");
        refuses(
                "interval: @daily\n",
                ":1:11: a text cannot start with this character; put the text in quotes");
        refuses(
                "checks: {clock: {for: {hosts: *}}}\n",
                ":1:31: '*' and '&' do not stand for themselves here; put the text in quotes");
        refuses(
                "interval: \"\\UFFFFFFFF\"\n",
                ":1:14: a '\\' with a character code that is none stands before here; write a"
                        + " backslash as '\\\\' between double quotes");
        refuses("interval: ]\n", ":1:11: a value is missing before here");
        refuses(
                "%YAML 2.0\n---\ninterval: 60s\n",
                ": its '%YAML' line names a version that is unknown; remove that line");
    }

    @Test
    void refusesWhatYamlHasAndAConfigurationDoesNotNeed() {
        refuses(
                "interval: &i 60s\n",
                ":1:11: an anchor, '&', is not allowed; remove it, or put it in quotes");
        refuses(
                "checks: {clock: {for: {hosts: *gpu}}}\n",
                ":1:31: an alias, '*gpu', is not allowed; put it in quotes if the asterisk is"
                        + " meant, else write the value again");
        refuses(
                "interval: !!str 60s\n",
                ":1:11: a tag, '!', is not allowed; remove it, or put it in quotes");
        refuses(
                "interval: 60s\n---\ninterval: 30s\n",
                ":2:1: a second document starts here; one file holds one document: remove the"
                        + " '---'");
        refuses(
                "interval: 60s\n? [a]\n: b\n",
                ":2:3: a list as a key; put a value that starts with '{' or '[' in quotes");
    }

    @Test
    void refusesATemplateThatNobodyFilledIn() {
        assertThat(problems("interval: {{ farrier_interval }}\n"))
                .contains(
                        FILE
                                + ":1:12: a map as a key; put a value that starts with '{' or '['"
                                + " in quotes");
    }

    @Test
    void refusesNestingThatNoSettingNeeds() {
        refuses("a: " + "[".repeat(10_000), ":1:23: nested too deeply; no setting needs 20 levels");
    }

    @Test
    void refusesAliasesThatWouldMultiply() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i <= 30; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }

        assertThat(problems(bomb.toString())).hasSize(31 + 31 + 60);
    }

    @Test
    void reportsTwoHundredProblemsInOneGo() {
        StringBuilder text = new StringBuilder("checks:\n");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            text.append("  m%d: {check: mount, path: home, timeot: 5s}\n".formatted(i));
            int column = ("  m" + i + ": {check: mount, path: ").length() + 1;
            expected.add(
                    FILE
                            + ":%d:%d: path: 'home' is not an absolute path"
                                    .formatted(i + 2, column)
                            + "; expected an absolute path such as /home");
            expected.add(
                    FILE
                            + ":%d:%d: unknown key 'timeot'".formatted(i + 2, column + 6)
                            + "; did you mean 'timeout'?");
        }

        assertThat(problems(text.toString())).isEqualTo(expected);
    }

    @Test
    void escapesWhatATerminalCouldActOn() {
        refuses(
                "interval: \"\\e[2J\\u202e\"\n",
                ":1:11: interval: '\\u001b[2J\\u202e' is not a duration; expected a duration from"
                        + " 10s to 1h");
    }

    @Test
    void cutsAValueThatNobodyCouldReadInAMessage() {
        String message = problems("interval: " + "9".repeat(100_000)).get(0);

        assertThat(message).hasSizeLessThan(400).contains("999…");
    }

    @Test
    void refusesBinaryInput() throws IOException {
        refusesBytes(
                new byte[] {'a', ':', ' ', '1', '\n', 'b', 0, 1},
                ":2:2: not a text file: it holds the character \\u0000; write it as plain UTF-8"
                        + " text");
        refusesBytes(
                new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0},
                ":1:5: not a text file: it holds the character \\u0002; write it as plain UTF-8"
                        + " text");
    }

    @Test
    void refusesWhatIsNotUtf8() throws IOException {
        refusesBytes(
                "interval: 60s\n# für\n".getBytes(StandardCharsets.ISO_8859_1),
                ":2:4: not UTF-8: the byte 0xfc; write it as plain UTF-8 text");
        refusesBytes(
                "interval: 60s\n".getBytes(StandardCharsets.UTF_16),
                ":1:1: not UTF-8: the byte 0xfe; write it as plain UTF-8 text");
        refusesBytes(
                new byte[] {'#', (byte) 0xe2, (byte) 0x82},
                ":1:2: not UTF-8: the byte 0xe2; write it as plain UTF-8 text");
    }

    @Test
    void refusesAnEnormousFile() throws IOException {
        refusesBytes(
                "#\n".repeat(1 << 20).getBytes(StandardCharsets.UTF_8),
                ": larger than 1 MiB; a configuration is a few kilobytes");
    }

    @Test
    void refusesAnEnormousText() {
        refuses("#\n".repeat(1 << 20), ": larger than 1 MiB; a configuration is a few kilobytes");
    }

    @Test
    void readsAFileOfTheLargestSize() throws IOException {
        byte[] bytes = "#\n".repeat(1 << 19).getBytes(StandardCharsets.UTF_8);

        assertThat(Kinds.reader().read(write(bytes)).checks()).isEmpty();
    }

    @Test
    void refusesAFileThatIsNone() {
        assertThatThrownBy(() -> Kinds.reader().read(folder))
                .isInstanceOf(ConfigException.class)
                .hasMessage(folder + ": not a file but something else; name a file");
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> Kinds.reader().read(missing))
                .isInstanceOf(ConfigException.class)
                .hasMessage(missing + ": there is no such file");
        assertThatThrownBy(() -> Kinds.reader().read(Path.of("/dev/zero")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("/dev/zero: not a file but something else; name a file");
    }

    @Test
    void refusesAKindWhoseKeysAreTaken() {
        Setting<Mode> mode = Setting.optional("mode", SettingTypes.MODE, "Taken.");
        Declared kind = new Declared("bad", "Bad.", List.of(mode));

        assertThatThrownBy(() -> new ConfigReader(List.of(kind), List::of))
                .hasMessage("bad declares the key mode, which is taken");
        assertThatThrownBy(
                        () ->
                                new ConfigReader(
                                        List.of(Kinds.ALL.get(0), Kinds.ALL.get(0)), List::of))
                .hasMessage("two checks with the id memory.size");
    }

    private static HealthConfig read(String text) {
        return Kinds.reader().read(text, FILE);
    }

    /** Reports exactly this, in which the file's name is left out. */
    private static void refuses(String text, String... messages) {
        assertThat(problems(text))
                .containsExactlyElementsOf(Stream.of(messages).map(FILE::concat).toList());
    }

    private static List<String> problems(String text) {
        ConfigException refusal = catchThrowableOfType(ConfigException.class, () -> read(text));
        assertThat(refusal).as("refusal of <%s>", Printable.cut(text, 200)).isNotNull();
        return refusal.problems().stream().map(Problem::message).toList();
    }

    private void refusesBytes(byte[] bytes, String message) throws IOException {
        Path file = write(bytes);

        assertThatThrownBy(() -> Kinds.reader().read(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + message);
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("farrier.yaml"), bytes);
    }
}
