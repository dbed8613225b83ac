"""Grades a class of 200 submissions of mixed quality, and says how long it took and which verdict is wrong.

`python tests/bench/classroom.py 50` makes 50 of them.
"""

import json
import resource
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "course"))

from class_of_submissions import faults_of, hostile_forms, make_class

from turnkeeper import cli


def main(number: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder, outside = Path(name, "submissions"), Path(name, "outside")
        outside.mkdir()
        (outside / "kept").write_text("kept")
        expected = make_class(folder, range(number), cycle(hostile_forms(outside)))
        began = time.monotonic()
        report, data = Path(name, "report.html"), Path(name, "report.json")
        cli.main(["grade", str(folder), "--report", str(report), "--json", str(data)])
        seconds = time.monotonic() - began
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        results = json.loads(data.read_text())
        faults = faults_of(results, expected)
        harmed = sorted(path.name for path in outside.iterdir()) != ["kept"]
        answers = [one for each in results["submissions"] for one in each["results"]]
        print(f"{len(results['submissions'])} submissions, {len(answers)} answers, {len(faults)} wrong verdicts")
        print(f"{seconds:.0f} s of wall time, {used.ru_utime + used.ru_stime:.0f} s of CPU in the servers, and")
        print(f"{sum(one['cpu_seconds'] for one in answers):.0f} s of CPU in the answers' processes")
        print(f"The report has {report.stat().st_size / 1e6:.1f} MB.")
        for (student, slug), fault in faults.items():
            print(f"WRONG {student}, {slug}: {fault}")
        return 1 if faults or harmed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
