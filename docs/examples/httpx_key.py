# Calls an outcome with a service key. Needs httpx.
import os
import uuid

import httpx

response = httpx.post(
    os.environ.get("FAREBOX_URL", "http://127.0.0.1:8402") + "/api/v1/outcomes/hash-text",
    headers={
        "X-Service-Key": os.environ["FAREBOX_KEY"],
        # The same request may be sent again with this key: it is charged once.
        "Idempotency-Key": str(uuid.uuid4()),
    },
    json={"text": "hello"},
    timeout=60,
)
answer = response.json()
if response.status_code != 200:
    raise SystemExit(f"{answer['code']}: {answer['error']}")
print(answer["result"]["hex"], answer["charge"])
