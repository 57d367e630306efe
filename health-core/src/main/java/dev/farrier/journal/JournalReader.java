package dev.farrier.journal;

import dev.farrier.NodeName;
import dev.farrier.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads a journal and its rotated files back. */
public final class JournalReader {
    private final Path path;
    private final int keep;

    public JournalReader(Path path, int keep) {
        this.path = path;
        this.keep = keep;
    }

    /**
     * What was written about a node, oldest first, looks left out.
     *
     * @param events of the schema of docs/json.md
     * @param skipped lines that are no JSON object: torn by a crash, or not ours
     */
    public record Story(List<Map<String, Object>> events, int skipped) {}

    /**
     * @throws IOException when a file is there and cannot be read
     */
    public Story about(NodeName node) throws IOException {
        List<Map<String, Object>> events = new ArrayList<>();
        int skipped = 0;
        for (int i = keep; i >= 0; i--) {
            Path file = i == 0 ? path : path.resolveSibling(path.getFileName() + "." + i);
            if (!Files.exists(file)) {
                continue;
            }
            try (BufferedReader reader = open(file)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    skipped += read(line, node, events) ? 0 : 1;
                }
            }
        }
        return new Story(events, skipped);
    }

    private static BufferedReader open(Path file) throws IOException {
        return new BufferedReader(
                new InputStreamReader(
                        Files.newInputStream(file),
                        StandardCharsets.UTF_8
                                .newDecoder()
                                .onMalformedInput(CodingErrorAction.REPLACE)
                                .onUnmappableCharacter(CodingErrorAction.REPLACE)));
    }

    /**
     * False for a line that is no event. Looks are most lines and no part of a story: passed by
     * without parsing.
     */
    private static boolean read(String line, NodeName node, List<Map<String, Object>> events) {
        if (line.isEmpty() || line.contains("\"event\":\"look\"") && line.endsWith("}")) {
            return true;
        }
        try {
            Map<String, Object> event = Json.object(line);
            if (node.value().equals(event.get("node"))) {
                events.add(event);
            }
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
