package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installer of the archive, with stand-ins for what an archive holds, below a folder. */
class InstallScriptTest {
    private static final Path SCRIPT = Path.of("src/main/dist/install.sh").toAbsolutePath();
    private static final String HOOK = "opt/farrier/libexec/slurm-prolog";

    @TempDir private Path folder = Path.of("");

    private record Result(int exitCode, String output) {}

    @BeforeEach
    void makeRoot() throws IOException {
        Files.createDirectories(root().resolve("etc/farrier"));
        Files.writeString(root().resolve("etc/farrier/farrier.yaml"), "interval: 60s\n");
        Files.createDirectories(root().resolve("usr/lib/tmpfiles.d"));
    }

    private Path root() {
        return folder.resolve("root");
    }

    private Path archive(String version) throws IOException {
        return archive(version, "exit 0");
    }

    /** An unpacked archive whose program and hook say their version. */
    private Path archive(String version, String selfTest) throws IOException {
        Path tree = folder.resolve("farrier-" + version);
        Files.createDirectories(tree.resolve("lib"));
        Files.createDirectories(tree.resolve("runtime"));
        Files.createDirectories(tree.resolve("tmpfiles.d"));
        Files.writeString(tree.resolve("version"), version + "\n");
        Files.writeString(tree.resolve("lib/digest"), "digest of " + version + "\n");
        Files.writeString(tree.resolve("runtime/release"), "JAVA_VERSION=\"25\"\n");
        Files.copy(Path.of("src/main/dist/farrier.conf"), tree.resolve("tmpfiles.d/farrier.conf"));
        script(tree.resolve("install.sh"), Files.readString(SCRIPT));
        script(
                tree.resolve("bin/farrier"),
                "#!/bin/sh\n[ \"$1\" != self-test ] || " + selfTest + "\necho " + version + "\n");
        script(tree.resolve("libexec/slurm-prolog"), "#!/bin/sh\necho " + version + "\n");
        return tree;
    }

    private static void script(Path path, String text) throws IOException {
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Result install(Path archive) throws Exception {
        return run(archive.resolve("install.sh").toString(), "--root", root().toString());
    }

    private Result run(String... argv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), output);
    }

    private String current() throws IOException {
        return Files.readSymbolicLink(root().resolve("opt/farrier/current")).toString();
    }

    private Set<String> below(String path) throws IOException {
        Set<String> names = new TreeSet<>();
        try (var files = Files.walk(root().resolve(path))) {
            files.filter(file -> !Files.isDirectory(file))
                    .forEach(file -> names.add(root().relativize(file).toString()));
        }
        return names;
    }

    @Test
    void laysOutAVersionAndMakesItCurrent() throws Exception {
        Result result = install(archive("1.0.0"));

        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(current()).isEqualTo("versions/1.0.0");
        assertThat(run(root().resolve("opt/farrier/current/bin/farrier").toString()).output())
                .isEqualTo("1.0.0\n");
        assertThat(root().resolve("opt/farrier/bin/farrier"))
                .content()
                .contains("exec /opt/farrier/current/bin/farrier \"$@\"");
    }

    @Test
    void takesAnotherPrefix() throws Exception {
        Path archive = archive("1.0.0");

        Result result =
                run(
                        archive.resolve("install.sh").toString(),
                        "--prefix",
                        "/srv/farrier/",
                        "--root",
                        root().toString());

        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(root().resolve("srv/farrier/bin/farrier"))
                .content()
                .contains("exec /srv/farrier/current/bin/farrier");
        assertThat(root().resolve("opt")).doesNotExist();
    }

    @Test
    void leavesNothingHalfMadeAndChangesNothingElse() throws Exception {
        install(archive("1.0.0"));
        install(archive("2.0.0"));

        assertThat(below("opt/farrier"))
                .allMatch(name -> !name.contains(".new.") && !name.matches(".*/\\.[^/]*"));
        Set<String> others = below("");
        others.removeIf(name -> name.startsWith("opt/farrier/"));
        assertThat(others)
                .containsExactly("etc/farrier/farrier.yaml", "usr/lib/tmpfiles.d/farrier.conf");
    }

    @Test
    void leavesOutTheTmpfilesLineWhereThereIsNoFolderForIt() throws Exception {
        Files.delete(root().resolve("usr/lib/tmpfiles.d"));

        assertThat(install(archive("1.0.0")).exitCode()).isZero();
        assertThat(root().resolve("usr/lib/tmpfiles.d")).doesNotExist();
    }

    @Test
    void keepsTheLastTwoVersions() throws Exception {
        install(archive("1.0.0"));
        install(archive("2.0.0"));
        install(archive("3.0.0"));

        assertThat(root().resolve("opt/farrier/versions").toFile().list())
                .containsExactlyInAnyOrder("2.0.0", "3.0.0");
    }

    @Test
    void goesBackToTheVersionBefore() throws Exception {
        Path first = archive("1.0.0");
        install(first);
        install(archive("2.0.0"));

        Result back = run(installed("1.0.0", "install.sh"), "--root", root().toString());

        assertThat(back.exitCode()).as(back.output()).isZero();
        assertThat(current()).isEqualTo("versions/1.0.0");
        assertThat(run(root().resolve(HOOK).toString()).output()).isEqualTo("1.0.0\n");
        assertThat(root().resolve("opt/farrier/versions").toFile().list())
                .containsExactlyInAnyOrder("1.0.0", "2.0.0");
    }

    private String installed(String version, String file) {
        return root().resolve("opt/farrier/versions").resolve(version).resolve(file).toString();
    }

    @Test
    void doesNotChangeAVersionThatIsThere() throws Exception {
        install(archive("1.0.0"));
        Object before = Files.getAttribute(Path.of(installed("1.0.0", "lib/digest")), "unix:ino");

        Result again = install(folder.resolve("farrier-1.0.0"));

        assertThat(again.output()).contains("there already");
        assertThat(Files.getAttribute(Path.of(installed("1.0.0", "lib/digest")), "unix:ino"))
                .isEqualTo(before);
    }

    @Test
    void replacesAnotherBuildOfTheSameVersionAsAWhole() throws Exception {
        Path archive = archive("1.0.0");
        install(archive);
        Files.writeString(archive.resolve("lib/digest"), "another digest\n");

        Result again = install(archive);

        assertThat(again.exitCode()).as(again.output()).isZero();
        assertThat(Path.of(installed("1.0.0", "lib/digest"))).hasContent("another digest");
        assertThat(root().resolve("opt/farrier/versions").toFile().list()).containsExactly("1.0.0");
    }

    @Test
    void keepsWhatWorksWhenTheNewVersionDoesNotRunHere() throws Exception {
        install(archive("1.0.0"));

        Result result = install(archive("2.0.0", "exit 70"));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.output()).contains("does not work here; nothing was changed");
        assertThat(current()).isEqualTo("versions/1.0.0");
        assertThat(run(root().resolve(HOOK).toString()).output()).isEqualTo("1.0.0\n");
    }

    @Test
    void keepsAHookThatTheOlderVersionDoesNotHave() throws Exception {
        install(archive("1.0.0"));
        Path second = archive("2.0.0");
        script(second.resolve("libexec/slurm-epilog"), "#!/bin/sh\nexit 0\n");
        install(second);

        run(installed("1.0.0", "install.sh"), "--root", root().toString());

        assertThat(root().resolve("opt/farrier/libexec/slurm-epilog")).isExecutable();
    }

    @Test
    void leavesStubsThatLetEverythingThroughAndSaysSo() throws Exception {
        Path archive = archive("1.0.0");
        install(archive);

        Result result =
                run(
                        archive.resolve("install.sh").toString(),
                        "uninstall",
                        "--root",
                        root().toString());

        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output()).contains("/opt/farrier/libexec remain hooks");
        assertThat(below("opt/farrier")).containsExactly(HOOK);
        assertThat(run(root().resolve(HOOK).toString())).isEqualTo(new Result(0, ""));
        assertThat(below("etc")).containsExactly("etc/farrier/farrier.yaml");
        assertThat(below("usr")).isEmpty();
    }

    @Test
    void installsAgainOverTheStubs() throws Exception {
        Path archive = archive("1.0.0");
        install(archive);
        run(archive.resolve("install.sh").toString(), "uninstall", "--root", root().toString());

        install(archive);

        assertThat(run(root().resolve(HOOK).toString()).output()).isEqualTo("1.0.0\n");
    }

    @Test
    void neverLeavesAMomentWithoutAHook() throws Exception {
        Path first = archive("1.0.0");
        Path second = archive("2.0.0");
        install(first);
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService jobs = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> calls = new ArrayList<>();
            for (String path : List.of(HOOK, "opt/farrier/current/bin/farrier")) {
                calls.add(jobs.submit(callUntil(done, root().resolve(path).toString())));
            }
            for (int i = 0; i < 10; i++) {
                assertThat(install(second).exitCode()).isZero();
                assertThat(install(first).exitCode()).isZero();
            }
            done.set(true);
            for (Future<Integer> call : calls) {
                assertThat(call.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            done.set(true);
            jobs.shutdownNow();
        }
    }

    /** How often it was called; each time it was there and whole. */
    private Callable<Integer> callUntil(AtomicBoolean done, String path) {
        return () -> {
            int calls = 0;
            while (!done.get()) {
                Result result = run(path);
                assertThat(result.exitCode()).as(result.output()).isZero();
                assertThat(result.output()).isIn("1.0.0\n", "2.0.0\n");
                calls++;
            }
            return calls;
        };
    }

    @Test
    void refusesWhatItDoesNotKnow() throws Exception {
        Path archive = archive("1.0.0");

        assertThat(run(archive.resolve("install.sh").toString(), "--force").exitCode())
                .isEqualTo(64);
        assertThat(
                        run(
                                        archive.resolve("install.sh").toString(),
                                        "--prefix",
                                        "farrier",
                                        "--root",
                                        root().toString())
                                .exitCode())
                .isEqualTo(1);
        assertThat(root().resolve("opt")).doesNotExist();
    }
}
