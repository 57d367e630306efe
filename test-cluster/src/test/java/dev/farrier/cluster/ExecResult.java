package dev.farrier.cluster;

/** What a command inside a container of the cluster gave. */
public record ExecResult(String command, int exitCode, String stdout, String stderr) {

    /**
     * @return what the command printed
     * @throws AssertionError when its exit code is not 0, with all that it said
     */
    public String stdoutOrThrow() {
        if (exitCode != 0) {
            throw new AssertionError(this);
        }
        return stdout;
    }
}
