/* Pantel's Scout for Pear, line by line from his Pascal listing (section 5.4), on the board of pear.c.

   Read the seven column values, and then lines "board depthA depthB": print the columns played, and
   the moves, expanded nodes and tests of both sides. Level 0 is the side to move, which is MAX. */

#define main pear_main
#include "pear.c"
#undef main

static int bound;
static long evals, tests;
static char sides[2]; /* who moves at even and at odd levels */

static int h(void) { return sides[0] == 'A' ? patterns() : -patterns(); }

static int over(int level, int r, int c) { return level && four(r, c); }

static int test(int level, int v, int r, int c, int pieces) {
    if (level == bound && four(r, c)) return (level % 2 ? WIN : -WIN) > v;
    if (over(level, r, c)) return level % 2;
    if (pieces == ROWS * COLUMNS) return 0 > v;
    if (level == bound) return h() > v;
    for (int i = 0; i < COLUMNS; i++) {
        int d = ORDER[i], s = row_of(d), yes;
        if (s == ROWS) continue;
        tests++;
        at[s][d] = sides[level % 2];
        yes = test(level + 1, v, s, d, pieces + 1);
        at[s][d] = '.';
        if (level % 2 == 0 && yes) return 1;
        if (level % 2 == 1 && !yes) return 0;
    }
    return level % 2;
}

static int eval(int level, int r, int c, int pieces, int *move) {
    int value = 0, first = 1, below;
    if (over(level, r, c)) return level % 2 ? WIN : -WIN;
    if (pieces == ROWS * COLUMNS) return 0;
    if (level == bound) return h();
    for (int i = 0; i < COLUMNS; i++) {
        int d = ORDER[i], s = row_of(d), yes = 0;
        if (s == ROWS) continue;
        at[s][d] = sides[level % 2];
        if (!first) {
            tests++;
            yes = test(level + 1, value, s, d, pieces + 1);
        }
        if (first || (level % 2 ? !yes : yes)) {
            evals++;
            value = eval(level + 1, s, d, pieces + 1, &below) + (level % 2 ? -bonus[d] : bonus[d]);
            *move = d;
        }
        at[s][d] = '.';
        first = 0;
    }
    return value;
}

int main(void) {
    char board[64];
    int depth[2];
    for (int c = 0; c < COLUMNS; c++) if (scanf("%d", &bonus[c]) != 1) return 1;
    while (scanf("%60s %d %d", board, depth, depth + 1) == 3) {
        int pieces = 0, moves[2] = {0, 0};
        long all[2][2] = {{0, 0}, {0, 0}};
        memcpy(at, board, sizeof at);
        for (const char *p = board; *p; p++) pieces += *p != '.';
        while (pieces < ROWS * COLUMNS) {
            int side = pieces % 2, column = 0, r;
            sides[0] = "AB"[side], sides[1] = "BA"[side];
            bound = depth[side], evals = tests = 0;
            eval(0, 0, 0, pieces, &column);
            all[side][0] += evals, all[side][1] += tests, moves[side]++;
            r = row_of(column);
            at[r][column] = sides[0], pieces++;
            putchar('a' + column);
            if (four(r, column)) break;
        }
        printf(" %d %ld %ld %d %ld %ld\n", moves[0], all[0][0], all[0][1], moves[1], all[1][0], all[1][1]);
    }
    return 0;
}
