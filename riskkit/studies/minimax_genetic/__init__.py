"""Minimax with weights bred by tournaments: the search, what it finds, and how well it plays (notebook 06).

Source: "Implementation of the Risk Game and Artificial Intelligence Agent Player" (2020).
Claims MG1 and MG2. Two readings: "described" is the text, "as run" the authors' program. In
the program the tree values leaves by the features of whoever moved first, with the weights of
whoever is to move at the leaf; bred genes never play; and a win is credited by the player's
name although genes are dealt out by the shuffled seat, so that half of the wins go to the gene
that lost. ``play`` plays games between pairs of weights.
"""
