package dev.farrier.cli;

import dev.farrier.strag.Catalogue;
import dev.farrier.strag.Recipe;
import dev.farrier.strag.ScenarioFile;
import dev.farrier.strag.Truth;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier straggler simulate}. */
@Command(
        name = "simulate",
        description = {
            "Writes labelled, simulated telemetry of jobs, each scenario with its truth.",
            "The same seed gives the same files on every machine."
        })
final class StragglerSimulateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for NAME.jsonl and truth/NAME.json; made when missing.")
    private @Nullable Path folder;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Whole number that all chance comes from; default ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Only these; otherwise all of the list.")
    private List<String> names = List.of();

    @Option(names = "--gzip", description = "Write NAME.jsonl.gz.")
    private boolean gzip;

    @Option(names = "--list", description = "Print the scenarios instead of writing them.")
    private boolean list;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Recipe> recipes = chosen();
        if (list) {
            Table table = new Table("NAME", "WHAT IS IN IT");
            recipes.forEach(recipe -> table.add(recipe.name(), recipe.note()));
            out.print(table);
            return ExitCode.DONE;
        }
        if (folder == null) {
            throw wrongUse("--out DIR is missing: the folder to write to");
        }
        ScenarioFile file = new ScenarioFile(folder, gzip);
        Table table =
                new Table("NAME", "GPUS", "JOB-NODES", "POSITIVES", "LEMONS", "WHAT IS IN IT");
        for (Recipe recipe : recipes) {
            Truth truth = written(file, recipe);
            table.add(
                    recipe.name(),
                    Integer.toString(truth.gpus()),
                    Integer.toString(truth.jobNodes()),
                    Integer.toString(truth.positives().size()),
                    Integer.toString(truth.lemons().size()),
                    recipe.note());
        }
        out.print(table);
        return ExitCode.DONE;
    }

    private Truth written(ScenarioFile file, Recipe recipe) throws IOException {
        try {
            return file.write(recipe, seed);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (FileSystemException e) {
            throw wrongUse(
                    "cannot write " + e.getMessage() + "; --out must be a folder to write to");
        }
    }

    private List<Recipe> chosen() {
        List<Recipe> recipes = new ArrayList<>();
        for (String name : names) {
            recipes.add(
                    Catalogue.named(name)
                            .orElseThrow(
                                    () ->
                                            wrongUse(
                                                    "no such scenario: '"
                                                            + name
                                                            + "'; --list shows all")));
        }
        return names.isEmpty() ? Catalogue.recipes() : recipes;
    }

    private CommandLine.ParameterException wrongUse(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
