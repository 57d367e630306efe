package dev.farrier.telemetry.linux;

/**
 * What {@code /proc/<pid>/status} tells of a process besides its {@code stat}.
 *
 * @param userId whose rights it has (the effective one)
 * @param contextSwitches how often it was taken off a CPU; stands still while it is blocked
 */
record ProcessStatus(long userId, long contextSwitches) {
    private static final String FILE = "/proc/<pid>/status";

    /**
     * @throws IllegalArgumentException when the lines are not there in the form that the kernel
     *     gives them
     */
    static ProcessStatus parse(String status) {
        return new ProcessStatus(
                number(status, "\nUid:\t", 1),
                number(status, "\nvoluntary_ctxt_switches:\t", 0)
                        + number(status, "\nnonvoluntary_ctxt_switches:\t", 0));
    }

    private static long number(String status, String key, int field) {
        int start = status.indexOf(key);
        int end = start < 0 ? -1 : status.indexOf('\n', start + key.length());
        if (end < 0) {
            throw new IllegalArgumentException(FILE + " has no whole line " + key.strip());
        }
        int from = start + key.length();
        for (int tabs = 0; tabs < field; tabs++) {
            from = status.indexOf('\t', from) + 1;
            if (from == 0 || from > end) {
                throw new IllegalArgumentException(FILE + " has too few fields in " + key.strip());
            }
        }
        int tab = status.indexOf('\t', from);
        int to = tab < 0 || tab > end ? end : tab;
        for (int i = from; i < to; i++) {
            if (status.charAt(i) < '0' || status.charAt(i) > '9') {
                throw odd(key);
            }
        }
        if (to == from || to - from > 18) {
            throw odd(key);
        }
        return Long.parseLong(status, from, to, 10);
    }

    private static IllegalArgumentException odd(String key) {
        return new IllegalArgumentException(FILE + " has no number in " + key.strip());
    }
}
