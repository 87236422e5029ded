"""The command line as `python -m strandline`."""

import sys

from strandline._cli import main

sys.exit(main())
