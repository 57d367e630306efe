package dev.farrier.cluster.straggler;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures one tick of the detector in the steady state: a sample of each node of one job. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class DetectorBenchmark {
    private static final int STEADY = 200;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Param({"16", "1024", "16384"})
    public int gpus;

    private HealthyJob job = new HealthyJob(8);

    /** What the clock on the wall does not say where others share the machine. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Cpu {
        public long nanos;
        public long ticks;

        private long begun;

        @Setup(Level.Iteration)
        public void begin() {
            nanos = 0;
            ticks = 0;
            begun = THREADS.getCurrentThreadCpuTime();
        }

        @TearDown(Level.Iteration)
        public void end() {
            nanos = THREADS.getCurrentThreadCpuTime() - begun;
        }
    }

    @Setup
    public void begin() {
        job = new HealthyJob(gpus);
        for (int tick = 0; tick < STEADY; tick++) {
            job.tick();
        }
    }

    @Benchmark
    public void tick(Cpu cpu) {
        job.tick();
        cpu.ticks++;
    }

    @TearDown
    public void check() {
        job.requireQuiet();
    }
}
