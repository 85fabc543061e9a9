"""Search agents (2018): greedy, A* and real-time A* on boards read from files."""
