package dev.farrier.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows in columns, at most 100 characters wide: the widest column gives way. The last cell of a row
 * with fewer cells than the head goes over all columns that are left; it is a sentence, of which
 * both ends matter.
 */
final class Table {
    static final int WIDTH = 100;
    private static final String GAP = "  ";
    private static final int NARROWEST = 8;

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... head) {
        rows.add(List.of(head));
    }

    void add(String... cells) {
        List<String> row = new ArrayList<>();
        for (String cell : cells) {
            row.add(TerminalText.oneLine(cell));
        }
        rows.add(row);
    }

    @Override
    public String toString() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                boolean rest = i == row.size() - 1;
                int width = rest ? WIDTH - line.length() : widths[i];
                boolean sentence = rest && row.size() < widths.length;
                String cell = sentence ? ends(row.get(i), width) : cut(row.get(i), width);
                line.append(cell);
                if (!rest) {
                    line.append(" ".repeat(width - cell.length())).append(GAP);
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[rows.get(0).size()];
        int total = GAP.length() * (widths.length - 1);
        for (int i = 0; i < widths.length; i++) {
            for (List<String> row : rows) {
                boolean full = row.size() == widths.length;
                if (full || i < row.size() - 1) {
                    widths[i] = Math.max(widths[i], row.get(i).length());
                }
            }
            total += widths[i];
        }
        while (total > WIDTH) {
            int widest = 0;
            for (int i = 1; i < widths.length; i++) {
                widest = widths[i] > widths[widest] ? i : widest;
            }
            if (widths[widest] <= NARROWEST) {
                break;
            }
            widths[widest]--;
            total--;
        }
        return widths;
    }

    private static String ends(String cell, int width) {
        int end = width / 2;
        return cell.length() <= width
                ? cell
                : cut(cell, width - end) + cell.substring(cell.length() - end);
    }

    private static String cut(String cell, int width) {
        return cell.length() <= width ? cell : cell.substring(0, width - 1) + "…";
    }
}
