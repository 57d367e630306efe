package dev.farrier.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AbsolutePathTest {
    @ParameterizedTest
    @CsvSource({"/,/", "//,/", "/home/,/home", "/a//b/./c,/a/b/c", "/.,/", "/..a,/..a"})
    void leavesOutWhatSaysNothing(String text, String path) {
        assertThat(AbsolutePath.normal(text)).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "home", "./x", "/a/../b", "/..", "/a\0b"})
    void refusesOtherPaths(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AbsolutePath.normal(text));
    }
}
