package dev.farrier.slurm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What Slurm tells a program that it starts, by its environment: which hook it is, for which node
 * and job.
 *
 * @param variables by name
 */
public record HookEnvironment(Map<String, String> variables) {
    private static final int LONGEST = 4 << 20; // characters; the kernel allows less

    public HookEnvironment {
        variables = Map.copyOf(variables);
    }

    /**
     * Of lines {@code NAME=value}, as {@code env} prints them. A line that is none belongs to the
     * value before it; lines with {@code #} before the first are left out.
     *
     * @throws IllegalArgumentException when the first line is none
     */
    public static HookEnvironment parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("more than " + LONGEST + " characters");
        }
        Map<String, StringBuilder> variables = new LinkedHashMap<>();
        StringBuilder last = null;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            int sign = line.indexOf('=');
            if (sign > 0 && isName(line, sign)) {
                last = new StringBuilder(line.substring(sign + 1));
                variables.put(line.substring(0, sign), last);
            } else if (last != null) {
                last.append('\n').append(line);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalArgumentException(
                        "line " + number + " is no NAME=value: '" + Excerpt.of(line) + "'");
            }
        }
        if (variables.isEmpty()) {
            throw new IllegalArgumentException("no NAME=value");
        }
        Map<String, String> values = new LinkedHashMap<>();
        variables.forEach((name, value) -> values.put(name, value.toString()));
        return new HookEnvironment(values);
    }

    private static boolean isName(String line, int end) {
        for (int i = 0; i < end; i++) {
            char c = line.charAt(i);
            boolean letter = c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_';
            if (!letter && !(i > 0 && c >= '0' && c <= '9')) {
                return false;
            }
        }
        return true;
    }

    /** Empty also where the variable is there and has no value. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
    }

    /** Whether it can be the environment of a program that slurmd or slurmctld started. */
    public boolean isSlurms() {
        return variables.containsKey("SLURMD_NODENAME")
                || variables.containsKey("SLURM_JOB_ID")
                || variables.containsKey("SLURM_SCRIPT_CONTEXT");
    }

    /**
     * {@code healthcheck}, {@code prolog}, {@code epilog}; {@code job} for a job's own processes;
     * for other hooks Slurm's word: {@code prolog_slurmctld}, {@code epilog_task}.
     */
    public String context() {
        Optional<String> told = variable("SLURM_SCRIPT_CONTEXT");
        if (told.isPresent()) {
            return switch (told.get()) {
                case "prolog_slurmd" -> "prolog";
                case "epilog_slurmd" -> "epilog";
                default -> told.get();
            };
        }
        if (job().isEmpty()) {
            return "healthcheck";
        }
        boolean inJob =
                variables.containsKey("SLURM_STEP_ID")
                        || variables.containsKey("SLURM_SUBMIT_DIR")
                        || variables.containsKey("SLURM_PROCID");
        boolean ended =
                variables.containsKey("SLURM_JOB_EXIT_CODE")
                        || variables.containsKey("SLURM_JOB_EXIT_CODE2");
        return inJob ? "job" : ended ? "epilog" : "prolog"; // where Slurm does not say it
    }

    /** This node's name in Slurm; not always its host name. */
    public Optional<String> node() {
        return variable("SLURMD_NODENAME");
    }

    /** Empty where there is no job, or its id is none. */
    public OptionalLong job() {
        String id = variable("SLURM_JOB_ID").or(() -> variable("SLURM_JOBID")).orElse("");
        boolean number = !id.isEmpty() && id.length() < 19;
        for (int i = 0; i < id.length(); i++) {
            number &= id.charAt(i) >= '0' && id.charAt(i) <= '9';
        }
        return number ? OptionalLong.of(Long.parseLong(id)) : OptionalLong.empty();
    }

    /** The job's host list. */
    public Optional<String> hosts() {
        return variable("SLURM_JOB_NODELIST").or(() -> variable("SLURM_NODELIST"));
    }
}
