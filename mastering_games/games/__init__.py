"""The book's games, one a module. Each imports nothing but the rules contract."""
