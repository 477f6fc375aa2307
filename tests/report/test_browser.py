"""The HTML report in a real browser: nothing runs, nothing is fetched, nothing is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import sample

from aseptic.report import render

CHROMIUM = next((p for n in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(n))), None)  # fmt: skip
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
PHONE = 400


def browse(
    page: str, folder: Path, *, width: int = 1280, script: bool = True
) -> tuple[str, list[str]]:
    """The document after loading, and what the browser's console said."""
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    command = [
        str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-dev-shm-usage", "--hide-scrollbars",
        f"--user-data-dir={folder / 'profile'}", f"--window-size={width},900",
        "--enable-logging=stderr", "--virtual-time-budget=2000", "--dump-dom", file.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    said = re.findall(r"CONSOLE.*", done.stderr.decode(errors="replace"))
    return done.stdout.decode(), said


def title(dom: str) -> str:
    """What the title of the document is after loading."""
    match = re.search(r"<title>(.*?)</title>", dom)
    assert match is not None
    return match[1]


def with_probe(page: str, script: str) -> str:
    """The page with one more script that our own policy is widened for, to look around in it."""
    from base64 import b64encode
    from hashlib import sha256

    mark = b64encode(sha256(script.encode()).digest()).decode()
    page = page.replace("script-src ", f"script-src 'sha256-{mark}' ", 1)
    return page.replace("</body>", f"<script>{script}</script></body>")


def test_hostile_content_does_not_run(tmp_path: Path) -> None:
    """Planted scripts and handlers stay text; the policy refuses nothing of ours."""
    dom, said = browse(render(sample.rich(), "html"), tmp_path)
    assert title(dom) == "aseptic audit: fail"
    assert said == []
    assert "&lt;script&gt;document.title" in dom


def test_the_policy_would_stop_what_escaping_missed(tmp_path: Path) -> None:
    """The twin: markup that did get into the page is refused, and the console says so."""
    page = render(sample.clean(), "html").replace("</main>", f"{sample.SCRIPT}{sample.IMG}</main>")
    dom, said = browse(page, tmp_path)
    assert title(dom) == "aseptic gate: pass"
    assert any("Content Security Policy" in line for line in said)


def test_the_page_obeys_where_there_is_no_policy(tmp_path: Path) -> None:
    """The other twin: the same payload runs in a bare page, so the two tests above can fail."""
    dom, _ = browse(f"<title>bare</title><main>{sample.SCRIPT}</main>", tmp_path)
    assert title(dom) == "owned"


def test_search_and_filters_work(tmp_path: Path) -> None:
    """Typing hides cards, and an unticked box hides its level."""
    script = """
    const box = document.querySelector('input[type=search]');
    const seen = () => [...document.querySelectorAll('.card')].filter((c) => c.offsetParent).length;
    const all = seen();
    box.value = 'GitHub token'; box.dispatchEvent(new Event('input'));
    const found = seen();
    box.value = ''; box.dispatchEvent(new Event('input'));
    document.getElementById('f-error').click();
    document.title = [all, found, seen()].join(' ');
    """
    dom, said = browse(with_probe(render(sample.rich(), "html"), script), tmp_path)
    assert said == []
    assert title(dom) == "8 1 3"


@pytest.mark.parametrize("width", [PHONE, 1280])
def test_nothing_is_wider_than_the_screen(tmp_path: Path, width: int) -> None:
    """No sideways scrolling of the page on a phone or a desktop."""
    script = "document.title = document.documentElement.scrollWidth <= innerWidth ? 'fits' : 'wide'"
    page = with_probe(render(sample.rich(), "html"), script)
    assert title(browse(page, tmp_path, width=width)[0]) == "fits"


def test_the_page_works_without_scripts(tmp_path: Path) -> None:
    """Without our script everything is there and filters work; only the search box stays hidden."""
    script = """
    const seen = () => [...document.querySelectorAll('.card')].filter((c) => c.offsetParent).length;
    const all = seen();
    document.getElementById('f-error').click();
    const box = document.querySelector('input[type=search]');
    document.title = [all, seen(), box.offsetParent === null].join(' ');
    """
    page = re.sub(r"<script>.*?</script>", "", render(sample.rich(), "html"), flags=re.DOTALL)
    dom, said = browse(with_probe(page, script), tmp_path)
    assert said == []
    assert title(dom) == "8 3 true"
