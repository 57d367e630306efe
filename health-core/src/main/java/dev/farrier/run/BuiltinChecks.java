package dev.farrier.run;

import dev.farrier.check.CheckInstance;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Sources;
import dev.farrier.check.bmc.EventLogCheck;
import dev.farrier.check.bmc.RedfishCheck;
import dev.farrier.check.bmc.SensorCheck;
import dev.farrier.check.fabric.InfinibandPortCheck;
import dev.farrier.check.fabric.NetworkErrorsCheck;
import dev.farrier.check.fabric.NetworkInterfaceCheck;
import dev.farrier.check.fabric.PcieErrorsCheck;
import dev.farrier.check.fabric.PcieLinkCheck;
import dev.farrier.check.gpu.GpuCountCheck;
import dev.farrier.check.gpu.GpuDriverCheck;
import dev.farrier.check.gpu.GpuEccCheck;
import dev.farrier.check.gpu.GpuLostCheck;
import dev.farrier.check.gpu.RowRemapCheck;
import dev.farrier.check.kernel.KernelChecks;
import dev.farrier.check.os.BlockedProcessesCheck;
import dev.farrier.check.os.ClockCheck;
import dev.farrier.check.os.CommandCheck;
import dev.farrier.check.os.CpuCountCheck;
import dev.farrier.check.os.CpuFrequencyCheck;
import dev.farrier.check.os.CpuThrottlingCheck;
import dev.farrier.check.os.CpuTopologyCheck;
import dev.farrier.check.os.DmiCheck;
import dev.farrier.check.os.FirmwareCheck;
import dev.farrier.check.os.HugePagesCheck;
import dev.farrier.check.os.KernelModuleCheck;
import dev.farrier.check.os.KernelSettingCheck;
import dev.farrier.check.os.LoadCheck;
import dev.farrier.check.os.MemoryAvailableCheck;
import dev.farrier.check.os.MemoryErrorsCheck;
import dev.farrier.check.os.MemorySizeCheck;
import dev.farrier.check.os.MungeCheck;
import dev.farrier.check.os.ProcessCheck;
import dev.farrier.check.os.ProcessLimitsCheck;
import dev.farrier.check.os.RebootCheck;
import dev.farrier.check.os.ServiceCheck;
import dev.farrier.check.os.StrayProcessesCheck;
import dev.farrier.check.os.SwapCheck;
import dev.farrier.check.os.ZombieProcessesCheck;
import dev.farrier.check.storage.DiskSpaceCheck;
import dev.farrier.check.storage.MountCheck;
import dev.farrier.check.storage.NvmeHealthCheck;
import dev.farrier.check.storage.NvmeStateCheck;
import dev.farrier.check.storage.ReadOnlyFileSystemCheck;
import dev.farrier.config.CheckSettings;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.Observation;
import java.util.List;

/** Our own checks, in the order of reports. */
public final class BuiltinChecks {
    private BuiltinChecks() {}

    /** All kinds that a configuration can name. */
    public static List<CheckKind> kinds() {
        return List.of(
                MemorySizeCheck.KIND,
                MemoryAvailableCheck.KIND,
                SwapCheck.KIND,
                HugePagesCheck.KIND,
                MemoryErrorsCheck.KIND,
                CpuCountCheck.KIND,
                CpuTopologyCheck.KIND,
                CpuFrequencyCheck.KIND,
                CpuThrottlingCheck.KIND,
                LoadCheck.KIND,
                ClockCheck.KIND,
                ReadOnlyFileSystemCheck.KIND,
                MountCheck.KIND,
                DiskSpaceCheck.KIND,
                NvmeStateCheck.KIND,
                NvmeHealthCheck.KIND,
                NetworkInterfaceCheck.KIND,
                NetworkErrorsCheck.KIND,
                DmiCheck.KIND,
                FirmwareCheck.KIND,
                ProcessCheck.KIND,
                ZombieProcessesCheck.KIND,
                BlockedProcessesCheck.KIND,
                StrayProcessesCheck.KIND,
                ServiceCheck.KIND,
                MungeCheck.KIND,
                KernelModuleCheck.KIND,
                KernelSettingCheck.KIND,
                ProcessLimitsCheck.KIND,
                RebootCheck.KIND,
                KernelChecks.MACHINE_CHECK,
                KernelChecks.AER,
                KernelChecks.LINK,
                KernelChecks.HUNG_TASK,
                KernelChecks.IO_ERROR,
                KernelChecks.READ_ONLY,
                KernelChecks.OOM,
                KernelChecks.STALL,
                KernelChecks.THERMAL,
                KernelChecks.LOST_RECORDS,
                PcieLinkCheck.KIND,
                PcieErrorsCheck.KIND,
                InfinibandPortCheck.KIND,
                GpuDriverCheck.KIND,
                GpuCountCheck.KIND,
                GpuLostCheck.KIND,
                GpuEccCheck.KIND,
                RowRemapCheck.KIND,
                EventLogCheck.KIND,
                SensorCheck.KIND,
                RedfishCheck.KIND,
                CommandCheck.KIND);
    }

    /** What runs without a configuration: what can be judged, or shown, without being told. */
    public static List<CheckInstance<?>> builtinProfile(Sources sources) {
        return List.of(
                untold(MemorySizeCheck.KIND, sources),
                untold(MemoryAvailableCheck.KIND, sources),
                untold(MemoryErrorsCheck.KIND, sources),
                untold(CpuCountCheck.KIND, sources),
                untold(CpuThrottlingCheck.KIND, sources),
                untold(ClockCheck.KIND, sources),
                untold(ReadOnlyFileSystemCheck.KIND, sources),
                named("disk.space /", DiskSpaceCheck.withoutSettings("/", false, sources)),
                named("disk.space /var", DiskSpaceCheck.withoutSettings("/var", true, sources)),
                named("disk.space /tmp", DiskSpaceCheck.withoutSettings("/tmp", true, sources)),
                untold(ZombieProcessesCheck.KIND, sources),
                untold(BlockedProcessesCheck.KIND, sources),
                untold(RebootCheck.KIND, sources),
                untold(KernelChecks.MACHINE_CHECK, sources),
                untold(KernelChecks.AER, sources),
                untold(KernelChecks.LINK, sources),
                untold(KernelChecks.HUNG_TASK, sources),
                untold(KernelChecks.IO_ERROR, sources),
                untold(KernelChecks.READ_ONLY, sources),
                untold(KernelChecks.OOM, sources),
                untold(KernelChecks.STALL, sources),
                untold(KernelChecks.THERMAL, sources),
                untold(KernelChecks.LOST_RECORDS, sources),
                untold(PcieLinkCheck.KIND, sources),
                untold(PcieErrorsCheck.KIND, sources),
                untold(InfinibandPortCheck.KIND, sources),
                untold(NvmeStateCheck.KIND, sources),
                untold(NvmeHealthCheck.KIND, sources),
                untold(NetworkErrorsCheck.KIND, sources),
                untold(GpuDriverCheck.KIND, sources),
                untold(GpuCountCheck.KIND, sources),
                untold(GpuLostCheck.KIND, sources),
                untold(GpuEccCheck.KIND, sources),
                untold(RowRemapCheck.KIND, sources));
    }

    private static CheckInstance<?> untold(CheckKind kind, Sources sources) {
        return named(kind.id(), kind.maker().make(Settings.EMPTY, sources));
    }

    private static <T extends Observation> CheckInstance<T> named(
            String name, CheckKind.Made<T> made) {
        return new CheckInstance<>(name, made.check(), made.source(), CheckSettings.BUILT_IN);
    }
}
