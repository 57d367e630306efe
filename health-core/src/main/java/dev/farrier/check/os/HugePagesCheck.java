package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.HugePages;
import dev.farrier.telemetry.linux.HugePagesSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds a node with another number of huge pages than configured; warns when few are free. */
public final class HugePagesCheck implements Check<HugePages> {
    private static final Fault COUNT =
            Fault.of("hugepages.wrong-count", Severity.DEGRADED, Remedy.REBOOT_NODE);
    private static final Fault LOW = Fault.of("hugepages.low", Severity.WARNING, Remedy.WATCH);

    private static final Setting<Long> SIZE =
            Setting.withDefault("size", SettingTypes.BYTES, 2L << 20, "The size of one page.");
    private static final Setting<Integer> EXPECTED =
            Setting.optional(
                    "expected",
                    SettingTypes.COUNT,
                    "The pages that are configured; without it their number is not judged.");
    private static final Setting<Integer> NUMA_NODE =
            Setting.optional(
                    "numaNode",
                    SettingTypes.COUNT,
                    "The NUMA node whose pages are meant; without it all of them.");
    private static final Setting<Integer> MINIMUM_FREE =
            Setting.optional(
                    "minimumFree",
                    SettingTypes.COUNT,
                    "The pages that have to be free; without it that is not judged.");

    public static final CheckKind KIND =
            new CheckKind(
                    "memory.hugepages",
                    "The node has its huge pages of one size.",
                    List.of(SIZE, EXPECTED, NUMA_NODE, MINIMUM_FREE),
                    List.of(COUNT, LOW),
                    HugePagesCheck::make);

    private final Optional<Integer> expected;
    private final Optional<Integer> minimumFree;

    HugePagesCheck(Optional<Integer> expected, Optional<Integer> minimumFree) {
        this.expected = expected;
        this.minimumFree = minimumFree;
    }

    private static CheckKind.Made<HugePages> make(Settings settings, Sources sources) {
        long size = settings.get(SIZE);
        Optional<Integer> numaNode = settings.find(NUMA_NODE);
        if (size < 1024 || Long.bitCount(size) != 1) {
            throw new IllegalArgumentException("size is not the size of a page, such as 2MiB");
        }
        return new CheckKind.Made<>(
                new HugePagesCheck(settings.find(EXPECTED), settings.find(MINIMUM_FREE)),
                sources.shared(
                        HugePagesSource.class,
                        size + " " + numaNode.orElse(-1),
                        machine -> new HugePagesSource(machine, size, numaNode)));
    }

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(HugePages pages) {
        String value =
                pages.offered()
                        ? pages.total() + ", " + pages.free() + " free"
                        : "no pages of this size";
        String limit = expected.map(String::valueOf).orElse("");
        Component which = new Component("hugepages", pages.where());
        List<Finding> findings = new ArrayList<>();
        if (expected.isPresent() && pages.total() != expected.get()) {
            String message = pages.where() + ": " + value + ", " + limit + " expected";
            findings.add(Finding.of(COUNT, which, message, value, limit));
        } else if (pages.free() < minimumFree.orElse(0)) {
            String least = "at least " + minimumFree.get() + " free";
            findings.add(Finding.of(LOW, which, pages.where() + ": " + value, value, least));
        }
        return new Examination(pages.where(), value, limit, findings);
    }
}
