"""Commitment: what a leader gains who chooses first, and says so."""
