"""Let the tests of this folder import `tiny_course`: pytest's import mode leaves their folder out of sys.path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
