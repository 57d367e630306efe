package dev.farrier.telemetry.nvidia;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One GPU that the driver lists.
 *
 * @param index the driver's number; moves when a GPU before it is lost, so it is no identity
 * @param pciId as {@link PciId} spells it; empty when not told
 * @param uuid empty when not told
 * @param fields everything that was told, by column name
 */
public record Gpu(int index, String pciId, String uuid, Map<String, SmiField> fields) {
    private static final Set<String> IDENTITY =
            Set.of("count", "index", "uuid", "pci.bus_id", "name", "driver_version");

    /** What the fields of a GPU say about it as a whole. */
    public enum State {
        ANSWERS,
        /** Some field could not be read; the others could. Says nothing about the GPU yet. */
        FIELD_ERROR,
        /** Lost by the driver's word, or not one field can be read. */
        LOST
    }

    public State state() {
        int errors = 0;
        int known = 0;
        for (Map.Entry<String, SmiField> field : fields.entrySet()) {
            SmiField.Kind kind = field.getValue().kind();
            if (kind == SmiField.Kind.LOST) {
                return State.LOST;
            }
            if (!IDENTITY.contains(field.getKey())) {
                errors += kind == SmiField.Kind.ERROR ? 1 : 0;
                known += kind == SmiField.Kind.KNOWN ? 1 : 0;
            }
        }
        if (errors == 0) {
            return State.ANSWERS;
        }
        return known == 0 && errors > 1 ? State.LOST : State.FIELD_ERROR;
    }

    /** The columns whose field is of one kind, in the order of the columns. */
    public List<String> columns(SmiField.Kind kind) {
        List<String> columns = new ArrayList<>();
        for (Map.Entry<String, SmiField> field : fields.entrySet()) {
            if (field.getValue().kind() == kind) {
                columns.add(field.getKey());
            }
        }
        return columns;
    }

    /** The PCI address, else the uuid, else the index: the best that is known of it. */
    public String id() {
        if (!pciId.isEmpty()) {
            return pciId;
        }
        return uuid.isEmpty() ? "index " + index : uuid;
    }
}
