"""How fast logs come into the store and the index, and whether memory follows their size."""
