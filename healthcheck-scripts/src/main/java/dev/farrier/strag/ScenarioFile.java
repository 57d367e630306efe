package dev.farrier.strag;

import dev.farrier.json.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes scenarios into a folder, each with its truth beside it. */
public final class ScenarioFile {
    private final Path folder;
    private final boolean gzip;

    public ScenarioFile(Path folder, boolean gzip) {
        this.folder = folder;
        this.gzip = gzip;
    }

    /** Writes {@code NAME.jsonl} (or {@code .jsonl.gz}) and {@code truth/NAME.json}. */
    public Truth write(Recipe recipe, long seed) throws IOException {
        Scenario scenario = recipe.scenario(seed);
        Truth truth = Truths.of(scenario);
        Path truths = folder.resolve("truth");
        Files.createDirectories(truths);
        Path file = folder.resolve(recipe.name() + (gzip ? ".jsonl.gz" : ".jsonl"));
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = gzip ? new GZIPOutputStream(raw) : raw;
                Writer writer =
                        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8))) {
            Simulator.run(scenario, line -> write(writer, Json.write(line)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        Files.writeString(
                truths.resolve(recipe.name() + ".json"),
                Json.writePretty(truth.json()),
                StandardCharsets.UTF_8);
        return truth;
    }

    private static void write(Writer writer, String line) {
        try {
            writer.write(line);
            writer.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
