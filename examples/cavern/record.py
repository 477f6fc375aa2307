"""How `logs/` was made: three short sessions in Claude Code's format.

The words of the user and the agent are written by us; what the tools answer is real,
because every command below is run on a copy of this project and its output recorded.
Run `python record.py` to record them again (the output of pytest varies in its times).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

HERE = Path(__file__).parent
CWD = "/home/dev/cavern"
NAMESPACE = uuid.UUID("6d0f2c9e-5a41-4c53-9a55-3f6f6f9d2b10")


class Session:
    """One transcript, written line by line."""

    def __init__(self, session: str, start: datetime, project: Path) -> None:
        self.session, self.time, self.project = session, start, project
        self.lines: list[dict] = []
        self.parent: str | None = None

    def _line(self, kind: str, message: dict, **more: object) -> None:
        self.time += timedelta(seconds=7)
        ident = str(uuid.uuid5(NAMESPACE, f"{self.session}/{len(self.lines)}"))
        self.lines.append({
            "parentUuid": self.parent, "isSidechain": False, "userType": "external", "cwd": CWD,
            "sessionId": self.session, "version": "2.1.63", "gitBranch": "main", "type": kind,
            "message": message, **more, "uuid": ident,
            "timestamp": self.time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        })
        self.parent = ident

    def user(self, text: str) -> None:
        self._line("user", {"role": "user", "content": text})

    def agent(self, text: str) -> None:
        self._line("assistant", self._message([{"type": "text", "text": text}]))

    def _message(self, content: list[dict]) -> dict:
        ident = f"msg_{uuid.uuid5(NAMESPACE, f'{self.session}/m{len(self.lines)}').hex[:24]}"
        return {"id": ident, "type": "message", "role": "assistant", "model": "claude-opus-4-6", "content": content}

    def _tool(self, name: str, given: dict, text: str, failed: bool, twin: object) -> None:
        call = f"toolu_{uuid.uuid5(NAMESPACE, f'{self.session}/t{len(self.lines)}').hex[:24]}"
        self._line("assistant", self._message([{"type": "tool_use", "id": call, "name": name, "input": given}]))
        result = {"tool_use_id": call, "type": "tool_result", "content": text, "is_error": failed}
        self._line("user", {"role": "user", "content": [result]}, toolUseResult=twin)

    def bash(self, command: str, description: str) -> None:
        env = {**os.environ, "PYTHONPATH": "src", "NO_COLOR": "1", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        done = subprocess.run(["bash", "-c", command], cwd=self.project, env=env, capture_output=True, text=True)
        out = (done.stdout + done.stderr).strip().replace(str(self.project), CWD)
        text = out if done.returncode == 0 else f"Exit code {done.returncode}\n{out}"
        twin = {"stdout": out, "stderr": "", "interrupted": False, "isImage": False}
        self._tool("Bash", {"command": command, "description": description}, text,
                   done.returncode != 0, twin if done.returncode == 0 else f"Error: {text}")

    def read(self, path: str) -> None:
        content = (self.project / path).read_text()
        lines = content.rstrip("\n").split("\n")
        shown = "\n".join(f"{i:>6}→{line}" for i, line in enumerate(lines, 1))
        file = {"filePath": f"{CWD}/{path}", "content": content, "numLines": len(lines), "startLine": 1, "totalLines": len(lines)}
        self._tool("Read", {"file_path": f"{CWD}/{path}"}, shown, False, {"type": "text", "file": file})

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.project / path
        before = file.read_text()
        assert before.count(old) == 1, (path, old)
        file.write_text(before.replace(old, new))
        self._tool("Edit", {"file_path": f"{CWD}/{path}", "old_string": old, "new_string": new},
                   f"The file {CWD}/{path} has been updated.", False,
                   {"filePath": f"{CWD}/{path}", "oldString": old, "newString": new})

    def save(self) -> None:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines)
        (HERE / "logs" / f"{self.session}.jsonl").write_text(text)


def explore(project: Path) -> None:
    s = Session("5f0c1e7a-3d52-4b8e-9a46-6f1b2c7d8e01", datetime(2026, 11, 17, 9, 2, tzinfo=UTC), project)
    s.user("Find out where the cave is and whether we can cross the bridge.")
    s.agent("I'll look around from the camp first.")
    s.bash("python -m cavern look camp", "Look around the camp")
    s.bash("python -m cavern cross bridge", "Try the bridge")
    s.agent("The cave is to the west of the camp, and the bridge is not safe to cross.")
    s.user("Good. Is there a lantern? And where is the rope?")
    s.bash("python -m cavern find lantern; python -m cavern find rope", "Look for the lantern and the rope")
    s.agent("The lantern entry was not found; the rope is at the camp.")
    s.save()


def serve(project: Path) -> None:
    s = Session("9b7d4c20-81aa-4f0e-8c1d-0e5a3b6f7c02", datetime(2026, 11, 19, 14, 30, tzinfo=UTC), project)
    s.user("Start the map server and tell me which port it listens on.")
    s.bash("python -m cavern serve --once", "Start the map server and stop it again")
    s.read("src/cavern/server.py")
    s.agent("The map server listens on port 8080 and lets clients cache the map for 300 seconds.")
    s.user("Suppose we used Redis for the cache. What would have to change? Don't change anything, I'm only asking.")
    s.agent("If we used Redis for the cache, Handler would ask Redis before world.load(). Nothing has been changed.")
    s.user("OK, leave it. Is legacy_parser still needed?")
    s.bash("grep -rn legacy_parser src tests", "Find uses of legacy_parser")
    s.bash("python -c \"from cavern.legacy_parser import parse; print(parse('camp: north=ford west=cave'))\"", "Use the parser")
    s.agent("Yes: cavern.legacy_parser still reads the old maps, and tests/test_world.py uses it.")
    s.bash("python -m cavern --version", "Show the version")
    s.bash("python -m pytest -q", "Run the tests")
    s.agent("All 6 tests pass.")
    s.save()


def extend(project: Path) -> None:
    s = Session("c2a81f36-0b7e-4d19-b3c4-7a9e8d5f1b03", datetime(2026, 11, 24, 16, 5, tzinfo=UTC), project)
    s.user("Add a shaft east of the lake.")
    s.read("src/cavern/data/world.json")
    s.edit("src/cavern/data/world.json", '"lake": {"up": "cave"}', '"lake": {"up": "cave", "east": "shaft"},\n  "shaft": {}')
    s.bash("python -m pytest -q", "Run the tests")
    s.agent("One test fails: the shaft has no way back to the lake. Should the shaft be one-way?")
    s.user("I have to go, leave it as it is. We decide tomorrow.")
    s.bash("python -c \"from cavern import legacy_parser as p; print(p.parse('lake: up=cave east=shaft'))\"", "Check that old maps can say it")
    s.agent("Left as it is: the map has the shaft, and one test fails.")
    s.save()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "cavern"
        shutil.copytree(HERE, project, ignore=shutil.ignore_patterns("__pycache__", "logs", ".claude", "memory"))
        world = project / "src/cavern/data/world.json"
        world.write_text(world.read_text().replace(', "east": "shaft"},\n  "shaft": {}', "}"))
        for session in (explore, serve, extend):
            session(project)
        shutil.copy(world, HERE / "src/cavern/data/world.json")


if __name__ == "__main__":
    main()
