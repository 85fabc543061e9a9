"""The compiled episodes and trainings, and the search for a policy among them."""
