package dev.farrier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.HostList;
import dev.farrier.check.CheckKind;
import dev.farrier.config.CheckConfig;
import dev.farrier.config.ConfigReader;
import dev.farrier.run.KnownChecks;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CheckBenchmarkTest {
    @Test
    void measuresEveryKindOfCheck() {
        ConfigReader reader = new ConfigReader(KnownChecks.OURS.declared(), HostList::expand);

        assertThat(reader.read(Path.of("bench-checks.yaml")).checks())
                .extracting(CheckConfig::kind)
                .containsExactlyInAnyOrderElementsOf(
                        KnownChecks.OURS.kinds().stream().map(CheckKind::id).toList());
    }
}
