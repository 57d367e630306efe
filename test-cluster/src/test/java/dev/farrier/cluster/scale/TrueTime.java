package dev.farrier.cluster.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The machine's own time. */
final class TrueTime implements SimulatedTime {
    private static final int STACK_BYTES = 512 << 10;
    private static final double NANOS = 1e9;

    private final long start = System.nanoTime();

    @Override
    public double now() {
        return (System.nanoTime() - start) / NANOS;
    }

    @Override
    public void sleepUntil(double time) throws InterruptedException {
        long millis = (long) Math.ceil((time - now()) * 1000);
        if (millis > 0) {
            Thread.sleep(millis);
        }
    }

    @Override
    public void run(List<Task> tasks) throws InterruptedException {
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (Task task : tasks) {
            Runnable life =
                    () -> {
                        try {
                            task.run();
                        } catch (Throwable e) {
                            failures.add(e);
                        }
                    };
            Thread thread = new Thread(null, life, "node", STACK_BYTES);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable first = failures.peek();
        if (first != null) {
            throw new IllegalStateException("a node failed", first);
        }
    }
}
