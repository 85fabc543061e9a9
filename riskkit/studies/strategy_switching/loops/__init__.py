"""The compiled episodes and trainings."""
