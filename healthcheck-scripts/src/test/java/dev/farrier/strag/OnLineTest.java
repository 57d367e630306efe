package dev.farrier.strag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import dev.farrier.straggler.Detection;
import dev.farrier.straggler.JobVerdict;
import dev.farrier.straggler.Lemon;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said at a time must rest on what was known up to that time. */
class OnLineTest {
    private record Claim(
            String job, String node, int gpu, double time, String kind, boolean alarm) {}

    private static List<Claim> claims(List<Map<String, Object>> lines) {
        List<Claim> claims = new ArrayList<>();
        Replay replay =
                new Replay(
                        new Replay.Listener() {
                            @Override
                            public void detected(String scenario, Detection detection) {
                                claims.add(claim(detection));
                            }

                            @Override
                            public void ended(String scenario, JobVerdict verdict, boolean whole) {}

                            @Override
                            public void finished(String scenario, List<Lemon> lemons) {}
                        });
        lines.forEach(line -> replay.line(Json.write(line)));
        replay.finish();
        return claims;
    }

    private static Claim claim(Detection detection) {
        return new Claim(
                detection.job(),
                detection.node(),
                detection.gpu(),
                detection.time(),
                detection.cause().word(),
                detection.confidence() == Detection.Confidence.ALARM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "M01", "M03", "M04", "M05", "M07", "M09", "M10", "M11", "M12", "M19", "M21", "M33",
                "M42", "M52", "M60"
            })
    void findsEachAlarmAgainInWhatWasThereWhenItWasSaid(String name) {
        List<Map<String, Object>> lines = new ArrayList<>();
        Simulator.run(Catalogue.named(name).orElseThrow().scenario(1), lines::add);
        List<Claim> claims = claims(lines);

        assertThat(claims).isNotEmpty();
        for (Claim claim : claims) {
            List<Map<String, Object>> known =
                    lines.stream().filter(line -> time(line) <= claim.time()).toList();
            assertThat(known).hasSizeLessThan(lines.size());
            assertThat(claims(known)).contains(claim);
        }
    }

    /** Of what holds from the start, 0. */
    private static double time(Map<String, Object> line) {
        return line.get("t") instanceof Number time ? time.doubleValue() : 0;
    }
}
