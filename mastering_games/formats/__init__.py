"""Games as other projects know them: Gambit's files, and OpenSpiel's games."""
