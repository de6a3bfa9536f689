"""python -m casemate"""

import sys

from casemate.cli import main

if __name__ == "__main__":
    sys.exit(main())
