package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.CounterRange;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.telemetry.nvidia.GpuLoad;
import dev.farrier.telemetry.nvidia.PciId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reads the links and the error counters of GPUs, NVMe drives and network adapters, and the error
 * counters of the ports above them, where the kernel may book an error instead.
 *
 * <p>The kernel asks the device for its link, so that is done in a child; the counters are the
 * kernel's own.
 */
public final class PcieSource implements TelemetrySource<PcieDevices> {
    private static final String FOLDER = "/bus/pci/devices";
    private static final String ALL_ONES = "ff ff ff ff";
    private static final double[] SPEEDS = {0, 2.5, 5, 8, 16, 32, 64, 128};
    private static final int WIDEST = 32;
    private static final int LONGEST_MESSAGE_KINDS = 120;

    private final Machine machine;
    private final TelemetrySource<GpuLoad> loads;
    private final Duration window;

    /**
     * @param loads asked only when a GPU's link is not as fast as it could be
     * @param window over which increases are counted
     */
    public PcieSource(Machine machine, TelemetrySource<GpuLoad> loads, Duration window) {
        this.machine = machine;
        this.loads = loads;
        this.window = window;
    }

    @Override
    public String origin() {
        return "/sys" + FOLDER;
    }

    @Override
    public Reading<PcieDevices> read(Deadline deadline) throws IOException, InterruptedException {
        SysFiles sys = SysFiles.of(machine);
        SysChild child = new SysChild(machine);
        Tree tree = new Tree(sys, false);
        if (tree.kinds.isEmpty()) {
            return new Reading.Unsupported<>("no GPU, network adapter or NVMe drive on PCI");
        }
        Links links = new Links(child.read(tree.linkFiles(), deadline), Map.of());
        Map<String, String> starts = new HashMap<>();
        boolean slowGpu = false;
        for (Map.Entry<String, PcieDevices.Kind> entry : tree.kinds.entrySet()) {
            String address = entry.getKey();
            PcieDevices.Link link = links.current(address);
            boolean odd = links.isGiven(address) && (link.speed() == 0 || link.width() == 0);
            if (odd && !links.isAsleep(address)) {
                starts.put(address, child.start(tree.file(address, "config"), deadline));
            }
            slowGpu |=
                    entry.getValue() == PcieDevices.Kind.GPU
                            && !links.isAsleep(address)
                            && link.speed() > 0
                            && link.speed() < links.best(address, tree.above(address)).speed();
        }
        Optional<GpuLoad> load = slowGpu ? load(deadline) : Optional.empty();
        return understand(
                tree,
                new Links(links.files, starts),
                sys,
                load.orElse(new GpuLoad(Map.of())),
                machine.counters(),
                window);
    }

    private Optional<GpuLoad> load(Deadline deadline) throws InterruptedException {
        try {
            return loads.read(deadline) instanceof Reading.Present<GpuLoad> present
                    ? Optional.of(present.value())
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // then no speed of a GPU is judged
        }
    }

    /**
     * The same of captured files; all devices, also those that are not looked at on a machine.
     *
     * @param starts the first bytes of configuration spaces by address, as {@code od} prints them
     */
    public static Reading<PcieDevices> read(
            SysFiles sys,
            Map<String, String> starts,
            GpuLoad load,
            CounterBook book,
            Duration window)
            throws IOException {
        Tree tree = new Tree(sys, true);
        return understand(tree, new Links(sys, starts), sys, load, book, window);
    }

    private static Reading<PcieDevices> understand(
            Tree tree, Links links, SysFiles sys, GpuLoad load, CounterBook book, Duration window)
            throws IOException {
        List<PcieDevices.Device> devices = new ArrayList<>();
        Map<String, Boolean> ports = new LinkedHashMap<>();
        boolean given = false;
        for (Map.Entry<String, PcieDevices.Kind> entry : tree.kinds.entrySet()) {
            String address = entry.getKey();
            PcieDevices.Kind kind = entry.getValue();
            List<String> above = tree.above(address);
            for (String port : above) {
                boolean aboveGpu = ports.getOrDefault(port, false);
                ports.put(port, aboveGpu || kind == PcieDevices.Kind.GPU);
            }
            GpuLoad.Load of =
                    load.byPciId().getOrDefault(address, new GpuLoad.Load(Optional.empty(), 0));
            PcieDevices.Link driver = new PcieDevices.Link(speedOf(of.linkGeneration()), 0);
            PcieDevices.Errors errors = errors(sys, address, book, window);
            devices.add(
                    new PcieDevices.Device(
                            address,
                            kind,
                            links.state(address),
                            links.current(address),
                            links.best(address, above).and(driver),
                            of.busy(),
                            errors));
            given |= links.isGiven(address) || errors.areCounted();
        }
        if (!given) {
            return new Reading.Unsupported<>("no device here is on PCI Express");
        }
        List<PcieDevices.Port> found = new ArrayList<>();
        for (Map.Entry<String, Boolean> port : ports.entrySet()) {
            found.add(
                    new PcieDevices.Port(
                            port.getKey(),
                            port.getValue(),
                            errors(sys, port.getKey(), book, window)));
        }
        return new Reading.Present<>(new PcieDevices(devices, found));
    }

    private static double speedOf(int generation) {
        return generation < SPEEDS.length ? SPEEDS[generation] : 0;
    }

    private static PcieDevices.Errors errors(
            SysFiles sys, String address, CounterBook book, Duration window) throws IOException {
        return new PcieDevices.Errors(
                count(sys, address, "aer_dev_correctable", book, window),
                count(sys, address, "aer_dev_nonfatal", book, window),
                count(sys, address, "aer_dev_fatal", book, window));
    }

    private static Optional<PcieDevices.Count> count(
            SysFiles sys, String address, String file, CounterBook book, Duration window)
            throws IOException {
        Optional<String> text = sys.text(FOLDER + "/" + address + "/" + file);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        AerCounters counters;
        try {
            counters = AerCounters.parseCounted(text.get());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        String kinds = counters.counted();
        return Optional.of(
                new PcieDevices.Count(
                        counters.total(),
                        kinds.length() > LONGEST_MESSAGE_KINDS
                                ? kinds.substring(0, LONGEST_MESSAGE_KINDS) + "…"
                                : kinds,
                        book.note(
                                "pci " + address,
                                file,
                                counters.total(),
                                CounterRange.ENDLESS,
                                window)));
    }

    /** Which devices there are, and what is above them. */
    private static final class Tree {
        private final SysFiles sys;
        private final Map<String, PcieDevices.Kind> kinds = new LinkedHashMap<>();
        private final Map<String, List<String>> above = new HashMap<>();

        /**
         * @param all also those that are not looked at on a machine
         */
        Tree(SysFiles sys, boolean all) throws IOException {
            this.sys = sys;
            for (String address : new TreeSet<>(sys.names(FOLDER))) {
                PcieDevices.Kind kind = kind(address);
                if (all || kind != PcieDevices.Kind.OTHER && kind != PcieDevices.Kind.UNKNOWN) {
                    kinds.put(address, kind);
                }
            }
        }

        String file(String address, String attribute) {
            return FOLDER + "/" + address + "/" + attribute;
        }

        PcieDevices.Kind kind(String address) throws IOException {
            Optional<String> type = sys.text(file(address, "class"));
            if (type.isEmpty()) {
                return PcieDevices.Kind.UNKNOWN;
            }
            String start = type.get().length() < 6 ? "" : type.get().substring(0, 6);
            return switch (start) {
                case "0x0302", "0x0380", "0x1200" -> PcieDevices.Kind.GPU;
                case "0x0300" -> // also the display of the board's own controller
                        isOfAGpuMaker(address) ? PcieDevices.Kind.GPU : PcieDevices.Kind.OTHER;
                case "0x0108" -> PcieDevices.Kind.NVME;
                case "0x0200", "0x0207", "0x0208", "0x0280" -> PcieDevices.Kind.NETWORK;
                default -> PcieDevices.Kind.OTHER;
            };
        }

        private boolean isOfAGpuMaker(String address) throws IOException {
            String vendor = sys.text(file(address, "vendor")).orElse("");
            return vendor.equals("0x10de") || vendor.equals("0x1002");
        }

        /** From the processor down to the device; without the device. */
        List<String> above(String address) throws IOException {
            List<String> known = above.get(address);
            if (known == null) {
                known = new ArrayList<>();
                for (String part : sys.real(FOLDER + "/" + address).split("/", -1)) {
                    if (!part.equals(address) && PciId.of(part).isPresent()) {
                        known.add(part);
                    }
                }
                above.put(address, known);
            }
            return known;
        }

        List<String> linkFiles() throws IOException {
            List<String> files = new ArrayList<>();
            TreeSet<String> partners = new TreeSet<>();
            for (String address : kinds.keySet()) {
                files.add(file(address, "power/runtime_status"));
                files.add(file(address, "current_link_speed"));
                files.add(file(address, "current_link_width"));
                files.add(file(address, "max_link_speed"));
                files.add(file(address, "max_link_width"));
                List<String> ports = above(address);
                if (!ports.isEmpty()) {
                    partners.add(ports.get(ports.size() - 1));
                }
            }
            for (String port : partners) {
                files.add(file(port, "max_link_speed"));
                files.add(file(port, "max_link_width"));
            }
            return files;
        }
    }

    /** What the attributes say of links. */
    private record Links(SysFiles files, Map<String, String> starts) {
        private Optional<String> text(String address, String attribute) throws IOException {
            return files.text(FOLDER + "/" + address + "/" + attribute);
        }

        boolean isGiven(String address) throws IOException {
            return text(address, "current_link_width").isPresent();
        }

        PcieDevices.Link current(String address) throws IOException {
            return link(address, "current_link_");
        }

        /** What the device and the port above it can both do. */
        PcieDevices.Link best(String address, List<String> above) throws IOException {
            PcieDevices.Link own = link(address, "max_link_");
            return above.isEmpty() ? own : own.and(link(above.get(above.size() - 1), "max_link_"));
        }

        private PcieDevices.Link link(String address, String attribute) throws IOException {
            return new PcieDevices.Link(
                    speed(text(address, attribute + "speed").orElse("")),
                    width(text(address, attribute + "width").orElse("")));
        }

        /** {@code 32.0 GT/s PCIe}, {@code 8 GT/s}; 0 for {@code Unknown} and all else. */
        private static double speed(String text) {
            int end = text.indexOf(" GT/s");
            for (double speed : SPEEDS) {
                String whole = String.valueOf((int) speed);
                String number = end < 0 ? "" : text.substring(0, end);
                if (number.equals(String.valueOf(speed))
                        || speed == (int) speed && number.equals(whole)) {
                    return speed;
                }
            }
            return 0;
        }

        /** 0 for 0, 63, 255 and all else that no link has. */
        private static int width(String text) {
            long width = SysFiles.number(text).orElse(0);
            boolean one = Long.bitCount(width) == 1 || width == 12;
            return one && width <= WIDEST ? (int) width : 0;
        }

        boolean isAsleep(String address) throws IOException {
            String power = text(address, "power_state").orElse("");
            return power.equals("D3hot")
                    || power.equals("D3cold")
                    || text(address, "power/runtime_status").orElse("").equals("suspended");
        }

        PcieDevices.State state(String address) throws IOException {
            if (isAsleep(address)) {
                return PcieDevices.State.ASLEEP;
            }
            return starts.getOrDefault(address, "").startsWith(ALL_ONES)
                    ? PcieDevices.State.LOST
                    : PcieDevices.State.ANSWERS;
        }
    }
}
