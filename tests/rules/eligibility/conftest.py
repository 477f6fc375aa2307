"""Makes the helper process of this folder importable, whatever way pytest imports tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
