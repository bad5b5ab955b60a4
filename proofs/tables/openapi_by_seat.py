"""The API from every seat: nothing that is sent brings a fault of the server, or an answer that is not described.

    BLINDHEX_EXAMPLES=200 python -m pytest -q -s proofs/tables/openapi_by_seat.py

So many requests are sent to each operation from each seat, and as many that do not fit its description.
"""

import os
import sys
from contextlib import closing

import pytest
from schemathesis import GenerationMode

from maps.library import scenario
from tests.vtt_bridge.local_table.test_openapi_is_kept import SCENE, api_of, sent_whatever, sits_anew
from tests.vtt_bridge.scenes import beginning
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

EXAMPLES = int(os.environ.get("BLINDHEX_EXAMPLES", "50"))


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("seat", ["us", "ge", "umpire", "spectator"])
def test_every_answer_is_as_described(seat: str, mode: GenerationMode) -> None:
    with closing(Store(":memory:")) as store:
        open_scenario(store, scenario(SCENE), begin=beginning(SCENE))
        operations = sent_whatever(api_of(store, by_links=True), mode, EXAMPLES, sits_anew(store, seat))
    sys.stdout.write(f"{seat}, {mode.value}: {operations} operations, up to {EXAMPLES} requests each\n")
