package dev.farrier.straggler;

import java.util.Arrays;

/**
 * What one node said at one time: a value of each {@link Metric} a GPU, and of the node its CPU use
 * and the job's step time.
 *
 * <p>A value that is missing is NaN; so is what nobody has set since {@link #clear}. The object is
 * filled anew for each sample, so that a stream of samples allocates nothing.
 */
public final class NodeSample {
    private final int gpus;

    /** By metric and GPU. */
    private final double[] values;

    private String job = "";
    private String node = "";
    private double time = Double.NaN;
    private double cpuPercent = Double.NaN;
    private double stepMillis = Double.NaN;

    public NodeSample(int gpus) {
        this.gpus = gpus;
        values = new double[Metric.COUNT * gpus];
        clear("", "", Double.NaN);
    }

    /**
     * Forgets all values and begins a sample of this node at this time, in seconds of the node's
     * own clock.
     */
    public NodeSample clear(String job, String node, double time) {
        this.job = job;
        this.node = node;
        this.time = time;
        cpuPercent = Double.NaN;
        stepMillis = Double.NaN;
        Arrays.fill(values, Double.NaN);
        return this;
    }

    /**
     * A GPU number beyond the node's last is ignored: a longer list than the job was announced with
     * says nothing of anyone.
     */
    public NodeSample set(Metric metric, int gpu, double value) {
        if (gpu >= 0 && gpu < gpus) {
            values[metric.place() * gpus + gpu] = value;
        }
        return this;
    }

    public NodeSample cpuPercent(double percent) {
        cpuPercent = percent;
        return this;
    }

    /** Step time of the whole job, ms. */
    public NodeSample stepMillis(double millis) {
        stepMillis = millis;
        return this;
    }

    public String job() {
        return job;
    }

    public String node() {
        return node;
    }

    public double time() {
        return time;
    }

    public double cpuPercent() {
        return cpuPercent;
    }

    public double stepMillis() {
        return stepMillis;
    }

    public int gpus() {
        return gpus;
    }

    /** NaN where the sample does not say it. */
    public double get(Metric metric, int gpu) {
        return gpu < gpus ? values[metric.place() * gpus + gpu] : Double.NaN;
    }
}
