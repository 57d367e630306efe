package dev.farrier.straggler;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** The default settings with one of them changed. */
final class ChangedSettings {
    private ChangedSettings() {}

    static StragglerSettings with(StragglerSettings settings, String name, Object value) {
        RecordComponent[] parts = StragglerSettings.class.getRecordComponents();
        try {
            Object[] values = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                boolean changed = parts[i].getName().equals(name);
                values[i] = changed ? value : parts[i].getAccessor().invoke(settings);
            }
            Class<?>[] types =
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return StragglerSettings.class.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(name, e);
        }
    }
}
