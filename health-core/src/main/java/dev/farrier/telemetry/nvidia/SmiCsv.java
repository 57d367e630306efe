package dev.farrier.telemetry.nvidia;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The CSV that {@code nvidia-smi --query-…=… --format=csv} prints, with the messages that it mixes
 * in among the rows.
 *
 * @param rows by column name, without the unit that the header shows; in the order of the columns
 * @param messages whole lines that are no rows
 */
record SmiCsv(List<Map<String, SmiField>> rows, List<String> messages) {
    private static final String NO_HANDLE = "Unable to determine the device handle for";
    private static final String WARNING = "WARNING:"; // "infoROM is corrupted at gpu …"

    SmiCsv {
        rows = List.copyOf(rows);
        messages = List.copyOf(messages);
    }

    /**
     * @param firstColumn the header is the line that begins with it
     * @throws IllegalArgumentException naming the line that is neither header, row nor known
     *     message; or when the text ends within a line
     */
    static SmiCsv parse(String text, String firstColumn) {
        if (!text.isEmpty() && !text.endsWith("\n")) {
            throw new IllegalArgumentException("the list ends within a line");
        }
        List<String> columns = List.of();
        List<Map<String, SmiField>> rows = new ArrayList<>();
        List<String> messages = new ArrayList<>();
        int number = 0;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            String line = text.substring(start, end).strip();
            start = end + 1;
            number++;
            if (line.startsWith(NO_HANDLE) || line.startsWith(WARNING)) {
                messages.add(line);
            } else if (columns.isEmpty()) {
                columns = header(line, firstColumn, number);
            } else if (!line.isEmpty()) {
                rows.add(row(line, columns, number));
            }
        }
        if (columns.isEmpty() && messages.isEmpty()) {
            throw new IllegalArgumentException("there is no list of GPUs");
        }
        return new SmiCsv(rows, messages);
    }

    private static List<String> header(String line, String firstColumn, int number) {
        List<String> columns = split(line);
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            int unit = column.indexOf(" [");
            columns.set(i, unit < 0 ? column : column.substring(0, unit));
        }
        if (!columns.get(0).equals(firstColumn)) {
            throw new IllegalArgumentException(
                    "line " + number + " is no list of GPUs: " + shortened(line));
        }
        return columns;
    }

    private static Map<String, SmiField> row(String line, List<String> columns, int number) {
        List<String> fields = split(line);
        if (fields.size() != columns.size()) {
            throw new IllegalArgumentException(
                    "line "
                            + number
                            + " has "
                            + fields.size()
                            + " fields and not "
                            + columns.size()
                            + ": "
                            + shortened(line));
        }
        Map<String, SmiField> row = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            row.put(columns.get(i), SmiField.of(fields.get(i)));
        }
        return Collections.unmodifiableMap(row);
    }

    private static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        int start = 0;
        for (int end = line.indexOf(','); end >= 0; end = line.indexOf(',', start)) {
            fields.add(line.substring(start, end).strip());
            start = end + 1;
        }
        fields.add(line.substring(start).strip());
        return fields;
    }

    private static String shortened(String line) {
        return line.length() > 120 ? line.substring(0, 120) + "…" : line;
    }

    /** Whether a message says that the driver has no handle for a GPU. */
    static boolean isAboutAGpuWithoutHandle(String message) {
        return message.startsWith(NO_HANDLE);
    }
}
