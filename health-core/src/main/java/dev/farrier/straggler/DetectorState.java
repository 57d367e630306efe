package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** How kinds of GPUs, places of nodes and shapes of jobs stand in a saved state. */
final class DetectorState {
    private DetectorState() {}

    static void writeModels(DataOutput out, Map<String, GpuModel> models) throws IOException {
        out.writeInt(models.size());
        for (GpuModel model : models.values()) {
            writeModel(out, model);
        }
    }

    private static void writeModel(DataOutput out, GpuModel model) throws IOException {
        out.writeUTF(model.sku());
        out.writeDouble(model.smMaxMhz());
        out.writeDouble(model.powerLimitWatts());
        out.writeDouble(model.slowdownCelsius());
        out.writeInt(model.pcieGeneration());
        out.writeInt(model.pcieWidth());
        for (ShortTest.Kind kind : ShortTest.Kind.values()) {
            out.writeDouble(model.reference().of(kind));
        }
    }

    static void readModels(DataInput in, Map<String, GpuModel> models) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            GpuModel model = readModel(in);
            models.put(model.sku(), model);
        }
    }

    private static GpuModel readModel(DataInput in) throws IOException {
        return new GpuModel(
                in.readUTF(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                in.readInt(),
                in.readInt(),
                new GpuModel.Reference(
                        in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble()));
    }

    /** The models of a job's nodes as they were when it began; each stands once. */
    static void writeModelOfNode(DataOutput out, GpuModel[] modelOfNode) throws IOException {
        List<GpuModel> distinct = Arrays.stream(modelOfNode).distinct().toList();
        out.writeInt(distinct.size());
        for (GpuModel model : distinct) {
            writeModel(out, model);
        }
        for (GpuModel model : modelOfNode) {
            out.writeInt(distinct.indexOf(model));
        }
    }

    static GpuModel[] readModelOfNode(DataInput in, int nodes) throws IOException {
        List<GpuModel> distinct = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            distinct.add(readModel(in));
        }
        GpuModel[] modelOfNode = new GpuModel[nodes];
        for (int node = 0; node < nodes; node++) {
            modelOfNode[node] = distinct.get(in.readInt());
        }
        return modelOfNode;
    }

    static void writePlaces(DataOutput out, Map<String, NodePlace> places) throws IOException {
        out.writeInt(places.size());
        for (NodePlace place : places.values()) {
            out.writeUTF(place.node());
            out.writeUTF(place.sku());
            out.writeUTF(place.rack());
        }
    }

    static void readPlaces(DataInput in, Map<String, NodePlace> places) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            NodePlace place = new NodePlace(in.readUTF(), in.readUTF(), in.readUTF());
            places.put(place.node(), place);
        }
    }

    static void writeShape(DataOutput out, JobShape shape) throws IOException {
        out.writeUTF(shape.job());
        out.writeDouble(shape.start());
        out.writeUTF(shape.user());
        out.writeUTF(shape.application());
        out.writeInt(shape.nodes().size());
        for (String node : shape.nodes()) {
            out.writeUTF(node);
        }
        out.writeInt(shape.gpusPerNode());
        out.writeInt(shape.stages());
        out.writeDouble(shape.intervalSeconds());
    }

    static JobShape readShape(DataInput in) throws IOException {
        String job = in.readUTF();
        double start = in.readDouble();
        String user = in.readUTF();
        String application = in.readUTF();
        List<String> nodes = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            nodes.add(in.readUTF());
        }
        return new JobShape(
                job, start, user, application, nodes, in.readInt(), in.readInt(), in.readDouble());
    }
}
