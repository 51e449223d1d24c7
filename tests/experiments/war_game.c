/* The War Game, written again in C from Young's report, to check the totals of Figures 7 to 10.

   Read 36 values, and then lines "depth1 cuts1 score1 depth2 cuts2 score2 twice"; for each line
   play a game and print the score and the nodes of both sides, and the nodes of each move. A score
   is 0 for plain, 1 for Young's secured one, 2 to leave out what the side to move could take, and
   3 to leave out only the most that it could take with one blitz. */

#include <limits.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t Set;
typedef struct { Set own[2]; int score[2]; } State;

static int value[36], score_of[2];
static Set beside[36];
static long expanded;

static int worth(Set squares) {
    int sum = 0;
    for (; squares; squares &= squares - 1) sum += value[__builtin_ctzll(squares)];
    return sum;
}

static int exposed(const State *s, int side) {
    Set taken = s->own[0] | s->own[1], found = 0;
    for (int i = 0; i < 36; i++)
        if (!(taken >> i & 1) && (beside[i] & s->own[!side])) found |= beside[i] & s->own[side];
    return worth(found);
}

static int one_blitz(const State *s, int turn) {
    Set taken = s->own[0] | s->own[1];
    int most = 0;
    for (int i = 0; i < 36; i++) {
        int gain = worth(beside[i] & s->own[!turn]);
        if (!(taken >> i & 1) && (beside[i] & s->own[turn]) && gain > most) most = gain;
    }
    return most;
}

/* The value to `me` of a position in which `turn` is to move. */
static int estimate(const State *s, int me, int turn) {
    int lead = s->score[me] - s->score[!me], kind = score_of[me];
    if (!kind || (s->own[0] | s->own[1]) == (1ULL << 36) - 1) return lead;
    if (kind == 1) return lead + (turn == me ? -exposed(s, me) : exposed(s, !me));
    int danger = kind == 2 ? exposed(s, !turn) : one_blitz(s, turn);
    return lead + (turn == me ? danger : -danger);
}

static State moved(const State *s, int side, int square, int blitz) {
    State t = *s;
    t.own[side] |= 1ULL << square;
    t.score[side] += value[square];
    Set taken = blitz ? beside[square] & s->own[!side] : 0;
    if (taken) {
        int gain = worth(taken);
        t.own[side] |= taken;
        t.own[!side] &= ~taken;
        t.score[side] += gain;
        t.score[!side] -= gain;
    }
    return t;
}

/* Young's alphaBeta; with a window that nothing leaves, it is his minimax. */
static int search(const State *s, int depth, int a, int b, int me, int turn, int cuts) {
    Set taken = s->own[0] | s->own[1];
    if (!depth || taken == (1ULL << 36) - 1) return estimate(s, me, turn);
    int best = turn == me ? (cuts ? a : INT_MIN) : (cuts ? b : INT_MAX);
    for (int i = 0; i < 36; i++) {
        if (taken >> i & 1) continue;
        for (int blitz = 0; blitz <= !!(beside[i] & s->own[turn]); blitz++) {
            State t = moved(s, turn, i, blitz);
            expanded++;
            int v = search(&t, depth - 1, a, b, me, !turn, cuts);
            if (turn == me ? v > best : v < best) best = v;
            if (!cuts) continue;
            if (turn == me) { if (best > a) a = best; } else if (best < b) b = best;
            if (b < a) return turn == me ? a : b;
        }
    }
    return best;
}

static void play(const int depth[2], const int cuts[2], int twice) {
    State s = {{0, 0}, {0, 0}};
    long total[2] = {0, 0}, each[36];
    for (int ply = 0; ply < 36; ply++) {
        int me = ply % 2, most = INT_MIN;
        State chosen = s;
        expanded = 0;
        for (int i = 0; i < 36; i++) {
            if ((s.own[0] | s.own[1]) >> i & 1) continue;
            for (int blitz = 0; blitz <= !!(beside[i] & s.own[me]); blitz++) {
                State t = moved(&s, me, i, blitz);
                int v = search(&t, depth[me] - 1, INT_MIN, INT_MAX, me, twice ? me : !me, cuts[me]);
                if (v > most) { most = v; chosen = t; }
            }
        }
        total[me] += each[ply] = expanded;
        s = chosen;
    }
    printf("%d %d %ld %ld", s.score[0], s.score[1], total[0], total[1]);
    for (int ply = 0; ply < 36; ply++) printf(" %ld", each[ply]);
    printf("\n");
    fflush(stdout);
}

int main(void) {
    int depth[2], cuts[2], twice;
    for (int i = 0; i < 36; i++) {
        if (scanf("%d", &value[i]) != 1) return 1;
        for (int j = 0; j < 36; j++) {
            int down = i / 6 - j / 6, right = i % 6 - j % 6;
            if (down * down + right * right == 1) beside[i] |= 1ULL << j;
        }
    }
    while (scanf("%d %d %d %d %d %d %d", depth, cuts, score_of, depth + 1, cuts + 1, score_of + 1, &twice) == 7)
        play(depth, cuts, twice);
    return 0;
}
