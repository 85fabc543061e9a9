"""Battle odds: Osborne (2003) and Tan (1997) against the exact chain."""
