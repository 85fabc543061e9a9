"""Strategy switching by deep Q-learning (A Smart Strategist for Risk, 2022).

A network is to learn, turn by turn, when to be passive, pacifist or aggressive. The source
leaves open what a step is: the turn of whoever is at turn (as its code has it), or a round;
both readings are run. A set-up with four repairs shows what it takes to learn.
"""
