"""Reproducible random streams inside compiled code.

Each game owns three streams, made from (seed, game): the deal (claims, deck, order),
the dice, and the agents' own choices. Two games with the same seed and number therefore
share deal and dice even when other agents sit at the table.

The generator is xoshiro256++ (Blackman and Vigna 2021), seeded through splitmix64. A
stream is a uint64 array of four words.
"""

import numpy as np

from riskkit.engine.jit import kernel

DEAL, DICE, CHOICE = 0, 1, 2
_U = np.uint64


@kernel
def _mix(x):
    x = (x ^ (x >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> _U(27))) * _U(0x94D049BB133111EB)
    return x ^ (x >> _U(31))


@kernel
def seed_stream(stream, seed, game, which):
    """Set a stream from a seed, a game number and the stream's own number."""
    golden = _U(0x9E3779B97F4A7C15)
    x = _mix(_U(seed) + golden)
    x = _mix(x ^ (_U(game) * _U(0xD1342543DE82EF95) + golden))
    x = _mix(x ^ (_U(which) * _U(0xDA942042E4DD58B5) + golden))
    for k in range(4):
        x = x + golden
        stream[k] = _mix(x)


@kernel(inline=True)
def next_word(stream):
    """Return the next 64 random bits of a stream as uint64."""
    total = stream[0] + stream[3]
    result = ((total << _U(23)) | (total >> _U(41))) + stream[0]
    shifted = stream[1] << _U(17)
    stream[2] ^= stream[0]
    stream[3] ^= stream[1]
    stream[1] ^= stream[2]
    stream[0] ^= stream[3]
    stream[2] ^= shifted
    stream[3] = (stream[3] << _U(45)) | (stream[3] >> _U(19))
    return result


@kernel(inline=True)
def uniform(stream):
    """Return a float64 in [0, 1) with 53 random bits."""
    return np.float64(np.int64(next_word(stream) >> _U(11))) * (1.0 / 9007199254740992.0)


@kernel(inline=True)
def below(stream, n):
    """Return an int64 in 0..n-1; the bias is below n / 2**32."""
    return np.int64(((next_word(stream) >> _U(32)) * _U(n)) >> _U(32))


@kernel
def shuffle(stream, values, n):
    """Shuffle the first ``n`` entries of an array in place (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        kept = values[i]
        values[i] = values[j]
        values[j] = kept
