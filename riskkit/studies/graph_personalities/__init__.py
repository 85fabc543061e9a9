"""Graph personalities: 16 agents of four binary traits against each other (notebook 05).

Source: Wah Loon Keng and Benjamin H. Draves, "AI for Risk Game", 8 May 2015, with the
program and the result files that they published. Claims GP1 to GP5.

Three readings are played: the text's algorithms in the engine ("described"), and a replica
of the authors' program with every departure from the text as a switch, in independent games
and in chained ones as its authors ran it. ``published`` holds the source's numbers and the
authors' counts, ``players`` goes on to three to six players and to agents of one's own.
"""
