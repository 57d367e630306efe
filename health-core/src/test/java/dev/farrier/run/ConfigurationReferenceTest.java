package dev.farrier.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.config.ConfigReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationReferenceTest {
    private static final Path DOCUMENT = Path.of("../docs/configuration.md");

    @Test
    void isWhatTheDeclarationsSay() throws IOException {
        String right = ConfigReference.markdown(KnownChecks.OURS.declared());
        if (Boolean.getBoolean("farrier.docs.write")) {
            Files.writeString(DOCUMENT, right);
        }

        assertThat(DOCUMENT)
                .as(
                        "to write it: mvn test -pl health-core -Dtest=%s -Dfarrier.docs.write=true",
                        getClass().getSimpleName())
                .content(UTF_8)
                .isEqualTo(right);
    }
}
