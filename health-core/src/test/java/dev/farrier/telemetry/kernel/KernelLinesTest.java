package dev.farrier.telemetry.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The spellings of kernels from 4.18 to 6.x, and lines that only look like them. */
class KernelLinesTest {
    private static List<KernelEvent> events(String... lines) {
        return KernelLines.events(LogText.parse(String.join("\n", lines)).records());
    }

    private static KernelEvent only(String... lines) {
        List<KernelEvent> events = events(lines);
        assertThat(events).hasSize(1);
        return events.get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EDAC MC0: 1 UE on any memory ( page:0x0 offset:0x0 grain:8)|memory.uncorrected",
                "EDAC MC12: 1 CE on unknown memory (node:0 page:0x1 offset:0x0 grain:0 syndrome:0x0)"
                        + "|memory.corrected",
                "EDAC MC0: 1000 CE memory read error on A (x)|memory.corrected-many",
                "Memory failure: 0x7740c0: recovery action for dirty page: Recovered"
                        + "|memory.uncorrected",
                "Memory failure: 0x1: recovery action for dirty LRU page: Failed|memory.uncorrected",
                "mce: [Hardware Error]: CPU 2: Machine Check: 0 Bank 4: e600000000020408"
                        + "|machine-check.uncorrected",
                "[Hardware Error]: CPU 2: Machine Check Exception: 5 Bank 4: b200000000070f0f"
                        + "|machine-check.uncorrected",
                "mce: [Hardware Error]: CPU 2: Machine Check: 0 Bank 7: 8c00004000010090"
                        + "|machine-check.corrected",
                "mce: CPU4: Core temperature above threshold, cpu clock throttled (total events = 3)"
                        + "|thermal.throttled",
                "CPU4: Package temperature is above threshold, cpu clock is throttled (total events"
                        + " = 3)|thermal.throttled",
                "blk_update_request: I/O error, dev sda, sector 5|disk.io-error",
                "print_req_error: I/O error, dev sda, sector 5|disk.io-error",
                "I/O error, dev nvme1n1, sector 5 op 0x0:(READ) flags 0x80700 phys_seg 1 prio class"
                        + " 2|disk.io-error",
                "critical medium error, dev sda, sector 5 op 0x0:(READ)|disk.io-error",
                "Buffer I/O error on dev dm-0, logical block 5, lost async page write|disk.io-error",
                "I/O error, dev loop0, sector 5|disk.io-error-image",
                "nvme nvme4: I/O 22 QID 0 timeout, reset controller|nvme.reset",
                "nvme nvme4: I/O tag 22 (2016) opcode 0x2 (Admin Cmd) QID 0 timeout, reset"
                        + " controller|nvme.reset",
                "nvme nvme4: controller is down; will reset: CSTS=0xffffffff, PCI_STATUS=0x10"
                        + "|nvme.reset",
                "nvme nvme4: Disabling device after reset failure: -19|nvme.lost",
                "EXT4-fs (md0): Remounting filesystem read-only|file-system.stopped",
                "EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm ls: reading"
                        + "|file-system.error",
                "EXT4-fs error (device loop3): ext4_find_entry:1455: inode #2: comm ls: x"
                        + "|file-system.error-image",
                "XFS (nvme1n1): Corruption of in-memory data detected.  Shutting down filesystem"
                        + "|file-system.stopped",
                "XFS (sdb1): Log I/O Error (0x2) detected at xlog_ioend_work+0x6e/0x70 [xfs]"
                        + " (fs/xfs/xfs_log.c:1378).  Shutting down filesystem.|file-system.stopped",
                "BTRFS error (device sdb1): bdev /dev/sdb1 errs: wr 1, rd 0|file-system.error",
                "watchdog: BUG: soft lockup - CPU#18 stuck for 27s! [python3:2254956]|cpu.stall",
                "NMI watchdog: Watchdog detected hard LOCKUP on cpu 3|cpu.stall",
                "rcu: INFO: rcu_sched self-detected stall on CPU|cpu.stall",
                "rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:|cpu.stall",
                "INFO: rcu_sched self-detected stall on CPU|cpu.stall",
                "INFO: task a:1 blocked in I/O wait for more than 122 seconds.|task.hung",
                "nfs: server a not responding, timed out|nfs.not-responding",
                "mlx5_core 0000:41:00.0: port_module:250:(pid 0): Port module event[error]: module"
                        + " 0, Cable error, Power budget exceeded|link.module-error",
                "mlx5_core 0000:03:00.0: wait_func:964:(pid 112): ENABLE_HCA(0x104) timeout. Will"
                        + " cause a leak of a command resource|link.device",
                "mlx5_core 0000:03:00.0: poll_health:822:(pid 0): device's health compromised -"
                        + " reached miss count|link.device",
                "ixgbe 0000:01:00.0 eth0: NIC Link is Down|link.down",
                "bnxt_en 0000:01:00.0 eno1: NIC Link is Down|link.down",
                "igb 0000:01:00.0 eno1: igb: eno1 NIC Link is Down|link.down"
            })
    void knowsWhatHappened(String line, String kind) {
        assertThat(only(line).kind()).isEqualTo(kind);
        assertThat(only("[  100.000000] " + line).kind()).isEqualTo(kind);
    }

    @Test
    void readsAFirmwareReportAsAWhole() {
        KernelEvent event =
                only(
                        "{1}[Hardware Error]: Hardware error from APEI Generic Hardware Error"
                                + " Source: 2",
                        "{1}[Hardware Error]: It has been corrected by h/w and requires no further"
                                + " action",
                        "{1}[Hardware Error]: event severity: corrected",
                        "{1}[Hardware Error]:  Error 0, type: corrected",
                        "{1}[Hardware Error]:   section_type: memory error");
        assertThat(event.kind()).isEqualTo("memory.corrected");
        assertThat(event.last().line()).isEqualTo(5);
    }

    @Test
    void takesAReportOfThePreviousBootForNone() {
        assertThat(
                        events(
                                "BERT: Error records from previous boot:",
                                "[Hardware Error]: event severity: fatal",
                                "[Hardware Error]:  Error 0, type: fatal",
                                "[Hardware Error]:   section_type: memory error"))
                .isEmpty();
    }

    @Test
    void readsErrorsOfPciExpressInTheNewSpelling() {
        KernelEvent event =
                only(
                        "pcieport 0000:00:1d.0: AER: Uncorrectable (Fatal) error message received"
                                + " from 0000:02:00.0",
                        "nvme 0000:02:00.0: AER: PCIe Bus Error: severity=Uncorrectable (Fatal),"
                                + " type=Transaction Layer, (Requester ID)",
                        "nvme 0000:02:00.0: AER:   device [144d:a80a] error"
                                + " status/mask=00004000/00000000",
                        "nvme 0000:02:00.0: AER:    [14] CmpltTO                (First)",
                        "pcieport 0000:00:1d.0: AER: Root Port link has been reset (0)",
                        "pcieport 0000:00:1d.0: AER: device recovery successful");
        assertThat(event.kind()).isEqualTo("aer.fatal-recovered");
        assertThat(event.subject()).isEqualTo("0000:02:00.0");
        assertThat(event.fields())
                .containsEntry("source", "0000:02:00.0")
                .containsEntry("bits", List.of("CmpltTO"))
                .containsEntry("recovered", true);
    }

    @Test
    void readsErrorsOfPciExpressInTheOldSpelling() {
        KernelEvent event =
                only(
                        "pcieport 0000:00:03.0: AER: Uncorrected (Non-Fatal) error received: id=0018",
                        "pcieport 0000:00:03.0: PCIe Bus Error: severity=Uncorrected (Non-Fatal),"
                                + " type=Transaction Layer, id=0018(Requester ID)",
                        "pcieport 0000:00:03.0:   device [8086:6f08] error"
                                + " status/mask=00004000/00000000",
                        "pcieport 0000:00:03.0:    [14] Completion Timeout     (First)",
                        "pcieport 0000:00:03.0: AER: Device recovery failed");
        assertThat(event.kind()).isEqualTo("aer.non-fatal");
        assertThat(event.fields())
                .containsEntry("bits", List.of("Completion Timeout"))
                .containsEntry("recovered", false);
    }

    @Test
    void keepsTheErrorsOfTwoPortsApart() {
        List<KernelEvent> events =
                events(
                        "pcieport 0000:00:01.0: AER: Corrected error received: 0000:01:00.0",
                        "pcieport 0000:40:01.0: AER: Corrected error received: 0000:41:00.0",
                        "nvme 0000:01:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer,"
                                + " (Receiver ID)",
                        "mlx5_core 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Data Link"
                                + " Layer, (Transmitter ID)",
                        "nvme 0000:01:00.0:   device [144d:a80a] error status/mask=00000001/00000000",
                        "mlx5_core 0000:41:00.0:   device [15b3:101d] error"
                                + " status/mask=00001000/00000000",
                        "nvme 0000:01:00.0:    [ 0] RxErr                  (First)",
                        "mlx5_core 0000:41:00.0:    [12] Timeout               ");
        assertThat(events).hasSize(2);
        assertThat(events.get(0).fields()).containsEntry("bits", List.of("RxErr"));
        assertThat(events.get(1).fields()).containsEntry("bits", List.of("Timeout"));
    }

    @Test
    void readsTheStackOfAnOlderKernel() {
        KernelEvent event =
                only(
                        "INFO: task my job: v2:4711 blocked for more than 120 seconds.",
                        "      Tainted: P           OE    --------- -  - 4.18.0-553.el8.x86_64 #1",
                        "\"echo 0 > /proc/sys/kernel/hung_task_timeout_secs\" disables this"
                                + " message.",
                        "my job: v2      D    0  4711   4700 0x00000080",
                        "Call Trace:",
                        " __schedule+0x2d1/0x870",
                        " ? nvidia_poll+0x10/0x20 [nvidia]",
                        " rpc_wait_bit_killable+0x1e/0xa0 [sunrpc]",
                        " nfs_getattr+0x12c/0x420 [nfs]",
                        "------------[ cut here ]------------",
                        " rm_ioctl+0x75/0xd0 [nvidia]");
        assertThat(event.fields())
                .containsEntry("comm", "my job: v2")
                .containsEntry("pid", 4711L)
                .containsEntry("module", "sunrpc");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CONSTRAINT_MEMCG,nodemask=(null),cpuset=a,mems_allowed=0-1,oom_memcg=/slurm/uid_1000/"
                        + "job_42,task_memcg=/slurm/uid_1000/job_42/step_0|oom.job",
                "CONSTRAINT_MEMCG,nodemask=(null),cpuset=a,mems_allowed=0,oom_memcg=/system.slice/"
                        + "slurmstepd.scope/job_42/step_0,task_memcg=/system.slice/slurmstepd.scope/"
                        + "job_42/step_0/user|oom.job",
                "CONSTRAINT_MEMCG,nodemask=(null),cpuset=a,mems_allowed=0,oom_memcg=/pbs_jobs.service"
                        + "/jobid/42.server,task_memcg=/pbs_jobs.service/jobid/42.server|oom.job",
                "CONSTRAINT_MEMCG,nodemask=(null),cpuset=a,mems_allowed=0,oom_memcg=/system.slice/"
                        + "munge.service,task_memcg=/system.slice/munge.service|oom.cgroup",
                "CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,global_oom,task_memcg=/slurm/"
                        + "uid_1000/job_42|oom.node"
            })
    void knowsWhoseMemoryWasGone(String place, String kind) {
        KernelEvent event =
                only("oom-kill:constraint=" + place + ",task=a,pid=1,uid=2,pid=4321,uid=1000");
        assertThat(event.kind()).isEqualTo(kind);
        assertThat(event.fields()).containsEntry("process", "a,pid=1,uid=2");
    }

    /** A process's name is the user's: up to 15 bytes, and the kernel begins lines with it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "EDAC MC0: 1 UE ",
                "EDAC MC0: 1 UE on a (",
                "mce: [Hardware ",
                "[Hardware Error",
                "{1}[Hardware Er",
                "nvme nvme0: I/O",
                "nfs: server a O",
                "nfs: server a n",
                "XFS (sda1): Shu",
                "EXT4-fs error (",
                "EXT4-fs (sda1):",
                "I/O error, dev ",
                "INFO: task x:1 ",
                "BUG: soft locku",
                "CPU4: Core temp",
                "mlx5_core 0000:",
                "pcieport 0000:0",
                "oom-kill:constr",
                "Memory failure:",
                "rcu: INFO: rcu_"
            })
    void isFooledByNoNameOfAProcess(String comm) {
        assertThat(
                        events(
                                comm
                                        + "[4711]: segfault at 8 ip 00007f sp 00007f error 4 in x[7f+1]",
                                comm + " invoked oom-killer: gfp_mask=0xcc0, order=0",
                                comm + ": page allocation failure: order:0, mode:0xcc0",
                                comm + ": attempt to access beyond end of device",
                                comm + " (4711): drop_caches: 3",
                                "traps: " + comm + "[4711] general protection fault ip:0 sp:0",
                                "Out of memory: Killed process 1 (" + comm + ") total-vm:1kB",
                                "audit: type=1701 audit(1.1:2): comm=\"" + comm + "\""))
                .isEmpty();
    }

    @Test
    void isFooledByNoNameOfAHungProcess() {
        for (String comm : List.of("a:7 blocked for", "\nEDAC MC0: 1 UE", "x blocked ", ":")) {
            KernelRecord record =
                    new KernelRecord(
                            1,
                            1,
                            1,
                            true,
                            "INFO: task " + comm + ":4711 blocked for more than 120 seconds.",
                            1);
            KernelEvent event = KernelLines.events(List.of(record)).get(0);
            assertThat(event.fields()).containsEntry("pid", 4711L).containsEntry("comm", comm);
            assertThat(event.kind()).isEqualTo("task.hung");
        }
    }

    @Test
    void takesNoProcessThatCrashesForABrokenModule() {
        String comm = "EDAC MC0: 1 UE "; // as long as a name can be
        String crash = "[4711]: segfault at 0 ip 0000000000401136 sp 00007ffd error 4";
        for (String rest :
                List.of(
                        crash + " likely on CPU 3 (core 3, socket 0)",
                        crash + " in a (page:0x1 grain:8)[401000+1000] on B (core 3, socket 0)",
                        "(4711): uses a thing on a bus (deprecated)",
                        ": page allocation failure: order:0, on node (null)")) {
            KernelRecord record = new KernelRecord(1, 1, 1, true, comm + rest, 1);
            assertThat(KernelLines.events(List.of(record))).isEmpty();
        }
    }

    @Test
    void believesNothingThatAProgramWrote() {
        assertThat(KernelLines.events(Kmsg.parse("12,1,1,-;EDAC MC0: 1 UE on A (x)\n").records()))
                .isEmpty();
        assertThat(
                        KernelLines.events(
                                Kmsg.parse("3,1,1,-;a\\x0aEDAC MC0: 1 UE on A (x)\n").records()))
                .isEmpty();
    }
}
