package dev.farrier.cli;

import dev.farrier.NodeName;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.CheckKind;
import dev.farrier.config.CheckConfig;
import dev.farrier.config.NearestWord;
import dev.farrier.run.BuiltinChecks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Some of the checks that run on this node, by the names or ids that a person gave. */
final class CheckChoice {
    private final CommandSpec spec;
    private final Assembly assembly;
    private final NodeName node;
    private final List<CheckInstance<?>> running;

    CheckChoice(CommandSpec spec, Assembly assembly, NodeName node) {
        this.spec = spec;
        this.assembly = assembly;
        this.node = node;
        this.running = assembly.checks(node);
    }

    List<CheckInstance<?>> running() {
        return running;
    }

    /** What the configuration says of these, by name; nothing of the built-in profile's. */
    Map<String, CheckConfig> configured(List<CheckInstance<?>> instances) {
        Map<String, CheckConfig> configs = new LinkedHashMap<>();
        for (CheckInstance<?> instance : instances) {
            configured(instance.name()).ifPresent(config -> configs.put(config.name(), config));
        }
        return configs;
    }

    /**
     * In the order of the report, each once.
     *
     * @throws CommandLine.ParameterException when one of them is no check that runs here
     */
    List<CheckInstance<?>> of(List<String> wanted) {
        Set<CheckInstance<?>> chosen = new LinkedHashSet<>();
        for (String word : wanted) {
            List<CheckInstance<?>> found = named(word);
            if (found.isEmpty()) {
                throw new CommandLine.ParameterException(spec.commandLine(), missing(word));
            }
            chosen.addAll(found);
        }
        List<CheckInstance<?>> inOrder = new ArrayList<>(running);
        inOrder.retainAll(chosen);
        return inOrder;
    }

    /** The instance of that name, else all of that check; none when none runs here. */
    List<CheckInstance<?>> named(String word) {
        List<CheckInstance<?>> named =
                running.stream().filter(check -> check.name().equals(word)).toList();
        return named.isEmpty()
                ? running.stream().filter(check -> check.check().id().equals(word)).toList()
                : named;
    }

    /** The kind of that id, or of the instance of that name, whether it runs here or not. */
    Optional<CheckKind> kind(String word) {
        String id =
                configured(word)
                        .map(CheckConfig::kind)
                        .or(() -> named(word).stream().map(c -> c.check().id()).findFirst())
                        .orElse(word);
        return BuiltinChecks.kinds().stream().filter(kind -> kind.id().equals(id)).findFirst();
    }

    private Optional<CheckConfig> configured(String name) {
        return assembly.config().checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst();
    }

    /** Why there is no check of that name or id to run. */
    String missing(String word) {
        if (configured(word).isPresent()) {
            return "check '" + word + "' does not run on " + node + ": it is for other nodes";
        }
        Set<String> known = new LinkedHashSet<>();
        running.forEach(check -> known.add(check.name()));
        running.forEach(check -> known.add(check.check().id()));
        if (kind(word).isPresent()) {
            return "check '" + word + "' is not configured here; these run: " + names();
        }
        BuiltinChecks.kinds().forEach(kind -> known.add(kind.id()));
        return "there is no check '"
                + word
                + "'; "
                + NearestWord.to(word, known)
                        .map(near -> "did you mean '" + near + "'?")
                        .orElse("these run: " + names());
    }

    private String names() {
        return String.join(", ", running.stream().map(CheckInstance::name).toList());
    }
}
