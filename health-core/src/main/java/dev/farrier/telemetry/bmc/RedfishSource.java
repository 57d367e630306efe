package dev.farrier.telemetry.bmc;

import dev.farrier.Deadline;
import dev.farrier.json.Json;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.telemetry.bmc.RedfishParts.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Walks from the root of a Redfish service to its systems and chassis, by the links that it gives;
 * one request after another, one connection a level. Reads only.
 */
public final class RedfishSource implements TelemetrySource<RedfishParts> {
    private static final int MOST_REQUESTS = 200;

    /** Behind each body, since curl prints them one after another. */
    private static final String MARK = "\n\u001e";

    private final Machine machine;
    private final Access access;

    /**
     * How the service is reached.
     *
     * @param url for example {@code https://169.254.0.17}
     * @param netrc the file with user and password, in the form of {@code netrc(5)}; empty: none
     * @param trust further arguments for curl that say whose certificate is right
     */
    public record Access(String url, String netrc, List<String> trust) {
        public Access {
            trust = List.copyOf(trust);
        }
    }

    public RedfishSource(Machine machine, Access access) {
        this.machine = machine;
        this.access = access;
    }

    @Override
    public String origin() {
        return access.url + "/redfish/v1";
    }

    @Override
    public Reading<RedfishParts> read(Deadline deadline) throws IOException, InterruptedException {
        Map<?, ?> root = body(deadline, "/redfish/v1/");
        List<Part> parts = new ArrayList<>();
        boolean off = false;
        for (Map<?, ?> system : members(deadline, root, "Systems")) {
            off |= RedfishBody.isOff(system);
            parts.addAll(RedfishBody.parts(system));
        }
        for (Map<?, ?> chassis : members(deadline, root, "Chassis")) {
            for (Map<?, ?> body : bodies(deadline, links(chassis, List.of("Thermal", "Power")))) {
                parts.addAll(RedfishBody.parts(body));
            }
            parts.addAll(subsystem(deadline, chassis, "ThermalSubsystem", "Fans"));
            parts.addAll(subsystem(deadline, chassis, "PowerSubsystem", "PowerSupplies"));
        }
        return new Reading.Present<>(new RedfishParts(parts, off));
    }

    /** The newer schemas have a resource for each part. */
    private List<Part> subsystem(
            Deadline deadline, Map<?, ?> chassis, String subsystem, String collection)
            throws IOException, InterruptedException {
        List<Part> parts = new ArrayList<>();
        for (Map<?, ?> body : bodies(deadline, links(chassis, List.of(subsystem)))) {
            for (Map<?, ?> member : members(deadline, body, collection)) {
                parts.add(RedfishBody.part(collection, member));
            }
        }
        return parts;
    }

    private List<Map<?, ?>> members(Deadline deadline, Map<?, ?> owner, String collection)
            throws IOException, InterruptedException {
        List<String> paths = new ArrayList<>();
        for (Map<?, ?> body : bodies(deadline, links(owner, List.of(collection)))) {
            if (body.get("Members") instanceof List<?> members) {
                for (Object member : members) {
                    link(member).ifPresent(paths::add);
                }
            }
        }
        return bodies(deadline, paths);
    }

    private static List<String> links(Map<?, ?> owner, List<String> names) {
        List<String> links = new ArrayList<>();
        for (String name : names) {
            link(owner.get(name)).ifPresent(links::add);
        }
        return links;
    }

    /** The path that a reference names; only one of this service is followed. */
    private static Optional<String> link(@Nullable Object reference) {
        return reference instanceof Map<?, ?> map
                        && map.get("@odata.id") instanceof String path
                        && path.startsWith("/redfish/")
                        && isPlain(path)
                ? Optional.of(path)
                : Optional.empty();
    }

    /** No character that means something to curl or in a URL's query. */
    private static boolean isPlain(String path) {
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            boolean plain =
                    c >= 'a' && c <= 'z'
                            || c >= 'A' && c <= 'Z'
                            || c >= '0' && c <= '9'
                            || "/._-~:%+".indexOf(c) >= 0;
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    private Map<?, ?> body(Deadline deadline, String path)
            throws IOException, InterruptedException {
        List<Map<?, ?>> bodies = bodies(deadline, List.of(path));
        if (bodies.isEmpty()) {
            throw new IOException(access.url + path + ": not found");
        }
        return bodies.get(0);
    }

    /** What lies behind these paths; those that the service does not have are left out. */
    private List<Map<?, ?>> bodies(Deadline deadline, List<String> paths)
            throws IOException, InterruptedException {
        List<Map<?, ?>> bodies = new ArrayList<>();
        if (paths.isEmpty()) {
            return bodies;
        }
        if (paths.size() > MOST_REQUESTS) {
            throw new IOException(paths.size() + " resources; at most " + MOST_REQUESTS);
        }
        String[] answers = BmcCommand.ask(machine, curl(paths), deadline).split(MARK, -1);
        if (answers.length != paths.size() + 1) {
            throw new IOException(
                    access.url + ": " + (answers.length - 1) + " of " + paths.size() + " answers");
        }
        for (int i = 0; i + 1 < answers.length; i++) {
            // Each mark is followed by the code of the body before it, on a line of its own.
            String text = i == 0 ? answers[0] : answers[i].substring(answers[i].indexOf('\n') + 1);
            String next = answers[i + 1];
            int end = next.indexOf('\n');
            String code = next.substring(0, end < 0 ? next.length() : end);
            if (code.equals("200")) {
                bodies.add(Json.object(text));
            } else if (!code.equals("404")) {
                throw new IOException(access.url + paths.get(i) + ": HTTP " + code);
            }
        }
        return bodies;
    }

    private List<String> curl(List<String> paths) {
        List<String> argv = new ArrayList<>(List.of("curl", "-q", "-sS", "--globoff"));
        argv.addAll(List.of("-H", "Accept: application/json", "-w", MARK + "%{http_code}\n"));
        if (!access.netrc.isEmpty()) {
            argv.addAll(List.of("--netrc-file", access.netrc));
        }
        argv.addAll(access.trust);
        for (String path : paths) {
            argv.add(access.url + path);
        }
        return argv;
    }
}
