"""`python -m turnkeeper.cli`, the same as `turnkeeper`."""

import sys

from turnkeeper.cli import main

sys.exit(main())
