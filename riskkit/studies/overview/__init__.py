"""The notebooks about all studies: the quick start (00) and the ledger of claims (08). No claim is tested here."""
