package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * When each alarmed rank was slow, and how much: only of alarmed ranks, so that a healthy one costs
 * nothing.
 */
final class Episodes {
    private final TreeMap<Integer, Running> running = new TreeMap<>();
    private final List<JobVerdict.Episode> ended = new ArrayList<>();
    private final JobShape shape;

    Episodes(JobShape shape) {
        this.shape = shape;
    }

    /** Goes on from a job of another shape, whose running ones end without a time. */
    void inherit(Episodes before) {
        ended.addAll(before.all());
    }

    private static final class Running {
        double start;
        double sum;
        double worst;
        int samples;
    }

    /** An alarm; a better cause of a running one begins nothing. */
    void begin(int rank, double time, double effect) {
        if (!running.containsKey(rank)) {
            Running episode = new Running();
            episode.start = time;
            running.put(rank, episode);
            add(rank, effect);
        }
    }

    void add(int rank, double effect) {
        Running episode = running.get(rank);
        if (episode != null) {
            episode.samples++;
            episode.sum += effect;
            episode.worst = Math.max(episode.worst, effect);
        }
    }

    void end(int rank, double time) {
        Running episode = running.remove(rank);
        if (episode != null) {
            ended.add(of(rank, episode, time));
        }
    }

    /** All, in the order in which they ended, those that last behind them. */
    List<JobVerdict.Episode> all() {
        List<JobVerdict.Episode> all = new ArrayList<>(ended);
        running.forEach((rank, episode) -> all.add(of(rank, episode, Double.NaN)));
        return all;
    }

    private JobVerdict.Episode of(int rank, Running episode, double end) {
        return new JobVerdict.Episode(
                shape.nodes().get(rank / shape.gpusPerNode()),
                rank % shape.gpusPerNode(),
                episode.start,
                end,
                episode.sum / episode.samples,
                episode.worst);
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(running.size());
        for (var each : running.entrySet()) {
            out.writeInt(each.getKey());
            out.writeDouble(each.getValue().start);
            out.writeDouble(each.getValue().sum);
            out.writeDouble(each.getValue().worst);
            out.writeInt(each.getValue().samples);
        }
        out.writeInt(ended.size());
        for (JobVerdict.Episode each : ended) {
            out.writeUTF(each.node());
            out.writeInt(each.gpu());
            out.writeDouble(each.start());
            out.writeDouble(each.end());
            out.writeDouble(each.mean());
            out.writeDouble(each.worst());
        }
    }

    void restore(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            Running episode = new Running();
            running.put(in.readInt(), episode);
            episode.start = in.readDouble();
            episode.sum = in.readDouble();
            episode.worst = in.readDouble();
            episode.samples = in.readInt();
        }
        for (int left = in.readInt(); left > 0; left--) {
            ended.add(
                    new JobVerdict.Episode(
                            in.readUTF(),
                            in.readInt(),
                            in.readDouble(),
                            in.readDouble(),
                            in.readDouble(),
                            in.readDouble()));
        }
    }
}
