package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A machine in a folder, up for 1000 s, on which slurmd calls the hooks: each in the environment
 * that Slurm 24.11 gives it. {@code farrier} and {@code scontrol} are stand-ins.
 */
final class HookMachine {
    static final String BOOT = "11111111-2222-3333-4444-555555555555";

    /** A verdict that nothing is to be done about: due at 1030, valid until 1150. */
    static final String FRESH = "1 " + BOOT + " 1030 1150 HEALTHY 0 -";

    /** Of a node that we have drained. */
    static final String DRAINED = "1 " + BOOT + " 1030 1150 UNHEALTHY 1 gpu.lost gpu 3";

    private static final Path SCRIPT = Path.of("src/main/scripts/slurm-hook");
    private static final int NOBODY_ELSE = 54_321; // a user that owns no process on any machine

    /** What Slurm calls, and when. */
    enum Hook {
        PERIODIC("slurm-healthcheck"),
        PROLOG("slurm-prolog"),
        EPILOG("slurm-epilog");

        private final String file;

        Hook(String file) {
            this.file = file;
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** What slurmd sees of a hook. */
    record End(int exitCode, String output) {
        static final End QUIET = new End(0, "");
        static final End REFUSED = new End(1, "");
    }

    final Path folder;
    final Map<String, String> environment = new LinkedHashMap<>();
    private final String shell;

    HookMachine(Path folder, String shell) throws IOException {
        this.folder = folder;
        this.shell = shell;
        Files.createDirectories(run());
        Files.createDirectories(folder.resolve("proc/sys/kernel/random"));
        Files.writeString(folder.resolve("proc/sys/kernel/random/boot_id"), BOOT + "\n");
        uptime("1000.42 9000.00");
        for (Hook hook : Hook.values()) {
            Files.copy(SCRIPT, folder.resolve(hook.file));
        }
        program("farrier", "printf '%s ' \"$@\" >> \"$folder/started\"");
        environment.put("FARRIER_RUN", run().toString());
        environment.put("FARRIER_PROC", folder.resolve("proc").toString());
        environment.put("FARRIER", folder.resolve("farrier").toString());
        environment.put("SLURMD_NODENAME", "node02");
    }

    Path run() {
        return folder.resolve("run");
    }

    Path verdict() {
        return run().resolve("verdict");
    }

    void verdict(String line) throws IOException {
        Files.writeString(verdict(), line + "\n");
    }

    void uptime(String line) throws IOException {
        Files.writeString(folder.resolve("proc/uptime"), line + "\n");
    }

    /** Replaces a program by these lines of shell, which find {@code $folder}. */
    void program(String name, String lines) throws IOException {
        Path path = folder.resolve(name);
        Files.writeString(path, "#!/bin/sh\nfolder='" + folder + "'\n" + lines + "\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Lets the Prolog ask this stand-in, which counts its calls and then prints that. */
    void scontrol(String lines) throws IOException {
        program("scontrol", "echo \"$@\" >> \"$folder/asked\"\n" + lines);
        Files.writeString(run().resolve("scontrol"), folder.resolve("scontrol") + "\n");
    }

    /** The environment of a job's hooks; only what a test of ours looks at. */
    void job() {
        environment.put("SLURM_JOB_ID", "6");
        environment.put("SLURM_JOB_START_TIME", "1796031387");
        environment.put("SLURM_JOB_RESTART_COUNT", "0");
        environment.put("SLURM_JOB_NODELIST", "node[01-02]");
        environment.put("SLURM_NODELIST", "node[01-02]");
        environment.put("SLURM_JOB_GPUS", "0,1");
    }

    Process start(Hook hook) throws IOException {
        return start(List.of(), folder.resolve(hook.file));
    }

    private Process start(List<String> prefix, Path script) throws IOException {
        List<String> argv = new ArrayList<>(prefix);
        argv.add("/bin/" + shell);
        argv.add(script.toString());
        ProcessBuilder builder = new ProcessBuilder(argv).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true).start();
    }

    /** Runs lines for bash, which has job control without a terminal, in the folder. */
    void bash(String lines) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", "-c", lines);
        builder.environment().putAll(environment);
        builder.directory(folder.toFile()).redirectErrorStream(true);
        assertThat(end(builder.start()).exitCode()).isZero();
    }

    static End end(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new End(process.exitValue(), output);
    }

    End call(Hook hook) throws IOException, InterruptedException {
        return end(start(hook));
    }

    /** Calls a hook by another name, as through a link of the site. */
    End callAs(String name, Hook hook) throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(folder.resolve(name), folder.resolve(hook.file));
        return end(start(List.of(), link));
    }

    /** Calls it where the kernel refuses each fork. */
    End callWithoutProcesses(Hook hook) throws IOException, InterruptedException {
        List<String> prefix = new ArrayList<>();
        if (Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            // The limit does not hold for root.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(run(), PosixFilePermissions.fromString("rwxrwxrwx"));
            prefix.addAll(List.of("/usr/bin/setpriv", "--clear-groups"));
            prefix.addAll(List.of("--reuid", "" + NOBODY_ELSE, "--regid", "" + NOBODY_ELSE));
        }
        prefix.addAll(List.of("/usr/bin/prlimit", "--nproc=0"));
        return end(start(prefix, folder.resolve(hook.file)));
    }

    /**
     * Waits for what hooks have left behind: its folder is about to be deleted. What hangs on
     * purpose writes nothing there.
     */
    void awaitLeftBehind() {
        try {
            await().pollDelay(Duration.ZERO)
                    .atMost(5, TimeUnit.SECONDS)
                    .until(() -> ProcessHandle.allProcesses().noneMatch(this::isOurs));
        } catch (ConditionTimeoutException e) {
            // It hangs, and its test has said so.
        }
    }

    private boolean isOurs(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains(folder.toString());
    }

    /** The arguments of the refreshes that were started so far, one after the other. */
    String started() throws IOException {
        Path started = folder.resolve("started");
        return Files.exists(started) ? Files.readString(started) : "";
    }

    void awaitRefresh(Hook by) {
        await().atMost(20, TimeUnit.SECONDS)
                .until(
                        () ->
                                started()
                                        .equals(
                                                "refresh --trigger "
                                                        + by.word()
                                                        + " --node node02 "));
    }

    List<String> notes() throws IOException {
        Path hooks = run().resolve("hooks");
        return Files.exists(hooks) ? Files.readAllLines(hooks) : List.of();
    }

    /** How often a Prolog asked Slurm. */
    List<String> asked() throws IOException {
        Path asked = folder.resolve("asked");
        return Files.exists(asked) ? Files.readAllLines(asked) : List.of();
    }
}
