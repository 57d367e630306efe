package dev.farrier.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Text to {@link YamlNode}s: the part of YAML that a configuration needs. No anchors and aliases,
 * no tags, one document, texts as keys, every scalar a text. Built from the parser's events,
 * because the library's own composer has no limit of depth, resolves types that we do not use, and
 * stops at the first problem.
 */
final class YamlReader {
    /** Levels; the deepest value that we know is on the fourth. */
    private static final int DEEPEST = 20;

    private final Parser events;
    private final Problems problems;

    private YamlReader(Parser events, Problems problems) {
        this.events = events;
        this.problems = problems;
    }

    /**
     * @return empty when the text holds nothing but comments
     * @throws ConfigException when the text is no YAML; all else is added to {@code problems}
     */
    static Optional<YamlNode> read(String text, Problems problems) {
        refuseUnprintable(text, problems);
        LoadSettings settings = LoadSettings.builder().build();
        StreamReader characters = new StreamReader(settings, text);
        try {
            return new YamlReader(new ParserImpl(settings, characters), problems).document();
        } catch (MarkedYamlEngineException e) {
            throw SyntaxError.of(e, problems);
        } catch (YamlVersionException e) {
            throw problems.last(
                    Position.WHOLE_FILE,
                    "its '%YAML' line names a version that is unknown",
                    "remove that line");
        } catch (YamlEngineException e) {
            throw problems.last(
                    position(characters.getMark()), "not valid YAML: " + e.getMessage(), "");
        } catch (IllegalArgumentException e) { // the parser's own, of a wrong "\x" or "\U"
            throw problems.last(
                    position(characters.getMark()),
                    "a '\\' with a character code that is none stands before here",
                    "write a backslash as '\\\\' between double quotes");
        }
    }

    private static void refuseUnprintable(String text, Problems problems) {
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (!StreamReader.isPrintable(c)) {
                throw problems.last(
                        Position.of(text, i),
                        "not a text file: it holds the character " + Printable.escaped(c),
                        "write it as plain UTF-8 text");
            }
            i += Character.charCount(c);
        }
    }

    private Optional<YamlNode> document() {
        events.next(); // the start of the stream
        if (events.checkEvent(Event.ID.StreamEnd)) {
            return Optional.empty();
        }
        events.next(); // the start of the document
        YamlNode root = node(events.next(), 1);
        events.next(); // the end of the document
        if (!events.checkEvent(Event.ID.StreamEnd)) {
            problems.add(
                    position(events.peekEvent()),
                    "a second document starts here",
                    "one file holds one document: remove the '---'");
        }
        return Optional.of(root);
    }

    private YamlNode node(Event event, int level) {
        Position at = position(event);
        if (level > DEEPEST) {
            throw problems.last(at, "nested too deeply", "no setting needs " + DEEPEST + " levels");
        }
        boolean refused = refuseExtras(event, at);
        YamlNode node =
                switch (event.getEventId()) {
                    case Scalar -> {
                        ScalarEvent scalar = (ScalarEvent) event;
                        yield new YamlNode.Scalar(at, scalar.getValue(), scalar.isPlain());
                    }
                    case SequenceStart -> sequence(at, level);
                    case MappingStart -> mapping(at, level);
                    default -> new YamlNode.Refused(at); // an alias; nothing else can stand here
                };
        return refused ? new YamlNode.Refused(at) : node;
    }

    private YamlNode sequence(Position at, int level) {
        List<YamlNode> entries = new ArrayList<>();
        for (Event event = events.next();
                event.getEventId() != Event.ID.SequenceEnd;
                event = events.next()) {
            entries.add(node(event, level + 1));
        }
        return new YamlNode.Sequence(at, entries);
    }

    private YamlNode mapping(Position at, int level) {
        List<YamlNode.Entry> entries = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        for (Event event = events.next();
                event.getEventId() != Event.ID.MappingEnd;
                event = events.next()) {
            YamlNode key = node(event, level + 1);
            YamlNode value = node(events.next(), level + 1);
            if (key instanceof YamlNode.Scalar scalar) {
                if (isNew(scalar, lines)) {
                    entries.add(new YamlNode.Entry(scalar, value));
                }
            } else if (!(key instanceof YamlNode.Refused)) {
                problems.add(
                        key.at(),
                        key.described() + " as a key",
                        "put a value that starts with '{' or '[' in quotes");
            }
        }
        return new YamlNode.Mapping(at, entries);
    }

    private boolean isNew(YamlNode.Scalar key, Map<String, Integer> lines) {
        if (key.text().isEmpty()) {
            problems.add(key.at(), "a value without a key", "write 'key: value'");
            return false;
        }
        Integer first = lines.putIfAbsent(key.text(), key.at().line());
        if (first != null) {
            problems.add(
                    key.at(),
                    "'" + key.text() + "' is given twice",
                    "the first is in line " + first + ": rename or remove one");
        }
        return first == null;
    }

    private boolean refuseExtras(Event event, Position at) {
        if (event.getEventId() == Event.ID.Alias) {
            String name = ((NodeEvent) event).getAnchor().map(Object::toString).orElse("");
            problems.add(
                    at,
                    "an alias, '*" + name + "', is not allowed",
                    "put it in quotes if the asterisk is meant, else write the value again");
            return true;
        }
        if (((NodeEvent) event).getAnchor().isPresent()) {
            problems.add(at, "an anchor, '&', is not allowed", "remove it, or put it in quotes");
            return true;
        }
        Optional<String> tag =
                event instanceof ScalarEvent scalar
                        ? scalar.getTag()
                        : ((CollectionStartEvent) event).getTag();
        if (tag.isPresent()) {
            problems.add(at, "a tag, '!', is not allowed", "remove it, or put it in quotes");
            return true;
        }
        return false;
    }

    private static Position position(Event event) {
        return position(event.getStartMark());
    }

    /** The parser's places count from 0. */
    static Position position(Optional<Mark> mark) {
        return mark.isEmpty()
                ? Position.WHOLE_FILE
                : new Position(mark.get().getLine() + 1, mark.get().getColumn() + 1);
    }
}
