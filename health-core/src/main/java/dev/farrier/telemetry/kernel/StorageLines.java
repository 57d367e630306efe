package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What goes wrong with storage: servers of NFS, block devices, file systems, NVMe controllers. */
final class StorageLines implements LineReader {
    static final String NFS_SERVER = "nfs.not-responding";
    static final String IO_ERROR = "disk.io-error";
    static final String IO_ERROR_OF_IMAGE = "disk.io-error-image";
    static final String NVME_RESET = "nvme.reset";
    static final String NVME_LOST = "nvme.lost";
    static final String FILE_SYSTEM_ERROR = "file-system.error";
    static final String FILE_SYSTEM_STOPPED = "file-system.stopped";
    static final String FILE_SYSTEM_OF_IMAGE = "file-system.error-image";

    private final List<KernelEvent> events = new ArrayList<>();

    @Override
    public boolean take(KernelRecord record) {
        String text = record.text();
        return switch (text.isEmpty() ? ' ' : text.charAt(0)) {
            case 'n' -> takeNfs(record, "nfs: server ") || takeNvme(record);
            case 'l' -> takeNfs(record, "lockd: server ");
            case 'E' -> takeExt4(record);
            case 'X' -> takeXfs(record);
            case 'I', 'b', 'c', 'p', 'e', 'B' -> takeBlock(record) || takeBtrfs(record);
            default -> false;
        };
    }

    private boolean takeNfs(KernelRecord record, String prefix) {
        Cursor line = new Cursor(record.text());
        if (!line.skip(prefix)) {
            return false;
        }
        String said = line.rest();
        int blank = said.indexOf(' ');
        String server = blank < 0 ? "" : said.substring(0, blank);
        String state = said.substring(blank + 1);
        boolean over = state.equals("OK");
        boolean silent =
                state.equals("not responding, still trying")
                        || state.equals("not responding, timed out");
        if (!server.isEmpty() && (over || silent)) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("server", server);
            KernelEvent event =
                    KernelEvent.of(
                            record,
                            over ? "nfs-ok" : "nfs-not-responding",
                            NFS_SERVER,
                            server,
                            over ? server + " answers again" : server + " does not answer",
                            fields);
            events.add(over ? event.asOver() : event);
        }
        return true;
    }

    /** {@code nvme nvme4: I/O 22 QID 0 timeout, reset controller}. */
    private boolean takeNvme(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        if (!line.skip("nvme nvme")) {
            return false;
        }
        long number = line.number();
        line.need(": ");
        String said = line.rest();
        String controller = "nvme" + number;
        boolean timeout =
                said.startsWith("I/O ")
                        && said.contains(" QID ")
                        && (said.endsWith(" timeout, reset controller")
                                || said.endsWith(" timeout, disable controller")
                                || said.endsWith(" timeout, aborting")
                                || said.contains(" timeout, aborting req_op:")
                                || said.endsWith(" timeout, completion polled"));
        boolean down = said.startsWith("controller is down; will reset: CSTS=0x");
        boolean lost =
                said.startsWith("Disabling device after reset failure: ")
                        || said.startsWith("Removing after probe failure")
                        || said.startsWith("Device not ready; aborting ");
        if (timeout || down || lost) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("controller", controller);
            events.add(
                    KernelEvent.of(
                            record,
                            lost ? "nvme-lost" : timeout ? "nvme-timeout" : "nvme-reset",
                            lost ? NVME_LOST : NVME_RESET,
                            controller,
                            said,
                            fields));
        }
        return true;
    }

    /**
     * {@code I/O error, dev sda, sector 1 op 0x0:(READ) …}; before Linux 5.15 with the name of a
     * function before it, which changed twice.
     */
    private boolean takeBlock(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        if (!line.skip("blk_update_request: ") && !line.skip("print_req_error: ")) {
            line.skip("end_request: ");
        }
        boolean buffer = line.skip("Buffer I/O error on dev");
        String device;
        if (buffer) {
            line.skip("ice");
            line.need(" ");
            device = line.name();
            line.need(", logical block ");
        } else {
            boolean critical = line.skip("critical ");
            String kind = critical ? line.before(" error, dev ") : "";
            boolean known = kind.equals("medium") || kind.equals("target") || kind.equals("nexus");
            if (critical ? !known : !line.skip("I/O error, dev ")) {
                return false;
            }
            device = line.name();
            line.need(", sector ");
        }
        line.number();
        if (line.hasFailed()) {
            return false;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("device", device);
        events.add(
                KernelEvent.of(
                        record,
                        "io-error",
                        isImage(device) ? IO_ERROR_OF_IMAGE : IO_ERROR,
                        device,
                        record.text(),
                        fields));
        return true;
    }

    /** What users mount or media that somebody takes out: no disk of the node. */
    private static boolean isImage(String device) {
        return device.startsWith("loop")
                || device.startsWith("nbd")
                || device.startsWith("ram")
                || device.startsWith("zram")
                || device.startsWith("sr")
                || device.startsWith("fd");
    }

    private boolean takeExt4(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        if (!line.skip("EXT4-fs")) {
            return false;
        }
        if (line.skip(" error (device ") || line.skip(" critical error (device ")) {
            String device = line.name();
            line.need("): ");
            fileSystem(record, line, device, "file-system-error", false);
        } else if (line.skip(" (")) {
            String device = line.name();
            line.need("): ");
            String said = line.rest();
            if (said.equals("Remounting filesystem read-only")
                    || said.startsWith("shut down requested (")) {
                fileSystem(record, line, device, "read-only", true);
            }
        }
        return true;
    }

    private boolean takeXfs(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        if (!line.skip("XFS (")) {
            return false;
        }
        String device = line.name();
        line.need("): ");
        String said = line.rest();
        if (endsWith(said, " Shutting down filesystem")
                || said.startsWith("Filesystem has been shut down due to ")
                || said.startsWith("xfs_do_force_shutdown(")) {
            fileSystem(record, line, device, "shutdown", true);
        } else if (said.startsWith("metadata I/O error")
                || said.startsWith("log I/O error ")
                || said.startsWith("Metadata corruption detected ")
                || said.startsWith("Metadata CRC error detected ")) {
            fileSystem(record, line, device, "file-system-error", false);
        }
        return true;
    }

    private static boolean endsWith(String said, String end) {
        return said.endsWith(end) || said.endsWith(end + ".");
    }

    private boolean takeBtrfs(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        if (!line.skip("BTRFS")) {
            return false;
        }
        if (line.skip(" error (device ") || line.skip(" critical (device ")) {
            file(record, line, "file-system-error", false);
        } else if (line.skip(" info (device ")
                && (record.text().endsWith(": forced readonly")
                        || record.text().endsWith(") forced readonly"))) {
            file(record, line, "read-only", true);
        }
        return true;
    }

    private void file(KernelRecord record, Cursor line, String type, boolean stopped) {
        String device = line.name();
        fileSystem(record, line, device, type, stopped);
    }

    private void fileSystem(
            KernelRecord record, Cursor line, String device, String type, boolean stopped) {
        if (line.hasFailed()) {
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("device", device);
        String kind =
                isImage(device)
                        ? FILE_SYSTEM_OF_IMAGE
                        : stopped ? FILE_SYSTEM_STOPPED : FILE_SYSTEM_ERROR;
        events.add(KernelEvent.of(record, type, kind, device, record.text(), fields));
    }

    @Override
    public List<KernelEvent> events() {
        return events;
    }
}
