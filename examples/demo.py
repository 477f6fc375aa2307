"""`make demo`: audit the example project and say what to look at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent / "cavern"
# The example's notes are dated November 2026; the audit takes place a week later.
TODAY = "1796083200"


def main() -> int:
    """Run the audit; 0 when it found the planted faults, which is exit 1 of `aseptic`."""
    print("$ cd examples/cavern && aseptic audit\n", flush=True)
    command = [sys.executable, "-m", "aseptic", "audit", str(PROJECT)]
    done = subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": TODAY}, check=False)
    print("\nEach fault was planted and is explained in examples/cavern/FAULTS.md.")
    return 0 if done.returncode == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
