package dev.farrier.check.fabric;

import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.NodeView;
import dev.farrier.check.Proposal;
import dev.farrier.check.Remedy;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.NetworkInterfaces;
import dev.farrier.telemetry.linux.NetworkInterfacesSource;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds network interfaces that are missing, down, slow or set otherwise than expected. */
public final class NetworkInterfaceCheck implements Check<NetworkInterfaces> {
    private static final Fault MISSING = fault("network.missing");
    private static final Fault DOWN = fault("network.down");
    private static final Fault SLOW = fault("network.slow");
    private static final Fault HALF_DUPLEX = fault("network.half-duplex");
    private static final Fault MTU = fault("network.wrong-mtu");
    private static final Fault MEMBER = fault("network.bond-member-missing");

    private static final Setting<List<String>> INTERFACES =
            Setting.required("interfaces", SettingTypes.TEXTS, "Their names, such as ib0.");
    private static final Setting<Integer> SPEED =
            Setting.optional(
                    "minimumSpeed",
                    LinkSpeed.TYPE,
                    "The lowest speed of each; not judged unset, or where the driver does not"
                            + " tell.");
    private static final Setting<Integer> EXPECTED_MTU =
            Setting.optional("mtu", SettingTypes.COUNT, "The MTU of each; not judged unset.");
    private static final Setting<List<String>> MEMBERS =
            Setting.withDefault(
                    "members",
                    SettingTypes.TEXTS,
                    List.of(),
                    "The interfaces that carry a bond, when `interfaces` is that bond.");

    public static final CheckKind KIND =
            new CheckKind(
                            "network.interface",
                            "Network interfaces are there, up, full duplex and as fast as expected.",
                            List.of(INTERFACES, SPEED, EXPECTED_MTU, MEMBERS),
                            List.of(MISSING, DOWN, SLOW, HALF_DUPLEX, MTU, MEMBER),
                            NetworkInterfaceCheck::make)
                    .proposing(NetworkInterfaceCheck::propose);

    private final Optional<Integer> minimumMegabits;
    private final Optional<Integer> mtu;
    private final List<String> members;

    NetworkInterfaceCheck(
            Optional<Integer> minimumMegabits, Optional<Integer> mtu, List<String> members) {
        this.minimumMegabits = minimumMegabits;
        this.mtu = mtu;
        this.members = List.copyOf(members);
    }

    private static Fault fault(String code) {
        return Fault.of(code, Severity.DEGRADED, Remedy.ESCALATE);
    }

    private static CheckKind.Made<NetworkInterfaces> make(Settings settings, Sources sources) {
        List<String> names = settings.get(INTERFACES);
        List<String> members = settings.get(MEMBERS);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("interfaces names none");
        }
        if (!members.isEmpty() && names.size() != 1) {
            throw new IllegalArgumentException("members needs one bond in interfaces");
        }
        for (List<String> list : List.of(names, members)) {
            for (String name : list) {
                requireName(name);
            }
        }
        return new CheckKind.Made<>(
                new NetworkInterfaceCheck(
                        settings.find(SPEED), settings.find(EXPECTED_MTU), members),
                sources.shared(
                        NetworkInterfacesSource.class,
                        String.join(" ", names) + "/" + String.join(" ", members),
                        machine -> new NetworkInterfacesSource(machine, names, members)));
    }

    private static void requireName(String name) {
        boolean right = !name.isEmpty() && name.length() < 16; // IFNAMSIZ
        for (int i = 0; i < name.length(); i++) {
            right &= name.charAt(i) > ' ' && "/:".indexOf(name.charAt(i)) < 0;
        }
        if (!right || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException("'" + name + "' is no name of an interface");
        }
    }

    /** The adapters that are up, with the speed that they have. */
    private static List<Proposal> propose(NodeView node) throws IOException, InterruptedException {
        List<Proposal> proposals = new ArrayList<>();
        for (String name : adapters(node.sources().machine().file("/sys/class/net"))) {
            Settings settings = new Settings(Map.of(INTERFACES.name(), List.of(name)));
            Object seen = node.see(make(settings, node.sources()).source()).orElse(null);
            if (seen instanceof NetworkInterfaces all) {
                for (NetworkInterfaces.Interface one : all.interfaces()) {
                    if (one.isUp()) {
                        Proposal proposal =
                                Proposal.named("network-" + name).with(INTERFACES, List.of(name));
                        proposals.add(
                                one.megabits().isPresent()
                                        ? proposal.with(SPEED, one.megabits().getAsInt())
                                        : proposal);
                    }
                }
            }
        }
        return proposals;
    }

    /** Those with a device behind them: no bridge, tunnel or container's. */
    private static List<String> adapters(Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                for (Path entry : entries) {
                    if (Files.exists(entry.resolve("device"))) {
                        names.add(String.valueOf(entry.getFileName()));
                    }
                }
            }
        }
        names.sort(null);
        return names;
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
    public Examination examine(NetworkInterfaces network) {
        List<Finding> findings = new ArrayList<>();
        StringBuilder looked = new StringBuilder();
        int up = 0;
        for (NetworkInterfaces.Interface link : network.interfaces()) {
            looked.append(looked.isEmpty() ? "" : ", ").append(link.name());
            up += link.isUp() ? 1 : 0;
            judge(link, findings);
        }
        String limit =
                minimumMegabits.map(LinkSpeed.TYPE::show).map(s -> "at least " + s).orElse("");
        return new Examination(looked.toString(), up + " up", limit, findings);
    }

    private void judge(NetworkInterfaces.Interface link, List<Finding> findings) {
        if (link.isMissing()) {
            findings.add(finding(MISSING, link, "there is no such interface", "missing", "there"));
            return;
        }
        if (!link.isUp()) {
            String value = link.state() + (link.carrier() ? "" : ", no carrier");
            findings.add(finding(DOWN, link, value, value, "up"));
            return;
        }
        int least = minimumMegabits.orElse(0);
        if (link.megabits().isPresent() && link.megabits().getAsInt() < least) {
            String value = LinkSpeed.TYPE.show(link.megabits().getAsInt());
            String limit = "at least " + LinkSpeed.TYPE.show(least);
            findings.add(finding(SLOW, link, value + ", " + limit, value, limit));
        }
        if (link.duplex().equals("half")) {
            findings.add(finding(HALF_DUPLEX, link, "half duplex", "half", "full"));
        }
        if (mtu.isPresent() && link.mtu().isPresent() && link.mtu().getAsInt() != mtu.get()) {
            String value = "MTU " + link.mtu().getAsInt();
            String limit = String.valueOf(mtu.get());
            findings.add(finding(MTU, link, value + " instead of " + limit, value, limit));
        }
        for (String member : members) {
            if (!link.members().contains(member)) {
                String message = member + " does not carry this bond";
                findings.add(finding(MEMBER, link, message, member + " missing", member));
            }
        }
    }

    private static Finding finding(
            Fault fault,
            NetworkInterfaces.Interface link,
            String message,
            String value,
            String limit) {
        Component component = new Component("network", link.name());
        return Finding.of(fault, component, link.name() + ": " + message, value, limit);
    }
}
