package dev.farrier.check;

/**
 * The part of the node that a finding is about.
 *
 * @param kind {@code gpu}, {@code mount}, {@code memory}, …
 * @param id what tells it from others of its kind, in a form that lasts ({@code 0000:3b:00.0},
 *     {@code /home}); empty when the node has one
 */
public record Component(String kind, String id) {
    public static Component node(String kind) {
        return new Component(kind, "");
    }

    public static Component gpu(String pciIdOrUuid) {
        return new Component("gpu", pciIdOrUuid);
    }

    public static Component mount(String path) {
        return new Component("mount", path);
    }

    @Override
    public String toString() {
        return id.isEmpty() ? kind : kind + " " + id;
    }
}
