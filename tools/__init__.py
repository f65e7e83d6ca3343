"""What turns the chapters into a book, into notebooks, and into tests."""
