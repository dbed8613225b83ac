"""The guard itself: a request to another host is noticed, wherever it comes from."""

import pytest

from .conftest import Reader
from .outside import Outside

WORKER = "postMessage(await fetch('https://cdn.example/worker.js').then(() => 'answered', () => 'refused'))"
ASK = {
    "a page": "fetch('http://cdn.example/page.js', {mode: 'no-cors'}).then(() => 'refused', () => 'refused')",
    "a worker": f"""new Promise((resolve) => {{
      const source = URL.createObjectURL(new Blob([{WORKER!r}], {{ type: "text/javascript" }}));
      new Worker(source, {{ type: "module" }}).onmessage = ({{ data }}) => resolve(data);
    }})""",
}


@pytest.mark.parametrize("who", ASK)
def test_a_request_to_another_host_is_refused_and_seen(reader: Reader, outside: Outside, who: str) -> None:
    with reader(bypass_csp=True) as page:  # the policy of our pages would refuse it before the proxy does
        page.goto("")
        assert page.evaluate(ASK[who]) == "refused"
    proxied = [line for line in outside.take() if not line.startswith("page ")]
    assert len(proxied) == 1
    assert "cdn.example" in proxied[0]
