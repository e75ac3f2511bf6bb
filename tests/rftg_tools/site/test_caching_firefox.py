"""The service worker in Firefox: offline, and an update that waits until the user wants it."""

from pathlib import Path

import pytest

from tests.marionette import NEEDS_FIREFOX, Firefox, started_firefox
from tests.rftg_tools.site.small_site import Host, build_small_site, hosted

pytestmark = [pytest.mark.slow, NEEDS_FIREFOX]

READY = "return document.body?.dataset.ready"
LOOK = """return navigator.serviceWorker.getRegistration()
  .then((registration) => registration.update()).then(() => true)"""


def wait_for(firefox: Firefox, text: str) -> None:
    """Wait until the site has started from files that contain a text."""
    firefox.wait(f"{READY}?.includes({text!r})")


def test_firefox_starts_offline_and_updates(tmp_path: Path) -> None:
    host = Host({"/a/": build_small_site("one")})
    with hosted(host), started_firefox(tmp_path) as firefox:
        firefox.open(host.address("/a/"))
        wait_for(firefox, "one")
        firefox.wait("return document.body?.dataset.kept === 'true'")
        host.down = True
        firefox.open(host.address("/a/licenses.html"))
        firefox.open(host.address("/a/"))
        wait_for(firefox, "one")
        host.down = False
        host.folders["/a/"] = build_small_site("two")
        firefox.run(LOOK)
        firefox.wait("return !document.getElementById('notice').hidden")
        assert firefox.run(READY).startswith("studio one")
        firefox.click("#notice-action")
        wait_for(firefox, "two")
        host.down = True
        firefox.open(host.address("/a/"))
        wait_for(firefox, "two")
