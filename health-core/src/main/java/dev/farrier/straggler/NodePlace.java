package dev.farrier.straggler;

/** Which kind of GPU a node has and where it stands. */
public record NodePlace(String node, String sku, String rack) {}
