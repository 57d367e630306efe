package dev.farrier.explain;

import java.util.List;

/**
 * Understands captured output of one kind, by the parsers and rules that judge a node. A new one is
 * a class, a line in {@link Explainers} and a name in {@code FieldCasesTest}.
 */
public interface Explainer {
    /**
     * The word for the kind: {@code slurm-node}. Several explainers may share it, each for another
     * form of the same.
     */
    String kind();

    /**
     * Those of the inputs that are of this kind, by their form alone; none when none is. Inputs
     * that belong together (a tree, a list and how its command ended) are taken together. Reads no
     * more of an input than it needs, and never throws.
     */
    List<Input> pick(List<Input> inputs, Context context);

    /**
     * @param inputs that this picked, or that somebody says are of this kind; at least one
     * @throws IllegalArgumentException when one of them is cut, or not what it seemed; the message
     *     says which and where, as {@link Input#read} does
     */
    Explanation explain(List<Input> inputs, Context context);
}
