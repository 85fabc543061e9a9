"""Kernels that several families of agents share: placements, borders, views of a position."""
