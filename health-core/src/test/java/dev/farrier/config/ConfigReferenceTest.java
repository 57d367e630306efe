package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigReferenceTest {
    private final String reference = ConfigReference.markdown(Kinds.ALL);

    @Test
    void describesEverySection() {
        assertThat(reference)
                .contains(
                        "## Top level",
                        "## scheduler",
                        "## policy",
                        "## journal",
                        "## checks",
                        "| `failCount` | a whole number from 1 to 1000 | `2` | no | Failing looks"
                                + " within `failWindow` that take the node out of service. |");
    }

    @Test
    void describesEveryCheckWithItsSettings() {
        assertThat(reference)
                .contains(
                        """
                        ### mount

                        Looks at a mount.

                        | Key | Value | Default | Required | Meaning |
                        |---|---|---|---|---|
                        | `path` | an absolute path such as /home |  | yes | Where it is mounted. |
                        | `fsType` | a list of texts, or one text |  | no | One of these \\| file systems. |
                        | `used` | a percentage such as 5% | `90%` | no | At most. |
                        """,
                        """
                        ### clock

                        Looks at the clock.

                        It has no keys of its own.
                        """);
    }
}
