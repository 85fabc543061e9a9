"""Deep Q attack: a network that decides pair by pair whether to attack, learned in self-play.

Source: Reinforcement Learning in the Game of RISK, sections 3.4, 4.3, 4.4 and appendix B.

Three readings stand side by side:

described
    The text and algorithm 1 under the classic dice: 2 for a territory, -1 for an army lost.
mixed
    The same learner under the rules of the authors' program, whose attacker wins tied dice
    (income of at least 2, one army follows a conquest, random start).
as run
    The program as it was read: also the armies that follow a conquest count as lost, each
    pair is asked once a turn, the optimiser's means begin at zero after each decision, and
    the first layer's gradient is taken with the wrong inputs.
"""
