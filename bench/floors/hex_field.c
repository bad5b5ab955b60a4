/* Lines of sight over flat-topped hexes, every second column half a hex lower: exact, in whole numbers.

   From a hex, another stands at (3 across, along); `along` counts half hexes, `across` columns. With d columns between
   the ends and b half hexes, the line passes the interior of the hex at (3k, v) if |3d v - 3b k| < max(2b, 3d + b). The
   hexes of a column that it passes lie together, and where they begin and end moves on by b / d from column to column:
   one division a line, then additions. */

#include <stdint.h>
#include <stdlib.h>

typedef struct { long whole, rest, step, step_rest, by; } Slope;

static Slope slope(long first, long step, long by) {
    Slope s = {first / by, first % by, step / by, step % by, by};
    if (s.rest < 0) { s.rest += by; s.whole--; }
    return s;
}

static inline long next(Slope *s) {
    long now = s->whole;
    s->whole += s->step;
    s->rest += s->step_rest;
    if (s->rest >= s->by) { s->rest -= s->by; s->whole++; }
    return now;
}

static int hidden(const uint8_t *opaque, int rows, int column, int row, int to_column, int to_row) {
    long y = 2 * row + (column & 1), b = 2 * to_row + (to_column & 1) - y;
    long d = labs(to_column - column), side = to_column < column ? -1 : 1, down = b < 0 ? -1 : 1;
    b *= down;
    if (!d) {
        for (long v = 2; v < b; v += 2)
            if (opaque[(long)column * rows + row + down * v / 2]) return 1;
        return 0;
    }
    long a = 3 * d, width = 2 * b > a + b ? 2 * b : a + b;
    Slope low = slope(-width, 3 * b, a), high = slope(width - 1, 3 * b, a);
    for (long k = 0; k <= d; k++) {
        long first = next(&low) + 1, last = next(&high), at = column + side * k;
        if (k == 0) first = 1;
        if (k == d && last > b - 1) last = b - 1;
        first += (first ^ k) & 1;
        const uint8_t *cell = opaque + at * rows;
        long shift = at & 1;
        for (long v = first; v <= last; v += 2)
            if (cell[(y + down * v - shift) / 2]) return 1;
    }
    return 0;
}

/* One flag a hex, column by column: whether something opaque hides it from the hex at (column, row). */
void field(const uint8_t *opaque, int columns, int rows, int column, int row, uint8_t *found) {
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) found[c * rows + r] = hidden(opaque, rows, column, row, c, r);
}

/* The fields of all hexes, one after the other. */
void atlas(const uint8_t *opaque, int columns, int rows, uint8_t *found) {
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) {
            field(opaque, columns, rows, c, r, found);
            found += columns * rows;
        }
}
