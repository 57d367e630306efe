package dev.farrier.straggler;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** Rows of a recorded data set among the test resources, by the names of its columns. */
record Recorded(List<String> columns, List<String[]> rows) {

    static Recorded csv(String name) {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(open(name)), StandardCharsets.UTF_8))) {
            List<String> columns =
                    Arrays.asList(Objects.requireNonNull(lines.readLine()).split(",", -1));
            List<String[]> rows = new ArrayList<>();
            lines.lines().forEach(line -> rows.add(line.split(",", -1)));
            return new Recorded(columns, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        return Objects.requireNonNull(
                Recorded.class.getResourceAsStream("/straggler/" + name), name);
    }

    String text(String[] row, String column) {
        int place = columns.indexOf(column);
        if (place < 0) {
            throw new IllegalArgumentException(column + " is none of " + columns);
        }
        return row[place];
    }

    double number(String[] row, String column) {
        return Double.parseDouble(text(row, column));
    }
}
