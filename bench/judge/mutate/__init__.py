"""The mutation operators on sentences, by what they change."""
