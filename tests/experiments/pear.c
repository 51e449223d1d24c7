/* Pear, written again in C from Pantel's report, to check what the agents do.

   Read the seven column values, and then lines "board depthA depthB cuts most": 42 squares, row 1
   first, and the depths of both sides. For each line play a game, or its first `most` moves, with
   minimax, or with alpha-beta if cuts is 1, and print the columns played, the winner, and the moves
   and nodes of both sides. */

#include <stdio.h>
#include <string.h>

enum { ROWS = 6, COLUMNS = 7, WIN = 32767 };
static const int ORDER[COLUMNS] = {3, 2, 4, 1, 5, 0, 6}, WAYS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
static char at[ROWS][COLUMNS];
static int bonus[COLUMNS], cuts;
static long nodes;

static char look(int r, int c) {
    return r < 0 || r >= ROWS || c < 0 || c >= COLUMNS ? '#' : at[r][c];
}

static int four(int r, int c) {
    for (int w = 0; w < 4; w++) {
        int run = 1;
        for (int sign = -1; sign < 2; sign += 2)
            for (int k = sign; look(r + k * WAYS[w][0], c + k * WAYS[w][1]) == at[r][c]; k += sign) run++;
        if (run >= 4) return 1;
    }
    return 0;
}

/* Each run of two or three once, if four squares in a row with it hold no enemy. */
static int patterns(void) {
    int score = 0;
    for (int r = 0; r < ROWS; r++) for (int c = 0; c < COLUMNS; c++) for (int w = 0; w < 4; w++) {
        int down = WAYS[w][0], right = WAYS[w][1], run = 1, room;
        char own = at[r][c];
        if (own == '.' || look(r - down, c - right) == own) continue;
        while (look(r + run * down, c + run * right) == own) run++;
        room = run;
        for (int sign = -1; sign < 2; sign += 2)
            for (int k = sign < 0 ? -1 : run;; k += sign) {
                char there = look(r + k * down, c + k * right);
                if (there != own && there != '.') break;
                room++;
            }
        if (run >= 2 && room >= 4) score += (own == 'A' ? 1 : -1) * (run == 3 ? 16 : 4);
    }
    return score;
}

static int estimate(void) {
    int score = patterns();
    for (int r = 0; r < ROWS; r++) for (int c = 0; c < COLUMNS; c++)
        if (at[r][c] != '.') score += at[r][c] == 'A' ? bonus[c] : -bonus[c];
    return score;
}

static int row_of(int c) {
    int r = 0;
    while (r < ROWS && at[r][c] != '.') r++;
    return r;
}

/* The value to A of the position after a piece was dropped on (r, c), with `turn` to move next. */
static int search(int r, int c, int depth, int pieces, char turn, int a, int b) {
    nodes++;
    if (four(r, c)) return at[r][c] == 'A' ? WIN : -WIN;
    if (pieces == ROWS * COLUMNS) return 0;
    if (!depth) return estimate();
    int best = turn == 'A' ? -2 * WIN : 2 * WIN;
    for (int i = 0; i < COLUMNS; i++) {
        int d = ORDER[i], s = row_of(d);
        if (s == ROWS) continue;
        at[s][d] = turn;
        int v = search(s, d, depth - 1, pieces + 1, turn == 'A' ? 'B' : 'A', a, b);
        at[s][d] = '.';
        if (turn == 'A' ? v > best : v < best) best = v;
        if (!cuts) continue;
        if (turn == 'A') { if (best > a) a = best; } else if (best < b) b = best;
        if (a >= b) break;
    }
    return best;
}

int main(void) {
    char board[64];
    int depth[2], most;
    for (int c = 0; c < COLUMNS; c++) if (scanf("%d", &bonus[c]) != 1) return 1;
    while (scanf("%60s %d %d %d %d", board, depth, depth + 1, &cuts, &most) == 5) {
        int pieces = 0, moves[2] = {0, 0};
        long total[2] = {0, 0};
        const char *winner = "none";
        memcpy(at, board, sizeof at);
        for (const char *p = board; *p; p++) pieces += *p != '.';
        while (pieces < ROWS * COLUMNS && most--) {
            int side = pieces % 2, column = -1, best = 0, a = -2 * WIN, b = 2 * WIN;
            char turn = side ? 'B' : 'A';
            nodes = 0;
            for (int i = 0; i < COLUMNS; i++) {
                int c = ORDER[i], r = row_of(c);
                if (r == ROWS) continue;
                at[r][c] = turn;
                int v = search(r, c, depth[side] - 1, pieces + 1, side ? 'A' : 'B', a, b);
                at[r][c] = '.';
                if (column < 0 || (side ? v < best : v > best)) { best = v; column = c; }
                if (side) { if (best < b) b = best; } else if (best > a) a = best;
                if (cuts && a >= b) break;
            }
            total[side] += nodes;
            moves[side]++;
            int r = row_of(column);
            at[r][column] = turn;
            pieces++;
            putchar('a' + column);
            if (four(r, column)) { winner = side ? "B" : "A"; break; }
        }
        printf(" %s %d %ld %d %ld\n", winner, moves[0], total[0], moves[1], total[1]);
        fflush(stdout);
    }
    return 0;
}
