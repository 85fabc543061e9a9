"""The search agents (2018): greedy, A* and real-time A* in a game with certain battles.

Readings
--------
described
    The text, and the two extra armies in the turn after a conquest.
as run
    The authors' program: whoever places armies wipes out the other's claim to the two
    extra armies, so nobody ever gets them; the agents without search let one army follow
    a conquest; the greedy agent's expansions are the times its choice was bettered.

``L`` counts the winner's own turns. ``T`` counts, for every agent alike, the positions
whose successors were made (none for agents without search). ``P = f L + T``.
"""
