"""What leaves riskkit: figures, tables, notebooks, the report and the documentation."""
