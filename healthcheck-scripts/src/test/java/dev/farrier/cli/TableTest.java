package dev.farrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void letsTheLastCellOfAShortRowGoOverTheColumnsThatAreLeft() {
        Table table = new Table("CHECK", "VALUE", "OUTCOME");
        table.add("memory", "1 GiB", "ok");
        table.add("gpu", "skipped: there is no such thing here");

        assertThat(table.toString())
                .isEqualTo(
                        """
                        CHECK   VALUE  OUTCOME
                        memory  1 GiB  ok
                        gpu     skipped: there is no such thing here
                        """);
    }

    @Test
    void cutsWhatDoesNotFitIntoAHundredColumns() {
        Table table = new Table("CHECK", "VALUE", "OUTCOME");
        table.add("memory", "v".repeat(90), "o".repeat(30));
        table.add("gpu", "could not look: " + "w".repeat(120) + ": no answer in time");

        assertThat(table.toString().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(Table.WIDTH))
                .filteredOn(line -> line.startsWith("gpu"))
                .singleElement()
                .asString()
                .contains("could not look: w", "w…w", "w: no answer in time");
    }
}
