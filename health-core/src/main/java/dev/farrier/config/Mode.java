package dev.farrier.config;

/** Whether Farrier does what it decided, or only writes down what it would have done. */
public enum Mode {
    OBSERVE,
    ACT
}
