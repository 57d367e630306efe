package dev.farrier.cluster.scale;

import java.util.List;

/** The clock of all nodes: seconds since the beginning. */
interface SimulatedTime {
    double now();

    /** Returns at once when that time has passed. */
    void sleepUntil(double time) throws InterruptedException;

    /** Runs all of them, each on a thread of its own, and returns when the last has ended. */
    void run(List<Task> tasks) throws InterruptedException;

    /** What a node does from beginning to end. */
    interface Task {
        void run() throws Exception;
    }
}
