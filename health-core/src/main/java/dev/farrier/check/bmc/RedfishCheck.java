package dev.farrier.check.bmc;

import dev.farrier.Severity;
import dev.farrier.check.AbsolutePath;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.bmc.RedfishParts;
import dev.farrier.telemetry.bmc.RedfishParts.Part;
import dev.farrier.telemetry.bmc.RedfishSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds parts of which the BMC itself says, by Redfish, that they are not well. */
public final class RedfishCheck implements Check<RedfishParts> {
    private static final Fault CRITICAL =
            Fault.of("bmc.part.critical", Severity.DEGRADED, Remedy.CONTACT_VENDOR);
    private static final Fault WARNING =
            Fault.of("bmc.part.warning", Severity.WARNING, Remedy.WATCH);

    private static final Setting<String> URL =
            Setting.required(
                    "url",
                    SettingTypes.TEXT,
                    "The BMC's address, for example https://169.254.0.17.");
    private static final Setting<String> NETRC =
            Setting.optional(
                    "netrc",
                    AbsolutePath.TYPE,
                    "The file with user and password, in the form of netrc(5); root's alone.");
    private static final Setting<String> CA_FILE =
            Setting.optional(
                    "caFile", AbsolutePath.TYPE, "The certificate that the BMC's is held against.");
    private static final Setting<String> PUBLIC_KEY =
            Setting.optional(
                    "publicKey",
                    SettingTypes.TEXT,
                    "The digest of the public key of a certificate that nobody signed, in"
                            + " the form sha256//… that curl's --pinnedpubkey takes.");

    public static final CheckKind KIND =
            new CheckKind(
                    "bmc.redfish",
                    "The BMC says by Redfish that supplies, fans, sensors, memory and processors"
                            + " are well.",
                    List.of(URL, NETRC, CA_FILE, PUBLIC_KEY),
                    List.of(CRITICAL, WARNING),
                    (settings, sources) -> {
                        RedfishSource.Access access = access(settings);
                        return new CheckKind.Made<>(
                                new RedfishCheck(),
                                sources.shared(
                                        RedfishSource.class,
                                        access.toString(),
                                        machine -> new RedfishSource(machine, access)));
                    });

    private static RedfishSource.Access access(Settings settings) {
        String url = settings.get(URL);
        if (!url.startsWith("https://") && !url.startsWith("http://")) {
            throw new IllegalArgumentException("url must begin with https://");
        }
        List<String> trust = new ArrayList<>();
        settings.find(CA_FILE).ifPresent(file -> trust.addAll(List.of("--cacert", file)));
        settings.find(PUBLIC_KEY)
                .ifPresent(key -> trust.addAll(List.of("--insecure", "--pinnedpubkey", key)));
        return new RedfishSource.Access(
                url.endsWith("/") ? url.substring(0, url.length() - 1) : url,
                settings.find(NETRC).orElse(""),
                trust);
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
    public Examination examine(RedfishParts board) {
        if (board.hostIsOff()) {
            return Examination.cannotTell("parts", "the BMC says that this machine is off");
        }
        List<Finding> findings = new ArrayList<>();
        int told = 0;
        for (Part part : board.parts()) {
            PartHealth health = PartHealth.of(part);
            told += health == PartHealth.UNKNOWN ? 0 : 1;
            fault(health).ifPresent(fault -> findings.add(finding(part, fault)));
        }
        return new Examination(
                Amounts.count(board.parts().size(), "part"), told + " known", "all well", findings);
    }

    private static Optional<Fault> fault(PartHealth health) {
        return switch (health) {
            case UNHEALTHY -> Optional.of(CRITICAL);
            case DEGRADED -> Optional.of(WARNING);
            default -> Optional.empty();
        };
    }

    private static Finding finding(Part part, Fault fault) {
        String state =
                "health "
                        + part.health().orElse("not given")
                        + ", state "
                        + part.state().orElse("not given");
        String value = part.reading().map(reading -> "" + reading).orElse(state);
        String limit = part.upperCritical().map(critical -> "below " + critical).orElse("");
        return Finding.of(
                fault,
                new Component(part.kind(), part.name()),
                part.name() + ": " + state,
                value,
                limit);
    }
}
