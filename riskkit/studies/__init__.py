"""The studies: a folder each, with its settings, results, analysis, figures, tables and claims."""
