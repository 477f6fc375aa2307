"""`python -m aseptic` is the command line."""

from aseptic.cli.main import entry

if __name__ == "__main__":
    entry()
