package dev.farrier.explain;

import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How a command ended, as captured: {@code rc}, {@code stdout}, {@code stderr}, … */
final class CapturedCommand {
    private CapturedCommand() {}

    /**
     * @param program what ran, where {@code argv} does not say
     */
    static CommandResult of(Map<?, ?> captured, String program) {
        List<String> argv = new ArrayList<>();
        if (captured.get("argv") instanceof List<?> words) {
            words.forEach(word -> argv.add(String.valueOf(word)));
        }
        if (argv.isEmpty()) {
            argv.add(program);
        }
        long exitCode = captured.get("rc") instanceof Number rc ? rc.longValue() : -1;
        return new CommandResult(
                argv,
                end(captured, exitCode),
                (int) exitCode,
                JsonCases.text(captured, "stdout"),
                JsonCases.text(captured, "stderr"));
    }

    private static End end(Map<?, ?> captured, long exitCode) {
        if (Boolean.TRUE.equals(captured.get("timed_out")) || exitCode < 0) {
            return JsonCases.text(captured, "kill_result").contains("state D")
                    ? End.STUCK
                    : End.TIMED_OUT;
        }
        boolean missing =
                exitCode == 127 && JsonCases.text(captured, "stderr").contains("not found");
        return missing ? End.NOT_FOUND : End.EXITED;
    }
}
