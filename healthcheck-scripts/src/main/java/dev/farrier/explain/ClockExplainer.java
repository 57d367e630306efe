package dev.farrier.explain;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import dev.farrier.check.os.ClockCheck;
import dev.farrier.telemetry.linux.ChronyTracking;
import dev.farrier.telemetry.linux.TimeDaemonLog;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code chronyc tracking}, with or without {@code -c}, and what chronyd, ntpd and
 * systemd-timesyncd log. The context may have {@code now}, {@code max_offset_s} and {@code
 * max_ref_age_s}.
 */
final class ClockExplainer implements Explainer {
    private static final String UNKNOWN = "unknown";
    private static final int TRACKING_FIELDS = 14;

    @Override
    public String kind() {
        return "clock";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        boolean any = false;
        for (Input input : inputs) {
            boolean mine = isTracking(input) || isNoAnswer(input) || isLog(input);
            any |= mine;
            if (mine || input.text().isBlank()) { // beside others, an answer that did not come
                picked.add(input);
            }
        }
        return any ? picked : List.of();
    }

    private static boolean isTracking(Input input) {
        String line = input.firstLine();
        return line.startsWith("Reference ID ")
                || line.indexOf(',') == "C0000201".length()
                        && line.split(",", -1).length == TRACKING_FIELDS;
    }

    /** {@code 506 Cannot talk to daemon}, {@code chronyc: command not found} */
    private static boolean isNoAnswer(Input input) {
        String line = input.firstLine();
        return line.startsWith("506 Cannot talk to daemon")
                || line.startsWith("501 Not authorised")
                || line.contains("chronyc: ");
    }

    private static boolean isLog(Input input) {
        return TimeDaemonLog.isLine(input.firstLine());
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, Object> verdicts = new LinkedHashMap<>();
        List<Object> events = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            String verdict;
            if (input.text().isBlank() || isNoAnswer(input)) {
                verdict = UNKNOWN;
                lines.add(input.fileName() + ": unknown, nobody answered");
            } else if (isLog(input)) {
                verdict = ofLog(input, context, events, lines);
            } else {
                verdict = ofTracking(input, context, lines);
            }
            verdicts.put(input.fileName(), verdict);
        }
        Map<String, Object> members = new LinkedHashMap<>(verdicts);
        members.put("verdicts", verdicts);
        members.put("events", events);
        return new Explanation(members, lines);
    }

    private static String ofTracking(Input input, Context context, List<String> lines) {
        Instant now = now(context);
        ClockCheck check =
                new ClockCheck(
                        seconds(context, "max_offset_s", 1),
                        seconds(context, "max_ref_age_s", 3600),
                        true);
        Examination seen = check.examine(input.read(text -> ChronyTracking.parse(text, now)));
        String verdict = "healthy";
        StringBuilder why = new StringBuilder(seen.value());
        for (Finding finding : seen.findings()) {
            boolean worse = finding.severity().compareTo(Severity.DEGRADED) >= 0;
            verdict = worse || verdict.equals("unhealthy") ? "unhealthy" : "degraded";
            why.append("; ").append(finding.message());
        }
        lines.add(input.fileName() + ": " + verdict + ", " + why);
        return verdict;
    }

    private static String ofLog(
            Input input, Context context, List<Object> events, List<String> lines) {
        double most = seconds(context, "max_offset_s", 1).toMillis() / 1000.0;
        boolean followed = false;
        boolean lost = false;
        boolean off = false;
        boolean odd = false;
        for (TimeDaemonLog.Event event : input.read(TimeDaemonLog::parse)) {
            events.add(members(input, event));
            lines.add(input.fileName() + " line " + event.line() + ": " + event.kind().word());
            switch (event.kind()) {
                case SELECTED -> {
                    followed = true;
                    lost = false;
                    odd = false;
                }
                case UNSYNCHRONISED -> lost = true;
                case WRONG -> off = Math.abs(event.seconds().orElse(0.0)) > most;
                case STEPPED -> off = false;
                case JUMPED, STOPPED -> odd = true;
                case STARTED -> {
                    followed = false;
                    lost = false;
                    odd = false;
                }
                case FALSETICKER -> {}
            }
        }
        String verdict = UNKNOWN;
        if (lost || off) {
            verdict = "unhealthy";
        } else if (odd) {
            verdict = "degraded";
        } else if (followed) {
            verdict = "healthy";
        }
        lines.add(input.fileName() + ": " + verdict);
        return verdict;
    }

    private static Map<String, Object> members(Input input, TimeDaemonLog.Event event) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("file", input.fileName());
        members.put("line", event.line());
        members.put("event", event.kind().word());
        event.seconds().ifPresent(seconds -> members.put("offset_s", seconds));
        members.put("message", event.message());
        return members;
    }

    private static Instant now(Context context) {
        try {
            return context.text("now").map(Instant::parse).orElseGet(Instant::now);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("the context's now is no time in UTC", e);
        }
    }

    private static Duration seconds(Context context, String key, long otherwise) {
        return context.members().get(key) instanceof Number number
                ? Duration.ofMillis(Math.round(number.doubleValue() * 1000))
                : Duration.ofSeconds(otherwise);
    }
}
