package dev.farrier.telemetry.linux;

/**
 * Which processes are meant; an empty part means any.
 *
 * @param name the command name
 * @param commandLine a glob for the whole command line, its words separated by single blanks
 * @param user a name or number: the one whose rights the process has
 */
public record ProcessPattern(String name, String commandLine, String user) {
    /** For messages: {@code slurmd}, {@code 'python *train.py' of alice}. */
    public String shown() {
        String what = name;
        if (!commandLine.isEmpty()) {
            what += (name.isEmpty() ? "" : " ") + "'" + commandLine + "'";
        }
        return user.isEmpty() ? what : (what.isEmpty() ? "any" : what) + " of " + user;
    }
}
