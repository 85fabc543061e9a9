"""The replica of the authors' program, and games of one pairing under a reading."""
