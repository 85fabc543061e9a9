"""TD(lambda) sweeps: the four hyper-parameters of the linear TD bot, one against one.

Source: Reinforcement Learning in the Game of RISK, sections 3.3, 4.2 and appendix C.

Each of alpha, lambda, the win-chance and the random-chance threshold goes from 0 to 1 in
steps of 0.05; at each value the bot plays 500 games against the bot with standard values.
Both learn while they play, so a run of 500 games is one observation: games of a run share
their weights. Two readings stand side by side:

described
    The text. Every run starts with fresh weights.
as run
    The authors' program: the update's error is F(next) less the army share and is
    subtracted, one roll an attack, ties to the attacker, income of at least 2, a random
    start; the setters of the thresholds have no effect; the two bots are kept from value
    to value, so a whole sweep is one chain of games.
"""
