import subprocess
import sys

# In a process of its own: it breaks its Python on purpose.
SCRIPT = """
import builtins, os, sys, tempfile
from turnkeeper import upkeep

shown = []
names = {"__name__": "__main__"}

def run(source):
    shown.clear()
    return upkeep.run(source, names, lambda kind, text: shown.append(text), number=1, seconds=5)

usual_print, usual_path = print, list(sys.path)
assert run("x = 1; print(x)") == {"ok": True}, "nothing to say of a cell that keeps to itself"
assert "".join(shown) == "1\\n"

told = run("import builtins\\nfor name in ('print', 'len', 'max', 'min'): delattr(builtins, name)")
[note] = told["notes"]
assert note.startswith("This cell changed what belongs to Python itself: ") and " and 1 more. " in note, note
assert builtins.print is usual_print

json = sys.modules["json"]
run("import os, sys, tempfile\\ngone = tempfile.mkdtemp()\\nos.chdir(gone)\\nos.rmdir(gone)\\n"
    "sys.modules.pop('json')\\nsys.path.clear()\\nsys.settrace(lambda *a: None)\\nsys.setrecursionlimit(90)")
assert sys.modules["json"] is json
assert set(usual_path) <= set(sys.path)
assert sys.gettrace() is None and sys.getrecursionlimit() > 90
os.getcwd()

run("import json, turnkeeper.validity\\njson.dumps = None\\nsys.modules['pytest'] = 'mine'")
upkeep._kept.put_all_back()
assert json.dumps is not None and sys.modules["pytest"] != "mine"
usual_print("fine")
"""


def test_what_a_cell_does_to_python_is_put_back() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("fine\n", "")
