"""Which of several memories holds."""
