"""SHAKE-128, which the trees of `trees/generate.py` are drawn from (FIPS 202).

Only what the draws need: a message of one block, and as many 64-bit draws as are asked for. The
rounds are written out for the compiler; they take 0.4 µs, which is less than hashlib needs.
"""

import numpy as np

from tracer.experiments.kernels.jit import jit
from tracer.experiments.kernels.types import Ints, Words
from tracer.experiments.kernels.types import word as u

LANES = 21  # 64-bit words that a permutation yields
LONGEST = 8 * LANES - 1  # bytes of a message that fits into one block, with its padding

_ROUNDS: Words = np.array(
    [
        *(0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000),
        *(0x000000000000808B, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009),
        *(0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A),
        *(0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003),
        *(0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A),
        *(0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008),
    ],
    np.uint64,
)
_64 = u(64)
_BYTES, _PAIRS = u(0x00FF00FF00FF00FF), u(0x0000FFFF0000FFFF)


@jit
def _left(x: int, bits: int) -> int:
    return (x << bits) | (x >> (_64 - bits))


@jit
def permute(lanes: Words) -> None:
    """Keccak-f[1600]: 24 rounds on 25 lanes."""
    a0, a1, a2, a3, a4 = lanes[0], lanes[1], lanes[2], lanes[3], lanes[4]
    a5, a6, a7, a8, a9 = lanes[5], lanes[6], lanes[7], lanes[8], lanes[9]
    a10, a11, a12, a13, a14 = lanes[10], lanes[11], lanes[12], lanes[13], lanes[14]
    a15, a16, a17, a18, a19 = lanes[15], lanes[16], lanes[17], lanes[18], lanes[19]
    a20, a21, a22, a23, a24 = lanes[20], lanes[21], lanes[22], lanes[23], lanes[24]
    for r in range(24):
        # θ: the parity of two neighbouring columns is added to every lane
        c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
        c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
        c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
        c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
        c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
        d0 = c4 ^ _left(c1, u(1))
        d1 = c0 ^ _left(c2, u(1))
        d2 = c1 ^ _left(c3, u(1))
        d3 = c2 ^ _left(c4, u(1))
        d4 = c3 ^ _left(c0, u(1))
        # ρ and π: the lanes are turned and change places
        b0 = a0 ^ d0
        b1 = _left(a6 ^ d1, u(44))
        b2 = _left(a12 ^ d2, u(43))
        b3 = _left(a18 ^ d3, u(21))
        b4 = _left(a24 ^ d4, u(14))
        b5 = _left(a3 ^ d3, u(28))
        b6 = _left(a9 ^ d4, u(20))
        b7 = _left(a10 ^ d0, u(3))
        b8 = _left(a16 ^ d1, u(45))
        b9 = _left(a22 ^ d2, u(61))
        b10 = _left(a1 ^ d1, u(1))
        b11 = _left(a7 ^ d2, u(6))
        b12 = _left(a13 ^ d3, u(25))
        b13 = _left(a19 ^ d4, u(8))
        b14 = _left(a20 ^ d0, u(18))
        b15 = _left(a4 ^ d4, u(27))
        b16 = _left(a5 ^ d0, u(36))
        b17 = _left(a11 ^ d1, u(10))
        b18 = _left(a17 ^ d2, u(15))
        b19 = _left(a23 ^ d3, u(56))
        b20 = _left(a2 ^ d2, u(62))
        b21 = _left(a8 ^ d3, u(55))
        b22 = _left(a14 ^ d4, u(39))
        b23 = _left(a15 ^ d0, u(41))
        b24 = _left(a21 ^ d1, u(2))
        # χ and ι: the only step that is not linear, and the constant of the round
        a0 = b0 ^ (~b1 & b2) ^ _ROUNDS[r]
        a1 = b1 ^ (~b2 & b3)
        a2 = b2 ^ (~b3 & b4)
        a3 = b3 ^ (~b4 & b0)
        a4 = b4 ^ (~b0 & b1)
        a5 = b5 ^ (~b6 & b7)
        a6 = b6 ^ (~b7 & b8)
        a7 = b7 ^ (~b8 & b9)
        a8 = b8 ^ (~b9 & b5)
        a9 = b9 ^ (~b5 & b6)
        a10 = b10 ^ (~b11 & b12)
        a11 = b11 ^ (~b12 & b13)
        a12 = b12 ^ (~b13 & b14)
        a13 = b13 ^ (~b14 & b10)
        a14 = b14 ^ (~b10 & b11)
        a15 = b15 ^ (~b16 & b17)
        a16 = b16 ^ (~b17 & b18)
        a17 = b17 ^ (~b18 & b19)
        a18 = b18 ^ (~b19 & b15)
        a19 = b19 ^ (~b15 & b16)
        a20 = b20 ^ (~b21 & b22)
        a21 = b21 ^ (~b22 & b23)
        a22 = b22 ^ (~b23 & b24)
        a23 = b23 ^ (~b24 & b20)
        a24 = b24 ^ (~b20 & b21)
    lanes[0], lanes[1], lanes[2], lanes[3], lanes[4] = a0, a1, a2, a3, a4
    lanes[5], lanes[6], lanes[7], lanes[8], lanes[9] = a5, a6, a7, a8, a9
    lanes[10], lanes[11], lanes[12], lanes[13], lanes[14] = a10, a11, a12, a13, a14
    lanes[15], lanes[16], lanes[17], lanes[18], lanes[19] = a15, a16, a17, a18, a19
    lanes[20], lanes[21], lanes[22], lanes[23], lanes[24] = a20, a21, a22, a23, a24


@jit
def absorb(lanes: Words, seed: Words, path: Ints, depth: int) -> None:
    """Take in "seed:label", the text that a node's draws come from.

    `seed` holds the bytes up to the colon, and `path` the node's child numbers.
    """
    lanes[0:25] = u(0)
    at = 0
    for i in range(len(seed)):
        _add(lanes, at, seed[i])
        at += 1
    if depth == 0:
        _add(lanes, at, u(48))  # "0", the root
        at += 1
    for i in range(depth):
        if i:
            _add(lanes, at, u(46))  # "."
            at += 1
        power = 1
        while power * 10 <= path[i]:
            power *= 10
        while power:
            _add(lanes, at, u(48 + path[i] // power % 10))
            at += 1
            power //= 10
    _add(lanes, at, u(0x1F))
    _add(lanes, LONGEST, u(0x80))
    permute(lanes)


@jit
def _add(lanes: Words, at: int, byte: int) -> None:
    lanes[at >> 3] ^= byte << u(8 * (at & 7))


@jit
def draw(lanes: Words, number: int) -> int:
    """A 64-bit draw, the first byte the most significant; ask for number 0, 1, 2, … in turn."""
    lane = number % LANES
    if number and lane == 0:
        permute(lanes)
    x = lanes[lane]
    x = ((x & _BYTES) << u(8)) | ((x >> u(8)) & _BYTES)
    x = ((x & _PAIRS) << u(16)) | ((x >> u(16)) & _PAIRS)
    return _left(x, u(32))
