"""The suite tries the same examples on every run, so that a red run means a change.

BLINDHEX_EXPLORE=1 lets Hypothesis look for new ones.
"""

import os

from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if os.environ.get("BLINDHEX_EXPLORE") else "suite")
