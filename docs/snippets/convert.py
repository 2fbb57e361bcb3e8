# Python 3.8 or later, no packages: python3 convert.py FILE DIALECT > out.sql   (KEY and BASE in the environment)
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

KEY, BASE = os.environ.get("KEY"), os.environ.get("BASE")
if not KEY or not BASE or len(sys.argv) < 3:
    sys.exit("Usage: KEY=rm_key_… BASE=https://…/v1 python3 convert.py FILE DIALECT > out.sql")
path, dialect = sys.argv[1], sys.argv[2]


def reason_of(refused):
    try:
        error = json.load(refused)["error"]
        return error["code"], error["message"]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return refused.code, refused.reason  # The response is the page of a proxy.


def call(method, route, body=None):
    """Sends a request. Retries lost connections, 429, 5xx and `request_in_progress` with the same Idempotency-Key."""
    headers = {
        "Authorization": "Bearer " + KEY,
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    }
    pause = 1
    while True:
        data = json.dumps(body).encode() if body is not None else (b"" if method == "POST" else None)
        request = urllib.request.Request(BASE + route, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as refused:
            code, message = reason_of(refused)
            if refused.code != 429 and refused.code < 500 and code != "request_in_progress":
                sys.exit(f"{code}: {message}")
            pause = int(refused.headers.get("Retry-After", pause))
        except (OSError, http.client.HTTPException, ValueError):
            pass  # The connection was refused or lost, or the response is incomplete.
        if pause > 60:
            sys.exit("no response")
        time.sleep(pause)
        pause *= 2


size = os.path.getsize(path)
opened = call("POST", "/conversions", {"name": os.path.basename(path), "bytes": size, "spec": {"output": {"dialect": dialect}}})
with open(path, "rb") as file:
    upload = urllib.request.Request(opened["upload"]["url"], data=file, headers=opened["upload"]["headers"], method="PUT")
    urllib.request.urlopen(upload).close()
call("POST", f"/conversions/{opened['id']}/start")

while True:
    time.sleep(0.5)
    conversion = call("GET", f"/conversions/{opened['id']}")
    if conversion["status"] not in ("queued", "running"):
        break

if conversion["status"] != "done":
    sys.exit(f"{conversion['status']}: {(conversion['error'] or {}).get('message', '')}")
rows = conversion["report"]["rows"]
print(f"{rows['converted']} rows converted, {rows['rejected']} rejected", file=sys.stderr)
with urllib.request.urlopen(conversion["output"]["url"]) as output:
    sys.stdout.buffer.write(output.read())
