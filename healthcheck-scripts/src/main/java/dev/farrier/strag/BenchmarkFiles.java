package dev.farrier.strag;

import dev.farrier.json.Json;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads truths and detections; what is packed by gzip is unpacked, whatever its name. */
public final class BenchmarkFiles {
    private BenchmarkFiles() {}

    /**
     * The truths of a folder, in the order of their file names; of two with the same scenario the
     * later one.
     *
     * @throws IllegalArgumentException that names the file and what is wrong in it
     */
    public static List<Truth> truths(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(BenchmarkFiles::isTruth).sorted().toList();
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException(
                    folder + ": no truth in it; there must be files NAME.json");
        }
        Map<String, Truth> truths = new LinkedHashMap<>();
        for (Path file : files) {
            try (InputStream in = open(file)) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                Truth truth = Truth.parse(Json.object(text));
                truths.put(truth.scenario(), truth);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
            } catch (ZipException | EOFException e) {
                throw damaged(file, e);
            }
        }
        return new ArrayList<>(truths.values());
    }

    private static boolean isTruth(Path file) {
        String name = file.toString();
        return name.endsWith(".json") || name.endsWith(".json.gz");
    }

    /**
     * The lines of a detections file; blank ones are passed over.
     *
     * @throws IllegalArgumentException that names file, line and what is wrong in it
     */
    public static Detections detections(Path file) throws IOException {
        Detections detections = new Detections();
        int number = 0;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    detections.add(line);
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ":" + number + ": " + e.getMessage(), e);
        } catch (ZipException | EOFException e) {
            throw damaged(file, e);
        }
        return detections;
    }

    private static IllegalArgumentException damaged(Path file, IOException e) {
        return new IllegalArgumentException(
                file + ": cut or damaged gzip data (" + e.getMessage() + ")", e);
    }

    private static InputStream open(Path file) throws IOException {
        return unpacked(Files.newInputStream(file));
    }

    /** The stream, or what is packed in it by gzip. Waits for the first two bytes. */
    public static InputStream unpacked(InputStream raw) throws IOException {
        InputStream in = new BufferedInputStream(raw);
        in.mark(2);
        boolean packed = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return packed ? new GZIPInputStream(in) : in;
    }
}
