package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SupportBundleTest {
    private static final String KEY =
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n";

    /** All that must not be found in a bundle. */
    private static final List<String> ORIGINALS =
            List.of(
                    "gpu017",
                    "gpu018",
                    "gpu[001-064]",
                    "example.org",
                    "nfs01",
                    "login-a",
                    "alice",
                    "bob.smith",
                    "192.0.2.10",
                    "2001:db8::10",
                    "fe80:0:0:0:506b:4bff:fea1:b2c3",
                    "aa:bb:cc:dd:ee:01",
                    "1320000000001",
                    "PF0XYZ12",
                    "ab12cd34-0000-1111-2222-333344445555",
                    "0x506b4b0300a1b2c3",
                    "506b:4b03:00a1:b2c3",
                    "hunter2",
                    "open sesame",
                    "tok_12345",
                    "b3BlbnNzaC1rZXk",
                    "AAAAB3NzaC1yc2EAAAADAQAB",
                    "admin@site.example.com");

    @TempDir private Path folder = Path.of("");

    private record Ran(int code, String out, String err) {}

    @BeforeEach
    void makeMachine() throws IOException {
        write("proc/sys/kernel/hostname", "gpu017.cluster.example.org\n");
        write("proc/sys/kernel/random/boot_id", "ab12cd34-0000-1111-2222-333344445555\n");
        write("proc/uptime", "9000.00 1.00\n");
        write("proc/meminfo", "MemTotal:       65536000 kB\n");
        write(
                "proc/self/mountinfo",
                """
                26 1 253:0 / / rw - xfs /dev/vda rw
                27 26 0:45 / /home/alice rw - nfs4 nfs01:/export rw,addr=192.0.2.10
                """);
        write("etc/hosts", "192.0.2.10 nfs01.example.org login-a # alice\n");
        write("etc/passwd", "root:x:0:0::/root:/bin/sh\nbob.smith:x:1002:1002::/home/b:/bin/sh\n");
        write(
                "etc/farrier/farrier.yaml",
                """
                scheduler: {kind: none, nodeName: gpu017}
                checks:
                  memory.size: {for: {hosts: 'gpu[001-064]'}}
                  site: {check: command, command: [/bin/echo, --token, tok_12345]}
                # password: "open sesame"
                # db_password=hunter2
                """);
        write(
                "var/log/farrier/journal.jsonl",
                """
                {"schema":"farrier-journal/1","event":"person","node":"gpu018","by":"alice","reason":"alice: see gpu017"}
                {"schema":"farrier-journal/1","event":"report","node":"gpu017","what":"GPU-ab12cd34-0000-1111-2222-333344445555 0000:3b:00.0"}
                """);
        write(
                "var/log/farrier/farrier.log",
                "2026-11-30T09:32:27 driver 570.133.20 serial number: 1320000000001\n"
                        + "Board {\"serialNumber\": \"PF0XYZ12\"} 2001:db8::10 aa:bb:cc:dd:ee:01\n"
                        + "port 0x506b4b0300a1b2c3 506b:4b03:00a1:b2c3 fe80:0:0:0:506b:4bff:fea1:b2c3\n"
                        + "mail admin@site.example.com, ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB x\n"
                        + KEY);
        write("run/farrier/hooks", "10.0 prolog 4 1 0 gpu[017-018] 0,1\n");
        write("var/lib/farrier/state.json", "{\"node\":\"gpu017\"}\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    private Ran run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of("support-bundle", "--root=" + folder));
        all.addAll(List.of(arguments));
        int code =
                Commands.run(
                        all.toArray(new String[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8));
        return new Ran(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    private Path archive() {
        return folder.resolve("bundle.tar.gz");
    }

    private Map<String, String> bundle() throws IOException {
        Ran ran = run("--output=" + archive());
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        return unpacked(archive());
    }

    /** The files of a tar archive, by name without its folder. */
    private static Map<String, String> unpacked(Path archive) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (InputStream in =
                new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(archive)))) {
            for (byte[] header = in.readNBytes(512); header[0] != 0; header = in.readNBytes(512)) {
                String name = new String(header, 0, 100, UTF_8).replace("\0", "");
                int size = Integer.parseInt(new String(header, 124, 11, UTF_8), 8);
                files.put(
                        name.substring(name.indexOf('/') + 1),
                        new String(in.readNBytes(size), UTF_8));
                in.skipNBytes((512 - size % 512) % 512);
            }
        }
        return files;
    }

    @Test
    void keepsNoOriginal() throws IOException {
        String all = String.join("\n", bundle().values());

        for (String original : ORIGINALS) {
            assertThat(all).doesNotContainIgnoringCase(original);
        }
    }

    @Test
    void keepsWhatBelongsTogether() throws IOException {
        Map<String, String> files = bundle();
        List<Map<String, Object>> journal =
                files.getOrDefault("log/journal.jsonl", "").lines().map(Json::object).toList();
        Object here = Json.object(files.getOrDefault("state/state.json", "")).get("node");

        assertThat(here).isEqualTo(journal.get(1).get("node")).asString().matches("host[A-Z]+017");
        assertThat(journal.get(0).get("node")).asString().matches("host[A-Z]+018");
        assertThat(journal.get(0).get("reason"))
                .isEqualTo(journal.get(0).get("by") + ": see " + here);
        assertThat(files.get("farrier.yaml"))
                .contains("nodeName: " + here)
                .containsPattern("hosts: 'host[A-Z]+\\[001-064\\]'");
        assertThat(files.get("run/hooks")).containsPattern("host[A-Z]+\\[017-018\\]");
    }

    @Test
    void keepsWhatTellsOfTheCase() throws IOException {
        Map<String, String> files = bundle();

        assertThat(files.get("log/journal.jsonl")).contains("GPU-uuid-", "0000:3b:00.0");
        assertThat(files.get("log/farrier.log")).contains("2026-11-30T09:32:27", "570.133.20");
        assertThat(files.get("os/proc/mountinfo")).contains("253:0 / / rw - xfs /dev/vda");
        assertThat(files.get("check.json")).contains("\"memory.size\"", "62.5 GiB");
        assertThat(files.get("node.json")).isNotNull();
        assertThat(files.get("version.txt")).contains("farrier", "java");
    }

    @Test
    void showsFirstWhatItContains() throws IOException {
        Map<String, String> files = bundle();

        assertThat(files.keySet().iterator().next()).isEqualTo("contents.txt");
        assertThat(files.get("contents.txt"))
                .contains("farrier.yaml: ", "run/verdict: not there")
                .contains(files.keySet().stream().skip(1).toList());
        assertThat(run("--list").out()).contains("farrier.yaml: ").doesNotContain("Written");
    }

    @Test
    void followsNoLink() throws IOException {
        write("secret", "shadow\n");
        Files.delete(folder.resolve("var/log/farrier/farrier.log"));
        Files.createSymbolicLink(
                folder.resolve("var/log/farrier/farrier.log"), folder.resolve("secret"));

        assertThat(bundle()).doesNotContainKey("log/farrier.log");
        assertThat(run("--list").out()).contains("log/farrier.log: left out: a link");
    }

    @Test
    void isForItsOwnerAloneAndReplacesNothing() throws IOException {
        bundle();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive())))
                .isEqualTo("rw-------");
        Ran again = run("--output=" + archive());
        assertThat(again.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(again.err()).contains("there is a file already");
    }

    @Test
    void takesTheEndOfALargeLog() throws IOException {
        write("var/log/farrier/farrier.log", "a line of it\n".repeat(200_000) + "last\n");

        String log = bundle().getOrDefault("log/farrier.log", "");

        assertThat(log.length()).isLessThanOrEqualTo(SupportBundle.LONGEST_FILE);
        assertThat(log).startsWith("a line of it\n").endsWith("last\n");
    }

    @Test
    void comesAlsoWithAWrongConfiguration() throws IOException {
        write("etc/farrier/farrier.yaml", "nonsense: gpu017\n");

        assertThat(bundle()).containsKeys("configuration-problems.txt", "check.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000:3b:00.0",
                "8ed0:00:00.0",
                "09:32:27",
                "570.133.20",
                "127.0.0.1",
                "::1",
                "gpu.row-remap.failed",
                "0x48",
                "IDLE+DRAIN",
                "farrier:1a2b3c4d gpu.lost 0000:3b:00.0",
                "std::string",
                "the token is missing"
            })
    void leavesWhatTellsNothing(String text) {
        assertThat(new StandIns().applyTo(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "password=hunter2 | password=secret-1",
                "{\"apiKey\":\"a b\\\"c\"} | {\"apiKey\":\"secret-1\"}",
                "Authorization: Bearer abcdefgh12345 | Authorization: Bearer secret-1",
                "https://me:pw@db.example.org/x | https://secret-1@hostA.domain-1/x",
                "serial: 42, Serial Number : 43 | serial: serial-1, Serial Number : serial-2",
                "10.1.2.3 and 10.1.2.4, 10.1.2.3 | ipv4-1 and ipv4-2, ipv4-1",
                "AA:BB:CC:DD:EE:FF aa:bb:cc:dd:ee:ff | mac-1 mac-1",
                "[fe80::1%eth0]:80 | [ipv6-1%eth0]:80"
            })
    void givesTheSameTheSame(String text, String expected) {
        StandIns standIns = new StandIns();
        standIns.learn(text);

        assertThat(standIns.applyTo(text)).isEqualTo(expected);
    }
}
