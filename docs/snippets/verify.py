import hashlib
import hmac
import re
import time


def verify(header, body, secret, now=None):
    """`body` is the raw request body as bytes, before any JSON parsing."""
    parts = dict(part.split("=", 1) for part in (header or "").split(",") if "=" in part)
    t = parts.get("t", "")
    if not re.fullmatch("[0-9]{1,12}", t) or abs((time.time() if now is None else now) - int(t)) > 300:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), parts.get("v1", "").encode())
