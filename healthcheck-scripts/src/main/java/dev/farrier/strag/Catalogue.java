package dev.farrier.strag;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All recipes, by number. */
public final class Catalogue {
    private Catalogue() {}

    public static List<Recipe> recipes() {
        List<Recipe> recipes = new ArrayList<>();
        recipes.addAll(SingleFaults.RECIPES);
        recipes.addAll(Uneventful.RECIPES);
        recipes.addAll(Disturbed.RECIPES);
        recipes.addAll(Shapes.RECIPES);
        recipes.addAll(Decoys.RECIPES);
        recipes.addAll(ManyJobs.RECIPES);
        recipes.addAll(Large.RECIPES);
        recipes.addAll(Variations.RECIPES);
        return List.copyOf(recipes);
    }

    public static Optional<Recipe> named(String name) {
        return recipes().stream().filter(recipe -> recipe.name().equals(name)).findFirst();
    }
}
