package dev.farrier.cluster.scale;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;

/**
 * Time that passes only while everybody sleeps, so that work takes none of it: as if each node had
 * a machine of its own. One thread runs at a time, in the order of their times; the same run gives
 * the same result.
 */
final class VirtualTime implements SimulatedTime {
    private static final int STACK_BYTES = 256 << 10;

    private record Sleeper(double until, long order, Semaphore wake) {}

    private final PriorityQueue<Sleeper> sleepers =
            new PriorityQueue<>(
                    Comparator.comparingDouble(Sleeper::until).thenComparingLong(Sleeper::order));
    private final Semaphore ended = new Semaphore(0);
    private final List<Throwable> failures = new ArrayList<>();
    private long order;
    private double now;

    @Override
    public synchronized double now() {
        return now;
    }

    @Override
    public void sleepUntil(double time) throws InterruptedException {
        Sleeper me = lieDown(time);
        wakeNext();
        me.wake.acquire();
    }

    @Override
    public void run(List<Task> tasks) throws InterruptedException {
        for (Task task : tasks) {
            Sleeper me = lieDown(now());
            new Thread(null, () -> live(me, task), "node", STACK_BYTES).start();
        }
        wakeNext();
        ended.acquire();
        synchronized (this) {
            if (!failures.isEmpty()) {
                throw new IllegalStateException("a node failed", failures.get(0));
            }
        }
    }

    private void live(Sleeper me, Task task) {
        try {
            me.wake.acquire();
            task.run();
        } catch (Throwable e) {
            synchronized (this) {
                failures.add(e);
            }
        } finally {
            wakeNext();
        }
    }

    private synchronized Sleeper lieDown(double until) {
        Sleeper me = new Sleeper(Math.max(until, now), order, new Semaphore(0));
        order++;
        sleepers.add(me);
        return me;
    }

    private synchronized void wakeNext() {
        Sleeper next = sleepers.poll();
        if (next == null) {
            ended.release();
            return;
        }
        now = next.until;
        next.wake.release();
    }
}
