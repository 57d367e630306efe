package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher, with stand-ins for Java that write down how they were called. */
class LauncherScriptTest {
    private static final Path SCRIPT = Path.of("src/main/scripts/farrier").toAbsolutePath();

    @TempDir private Path folder = Path.of("");

    private record Result(int exitCode, String output) {}

    @BeforeEach
    void makeVersion() throws IOException {
        script("versions/1/bin/farrier", Files.readString(SCRIPT));
        file("versions/1/lib/a.jar", "");
        file("versions/1/lib/b.jar", "");
        file("versions/1/lib/people/a.jar", "");
        file("versions/1/lib/digest", "0123abcd\n0 0 a.jar\n");
        file("versions/1/lib/farrier-0123abcd.aot", "");
        java("versions/1/runtime/bin/java", "exit 0");
        java("node/bin/java", "exit 0");
        Files.createSymbolicLink(folder.resolve("current"), Path.of("versions/1"));
    }

    private void file(String path, String text) throws IOException {
        Files.createDirectories(folder.resolve(path).resolveSibling(""));
        Files.writeString(folder.resolve(path), text);
    }

    private void script(String path, String text) throws IOException {
        file(path, text);
        Files.setPosixFilePermissions(
                folder.resolve(path), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A Java that notes its arguments in a line and then does something. */
    private void java(String path, String then) throws IOException {
        script(path, "#!/bin/sh\necho \"$0 $*\" >>'" + folder + "/calls'\n" + then + "\n");
    }

    private Result run(String launcher, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(folder.resolve(launcher).toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), output);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    @Test
    void usesItsOwnRuntimeWithTheArchiveOfTheBuild() throws Exception {
        Path version = folder.resolve("versions/1");

        assertThat(run("current/bin/farrier", Map.of("JAVA_HOME", folder + "/node"), "check", "-q"))
                .isEqualTo(new Result(0, ""));
        assertThat(calls()).hasSize(1);
        assertThat(calls().get(0))
                .startsWith(version + "/runtime/bin/java ")
                .contains("-cp " + classPath(version) + ":" + version + "/lib/people/a.jar ")
                .contains("-XX:AOTCache=" + version + "/lib/farrier-0123abcd.aot ")
                .contains("-Dfarrier.build=" + version + "/lib/digest ")
                .endsWith(" dev.farrier.cli.Main check -q")
                .doesNotContain("-Xshare");
    }

    private static String classPath(Path version) {
        return version + "/lib/a.jar:" + version + "/lib/b.jar";
    }

    @Test
    void leavesWhatIsForPeopleOutOfARefresh() throws Exception {
        run("current/bin/farrier", Map.of(), "refresh", "--node", "n");

        assertThat(calls().get(0))
                .contains("-cp " + classPath(folder.resolve("versions/1")) + " ")
                .endsWith(" dev.farrier.cli.Main refresh --node n");
    }

    @Test
    void isFoundThroughASymbolicLink() throws Exception {
        Files.createSymbolicLink(folder.resolve("farrier"), Path.of("current/bin/farrier"));

        assertThat(run("farrier", Map.of(), "check").exitCode()).isZero();
        assertThat(calls().get(0)).startsWith(folder.resolve("versions/1/runtime/bin/java") + " ");
    }

    @ParameterizedTest
    @CsvSource({"102", "1"})
    void runsAgainWithoutTheArchive(int code) throws Exception {
        java(
                "versions/1/runtime/bin/java",
                "case $* in *AOTCache*) exit " + code + " ;; *) exit 2 ;; esac");

        assertThat(run("current/bin/farrier", Map.of(), "check").exitCode()).isEqualTo(2);
        assertThat(calls()).hasSize(2);
        assertThat(calls().get(1)).contains(" -Xshare:auto ").doesNotContain("farrier.build");
    }

    @ParameterizedTest
    @CsvSource({"lib/digest", "lib/farrier-0123abcd.aot"})
    void doesWithoutAnArchiveThatIsNotOfTheBuild(String missing) throws Exception {
        Files.delete(folder.resolve("versions/1").resolve(missing));

        assertThat(run("current/bin/farrier", Map.of(), "check").exitCode()).isZero();
        assertThat(calls()).singleElement().asString().doesNotContain("AOTCache");
    }

    @Test
    void takesTheNodesJavaWhereItHasNone() throws Exception {
        Files.delete(folder.resolve("versions/1/runtime/bin/java"));

        run("current/bin/farrier", Map.of("JAVA_HOME", folder + "/node"), "check");
        run("current/bin/farrier", Map.of("PATH", folder + "/node/bin:/usr/bin:/bin"), "check");

        assertThat(calls())
                .hasSize(2)
                .allMatch(call -> call.startsWith(folder.resolve("node/bin/java") + " "))
                .noneMatch(call -> call.contains("AOTCache"));
    }

    @Test
    void takesTheJavaThatItIsTold() throws Exception {
        run("current/bin/farrier", Map.of("FARRIER_JAVA", folder + "/node/bin/java"), "check");

        assertThat(calls().get(0)).startsWith(folder.resolve("node/bin/java") + " ");
        assertThat(calls()).singleElement().asString().doesNotContain("AOTCache");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2, 2", "3, 3", "78, 78", "101, 1", "1, 70", "127, 70"})
    void exitsAsTheProgramMeant(int jvm, int expected) throws Exception {
        java("versions/1/runtime/bin/java", "exit " + jvm);

        assertThat(run("current/bin/farrier", Map.of(), "check").exitCode()).isEqualTo(expected);
    }

    @Test
    void neverFailsARefresh() throws Exception {
        java("versions/1/runtime/bin/java", "exit 1");

        assertThat(run("current/bin/farrier", Map.of(), "refresh").exitCode()).isZero();
    }
}
