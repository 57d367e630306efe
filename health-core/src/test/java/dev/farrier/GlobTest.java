package dev.farrier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "nfs*,nfs4,true",
        "nfs*,nfs,true",
        "nfs?,nfs,false",
        "nfs,nfs4,false",
        "*,'',true",
        "'','',true",
        "'',x,false",
        "*/slurmd*,/usr/sbin/slurmd -D,true",
        "a*b*c,aXbXbYc,true",
        "a*b*c,aXbXbY,false",
        "[a],a,false",
        "a.c,abc,false"
    })
    void matchesWholeTexts(String glob, String text, boolean matches) {
        assertThat(Glob.matches(glob, text)).isEqualTo(matches);
    }

    @Test
    void comesToAnEndOnManyStars() {
        assertThat(Glob.matches("*a".repeat(50) + "b", "a".repeat(10_000))).isFalse();
    }
}
