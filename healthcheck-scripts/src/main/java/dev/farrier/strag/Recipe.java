package dev.farrier.strag;

import java.util.function.Consumer;

/** A named scenario of the catalogue; with a seed it becomes a scenario. */
public record Recipe(String name, String note, Consumer<ScenarioBuilder> ingredients) {
    Scenario scenario(long seed) {
        ScenarioBuilder builder =
                new ScenarioBuilder(name, note, seed * 1_000_003 + name.hashCode());
        ingredients.accept(builder);
        return builder.build();
    }
}
