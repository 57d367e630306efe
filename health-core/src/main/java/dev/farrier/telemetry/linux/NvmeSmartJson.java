package dev.farrier.telemetry.linux;

import dev.farrier.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Understands the log page of health as {@code nvme smart-log -o json} prints it, in the spellings
 * of nvme-cli 1 and 2, and as {@code smartctl -j -a} does.
 */
final class NvmeSmartJson {
    private static final int LONGEST = 1 << 20;
    private static final String SMARTCTL = "nvme_smart_health_information_log";

    private NvmeSmartJson() {}

    /**
     * @throws IllegalArgumentException when it is something else, or lacks one of the figures
     */
    static NvmeHealth.Smart parse(String json) {
        if (json.length() > LONGEST) {
            throw new IllegalArgumentException("more text than a log page of health has");
        }
        Map<?, ?> page = Json.object(json);
        if (page.get(SMARTCTL) instanceof Map<?, ?> inner) {
            page = inner;
        }
        return new NvmeHealth.Smart(
                percent("critical_warning", warnings(page.get("critical_warning"))),
                percent("percent_used", either(page, "percent_used", "percentage_used")),
                percent("avail_spare", either(page, "avail_spare", "available_spare")),
                percent("spare_thresh", either(page, "spare_thresh", "available_spare_threshold")),
                number("media_errors", page.get("media_errors")),
                hot(page));
    }

    /** nvme-cli may print the bits one by one, and their sum as {@code value}. */
    private static long warnings(@Nullable Object warnings) {
        Object value = warnings instanceof Map<?, ?> bits ? bits.get("value") : warnings;
        return number("critical_warning", value);
    }

    private static long either(Map<?, ?> page, String name, String otherName) {
        Object value = page.get(name);
        return number(name, value == null ? page.get(otherName) : value);
    }

    private static long hot(Map<?, ?> page) {
        long sum = 0;
        for (String name :
                new String[] {
                    "warning_temp_time",
                    "critical_comp_time",
                    "thm_temp1_trans_count",
                    "thm_temp2_trans_count"
                }) {
            Object value = page.get(name);
            sum += value == null ? 0 : number(name, value); // old drives have none of them
        }
        return sum;
    }

    /** All of these are one byte in the log page. */
    private static int percent(String name, long value) {
        if (value > 255) {
            throw new IllegalArgumentException(name + " is " + value);
        }
        return (int) value;
    }

    /** Large counters come as text from some versions, and as 0.0 from others. */
    private static long number(String name, @Nullable Object value) {
        if (value instanceof Long number && number >= 0) {
            return number;
        }
        if (value instanceof Double number && number >= 0 && number == Math.rint(number)) {
            return number.longValue();
        }
        if (value instanceof String text && isDigits(text)) {
            return Long.parseLong(text);
        }
        throw new IllegalArgumentException(value == null ? "no " + name : name + " is no number");
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= 18;
    }
}
