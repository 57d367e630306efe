package dev.farrier.config;

import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** The YAML parser's words for what is wrong, in ours. Those that we do not know are kept. */
final class SyntaxError {
    private SyntaxError() {}

    static ConfigException of(MarkedYamlEngineException e, Problems problems) {
        String theirs = e.getProblem() == null ? "" : e.getProblem();
        String context = e.getContext() == null ? "" : e.getContext();
        Position at =
                YamlReader.position(
                        e.getProblemMark().isPresent() ? e.getProblemMark() : e.getContextMark());
        Position opened =
                YamlReader.position(
                        e.getContextMark().isPresent() ? e.getContextMark() : e.getProblemMark());
        if (theirs.contains("TAB")) {
            return problems.last(at, "a tab where YAML allows only spaces", "indent with spaces");
        }
        if (context.contains("quoted scalar") && theirs.contains("end of stream")) {
            return problems.last(opened, "this quotation mark is never closed", "close it");
        }
        if (context.contains("an alias") || context.contains("an anchor")) {
            return problems.last(
                    opened,
                    "'*' and '&' do not stand for themselves here",
                    "put the text in quotes");
        }
        if (theirs.contains("expected ',' or")) {
            char bracket = theirs.contains("'}'") ? '{' : '[';
            return problems.last(
                    at,
                    "a comma or a closing bracket is missing before here",
                    "the '" + bracket + "' is in line " + opened.line());
        }
        if (theirs.contains("expected the node content")) {
            return problems.last(at, "a value is missing before here", "");
        }
        if (theirs.contains("mapping values are not allowed")) {
            return problems.last(
                    at,
                    "a ':' is not allowed here",
                    "put a text that holds ': ' in quotes; or the line above lacks a ':'");
        }
        if (theirs.contains("<block end>")) {
            return problems.last(
                    at,
                    "this does not fit the lines above",
                    "indent the keys of one section equally, and quote a whole value");
        }
        if (theirs.contains("could not find expected ':'")) {
            return problems.last(opened, "a line without 'key: value'", "add the ':'");
        }
        if (theirs.contains("cannot start any token")) {
            return problems.last(
                    at, "a text cannot start with this character", "put the text in quotes");
        }
        return problems.last(at, "not valid YAML: " + theirs, "");
    }
}
