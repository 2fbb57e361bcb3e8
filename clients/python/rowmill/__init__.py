"""The Rowmill API from Python. Standard library only.

    from rowmill import Rowmill

    rowmill = Rowmill(api_key=os.environ["ROWMILL_API_KEY"])
    orders = rowmill.convert("orders.csv", to="postgresql")
    print(orders.rows)
    orders.save("orders.sql")
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import hmac
import http.client
import inspect
import io
import json
import os
import random
import re
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, BinaryIO, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union

__all__ = [
    "ApiError",
    "ConnectionLost",
    "ConversionCanceled",
    "ConversionFailed",
    "ConvertedFile",
    "Rowmill",
    "RowmillError",
    "WebhookVerificationError",
    "verify_webhook",
]
__version__ = "0.1.0"

Json = Dict[str, Any]
DEFAULT_BASE_URL = "https://api.rowmill.example/v1"
ENDED = ("done", "failed", "canceled")
CODES_THAT_PASS = ("rate_limited", "too_many_active", "request_in_progress")
SIGNATURE_TOLERANCE_SECONDS = 300
CHUNK_BYTES = 1 << 18
LONG_WAIT_SECONDS = 20


class RowmillError(Exception):
    """The base class of every error of this client."""


class ApiError(RowmillError):
    """The service refused a request. `code` is stable; the message is for people."""

    def __init__(self, status: int, error: Json, headers: Mapping[str, str]) -> None:
        super().__init__(error.get("message") or f"The service responded with status {status}.")
        self.status = status
        self.code: str = error.get("code") or "http_error"
        self.fields: Json = error.get("fields") or {}
        self.request_id: Optional[str] = error.get("request_id") or headers.get("X-Request-Id")
        self.doc_url: Optional[str] = error.get("doc_url")
        asked = headers.get("Retry-After") or ""
        self.retry_after_seconds: Optional[int] = int(asked) if asked.isdigit() else None


class ConnectionLost(RowmillError):
    """The service could not be reached, or the connection was lost, after every retry."""


class ConversionFailed(RowmillError):
    """The file cannot be converted as it is."""

    def __init__(self, conversion: Json) -> None:
        error = conversion.get("error") or {}
        super().__init__(error.get("message") or "The conversion failed.")
        self.conversion = conversion
        self.code: str = error.get("code") or "internal_error"
        self.problems: list = error.get("problems") or []


class ConversionCanceled(RowmillError):
    """The conversion was canceled while the client waited for it."""

    def __init__(self, conversion: Json) -> None:
        super().__init__(f"The conversion {conversion['id']} was canceled.")
        self.conversion = conversion


class WebhookVerificationError(RowmillError):
    """A webhook call that did not come from the service, or came too late. Respond with status 400."""


class ConvertedFile:
    """A finished conversion. Its output is downloaded only when a method needs it."""

    def __init__(self, client: "Rowmill", conversion: Json) -> None:
        self._client = client
        self.conversion = conversion
        self.report: Json = conversion["report"]

    @property
    def id(self) -> str:
        return self.conversion["id"]

    @property
    def rows(self) -> Json:
        """The number of rows converted, rejected and left out."""
        return self.report["rows"]

    @property
    def name(self) -> str:
        return (self.conversion.get("output") or {}).get("name") or "output"

    def open(self) -> BinaryIO:
        """The output as a stream. A download URL is valid for ten minutes, and an expired one is replaced."""
        for fresh in (False, True):
            conversion = self._client.get_conversion(self.id) if fresh else self.conversion
            output = conversion.get("output")
            if output is None:
                continue
            try:
                return urllib.request.urlopen(output["url"], timeout=self._client.timeout_seconds)
            except urllib.error.HTTPError as refused:
                refused.close()
        raise RowmillError("The output cannot be downloaded any more.")

    def read(self) -> bytes:
        with self.open() as output:
            return output.read()

    def text(self) -> str:
        """Returns the output as text. Output with `compression: "gzip"` is decompressed."""
        output = self.read()
        return (gzip.decompress(output) if self.name.endswith(".gz") else output).decode("utf-8")

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the output to a file. An existing file is replaced only by the whole output."""
        beside = f"{os.fspath(path)}.{uuid.uuid4().hex}.part"
        try:
            with self.open() as output, open(beside, "xb") as file:
                shutil.copyfileobj(output, file, CHUNK_BYTES)
            os.replace(beside, path)
        finally:
            if os.path.exists(beside):
                os.remove(beside)


# A name that both output and input have means that of the output, as in the API.
SPEC_FIELDS = {
    "output": "dialect format table schema create_table column_names style batch_rows if_exists primary_key transaction compression",
    "input": "format encoding delimiter sheet sheets header_row header_rows range fill_merged skip_hidden hyperlinks "
    "comments null_values trim password path flatten widths",
    "inference": "sample_rows date_order keep_leading_zeros locale",
}
SPEC_SECTIONS = ["version", "input", "output", "inference", "columns", "dump"]
OTHER_NAMES = {
    "dialect": "to",
    "target": "to",
    "database": "to",
    "key": "api_key",
    "token": "api_key",
    "url": "base_url",
    "host": "base_url",
    "endpoint": "base_url",
    "timeout": "timeout_seconds",
    "timeoutms": "timeout_seconds",
    "maxretries": "retries",
    "pagesize": "limit",
    "page": "cursor",
    "after": "cursor",
    "wait": "wait_seconds",
    "filename": "name",
    "progress": "on_progress",
}

Method = TypeVar("Method", bound=Callable[..., Any])


def _names_options(method: Method) -> Method:
    """Refuses an unknown keyword argument with the one that was probably meant."""
    known = [name for name in inspect.signature(method).parameters if name != "self"]

    @functools.wraps(method)
    def checked(*args: Any, **options: Any) -> Any:
        for name in options:
            if name not in known:
                raise TypeError(f'{"Rowmill" if method.__name__ == "__init__" else method.__name__} has no option "{name}". {_option_advice(name, known)}')
        return method(*args, **options)

    return checked  # type: ignore[return-value]


def _option_advice(name: str, known: List[str]) -> str:
    meant = _option_meant(_letters_of(name), known)
    return f"Did you mean {meant}?" if meant else f"It has: {', '.join(known)}."


def _option_meant(letters: str, known: List[str]) -> Optional[str]:
    """The option, or the place in the spec, that was probably meant. The JavaScript client has the same rule."""
    options = [(_letters_of(one), one) for one in known]
    places = _spec_places() if "spec" in known else []
    other = OTHER_NAMES.get(letters)
    by_letters = dict(reversed([*options, *([(letters, other)] if other in known else []), *places]))
    if letters in by_letters:
        return by_letters[letters]
    near = (place for one, place in [*options, *places] if _letters_apart(one, letters) <= min(2, len(one) / 3))
    return next(near, None)


def _spec_places() -> List[Tuple[str, str]]:
    """The places of a spec by their names: `columns`, `table` and `outputTable`."""
    fields = [(section, field) for section, names in SPEC_FIELDS.items() for field in names.split()]
    return [
        *((section, f'spec["{section}"]') for section in SPEC_SECTIONS),
        *((_letters_of(field), f'spec["{section}"]["{field}"]') for section, field in fields),
        *((_letters_of(section + field), f'spec["{section}"]["{field}"]') for section, field in fields),
    ]


def _letters_apart(one: str, other: str) -> int:
    """The number of letters from the first difference of two names to the last."""
    start = len(os.path.commonprefix([one, other]))
    shorter = min(len(one), len(other)) - start
    end = next((at for at in range(shorter) if one[-1 - at] != other[-1 - at]), shorter)
    return max(len(one), len(other)) - start - end


def _letters_of(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name.lower())


class Rowmill:
    """The client of the Rowmill API."""

    @_names_options
    def __init__(
        self,
        api_key: str,
        base_url: str = DEFAULT_BASE_URL,
        retries: int = 5,
        timeout_seconds: float = 30,
    ) -> None:
        if not api_key:
            raise ValueError("Rowmill needs an API key. Create one in your account settings.")
        if not re.fullmatch(r"[!-~]+", api_key):
            # http.client would show the key in its error.
            raise ValueError("The API key has spaces, line breaks or other characters that no key has.")
        if not re.match(r"https?://", base_url):
            raise ValueError(f'base_url must begin with https://; got "{base_url}".')
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._retries = retries
        self.timeout_seconds = timeout_seconds

    @_names_options
    def convert(
        self,
        source: Union[str, "os.PathLike[str]", bytes, BinaryIO],
        to: Optional[str] = None,
        *,
        spec: Optional[Json] = None,
        name: Optional[str] = None,
        on_progress: Optional[Callable[[Json], None]] = None,
    ) -> ConvertedFile:
        """Uploads a path, bytes or an open file (or has the service download a URL), waits, and returns the output."""
        spec = _spec_for(to, spec)
        if isinstance(source, str) and re.match(r"https?://", source):
            started = self.create_conversion(url=source, name=name, spec=spec)
        else:
            started = self._upload(source, name, spec)
        ended = self.wait(started["id"], on_progress)
        if ended["status"] == "failed":
            raise ConversionFailed(ended)
        if ended["status"] != "done":
            raise ConversionCanceled(ended)
        return ConvertedFile(self, ended)

    @_names_options
    def wait(self, conversion_id: str, on_progress: Optional[Callable[[Json], None]] = None) -> Json:
        """Waits until the conversion ends in any way."""
        pause = 0.25
        while True:
            # Progress needs frequent responses. Without it, one response waits for the end.
            conversion = self.get_conversion(conversion_id, wait_seconds=LONG_WAIT_SECONDS if on_progress is None else 0)
            if conversion["status"] in ENDED:
                return conversion
            if on_progress is not None and conversion.get("progress"):
                on_progress(conversion["progress"])
            time.sleep(pause)
            pause = min(3.0, pause * 1.5)

    @_names_options
    def create_conversion(
        self,
        *,
        spec: Json,
        name: Optional[str] = None,
        bytes: Optional[int] = None,  # noqa: A002 (the name of the field)
        url: Optional[str] = None,
        content: Optional[str] = None,
        content_encoding: Optional[str] = None,
        wait_seconds: int = 0,
    ) -> Json:
        """Opens a conversion for an upload of `bytes` bytes, a URL, or content in the request.

        `wait_seconds` is for a URL or content, because the conversion of an upload begins after the upload.
        """
        body = {
            "name": name,
            "bytes": bytes,
            "url": url,
            "content": content,
            "content_encoding": content_encoding,
            "spec": spec,
        }
        given = {key: value for key, value in body.items() if value is not None}
        return self._data("POST", "/conversions", given, wait_seconds)

    def start_conversion(self, conversion_id: str) -> Json:
        return self._data("POST", f"{_path(conversion_id)}/start")

    @_names_options
    def get_conversion(self, conversion_id: str, *, wait_seconds: int = 0) -> Json:
        """Returns the conversion. The response may wait `wait_seconds` for its end, at most 60."""
        return self._data("GET", _path(conversion_id), None, wait_seconds)

    def cancel_conversion(self, conversion_id: str) -> Json:
        return self._data("POST", f"{_path(conversion_id)}/cancel")

    def delete_conversion(self, conversion_id: str) -> None:
        """Deletes the conversion and its files immediately."""
        self._request("DELETE", _path(conversion_id))

    @_names_options
    def list_conversions(
        self, *, limit: Optional[int] = None, status: Optional[str] = None, cursor: Optional[str] = None
    ) -> Json:
        """One page of conversions, newest first."""
        query = {key: value for key, value in (("limit", limit), ("status", status), ("cursor", cursor)) if value is not None}
        return self._request("GET", "/conversions" + (f"?{urllib.parse.urlencode(query)}" if query else ""))

    @_names_options
    def conversions(self, *, status: Optional[str] = None, limit: Optional[int] = None) -> Iterator[Json]:
        """Iterates over every conversion, newest first, one page at a time."""
        cursor: Optional[str] = None
        while True:
            page = self.list_conversions(limit=limit, status=status, cursor=cursor)
            yield from page["data"]
            cursor = page["meta"]["next_cursor"]
            if cursor is None:
                return

    def create_case(self, conversion_id: str, **fields: Any) -> Json:
        """Sends an ended conversion to support. Only call it with the consent of the file's owner."""
        return self._data("POST", f"{_path(conversion_id)}/cases", {"consent": True, **fields})

    def get_usage(self) -> Json:
        return self._data("GET", "/usage")

    def _upload(self, source: Any, name: Optional[str], spec: Json) -> Json:
        if isinstance(source, (str, os.PathLike)):
            with open(source, "rb") as file:
                return self._upload(file, name or os.path.basename(os.fspath(source)), spec)
        file = io.BytesIO(source) if isinstance(source, (bytes, bytearray)) else source
        file.seek(0, os.SEEK_END)
        size = file.tell()
        opened = self.create_conversion(name=name or "file", bytes=size, spec=spec)
        self._put(opened["upload"], file)
        return self.start_conversion(opened["id"])

    def _put(self, upload: Json, file: BinaryIO) -> None:
        """Repeating the PUT replaces the file, so a lost connection only costs a repeated upload."""

        def attempt() -> None:
            file.seek(0)
            request = urllib.request.Request(upload["url"], data=file, headers=upload["headers"], method="PUT")
            with urllib.request.urlopen(request):
                pass

        self._with_retries(attempt)

    def _data(self, method: str, path: str, body: Optional[Json] = None, wait_seconds: int = 0) -> Json:
        query = f"?wait={wait_seconds}" if wait_seconds > 0 else ""
        return self._request(method, path + query, body, wait_seconds)["data"]

    def _request(self, method: str, path: str, body: Optional[Json] = None, wait_seconds: int = 0) -> Any:
        headers = {"Authorization": f"Bearer {self._api_key}", "Accept": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        if method == "POST":
            # All attempts of a request share a key, so the service runs it once.
            headers["Idempotency-Key"] = str(uuid.uuid4())
            data = data or b""

        def attempt() -> Any:
            request = urllib.request.Request(self._base_url + path, data=data, headers=headers, method=method)
            with urllib.request.urlopen(request, timeout=self.timeout_seconds + wait_seconds) as response:
                text = response.read()
                return json.loads(text) if text else None

        return self._with_retries(attempt)

    def _with_retries(self, attempt: Callable[[], Any]) -> Any:
        for tries in range(self._retries + 1):
            pause = random.uniform(0.5, 1) * min(30.0, 0.5 * 2**tries)
            try:
                return attempt()
            except urllib.error.HTTPError as refused:
                error = _api_error(refused)
                passes = error.status >= 500 or error.code in CODES_THAT_PASS
                if not passes or tries == self._retries:
                    raise error from None
                pause = pause if error.retry_after_seconds is None else error.retry_after_seconds
            except (OSError, http.client.HTTPException, ValueError) as lost:
                if tries == self._retries:
                    raise ConnectionLost(f"The service cannot be reached: {lost}") from lost
            time.sleep(pause)
        raise AssertionError("The last try returns or raises.")


def verify_webhook(body: bytes, header: Optional[str], secret: str, now_seconds: Optional[float] = None) -> Json:
    """Checks the signature of a webhook call and returns its event. `body` is the raw body, before any JSON parsing."""
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError(f"verify_webhook needs the raw body, bytes from before json.loads; got {type(body).__name__}.")
    if not secret:
        raise ValueError("verify_webhook needs the signing secret, whsec_…, from your account settings.")
    if not header:
        raise WebhookVerificationError("The request has no Service-Signature header.")
    parts = dict(part.strip().split("=", 1) for part in header.split(",") if "=" in part)
    sent, signature = parts.get("t", ""), parts.get("v1", "")
    if not re.fullmatch(r"[0-9]{1,12}", sent) or not re.fullmatch(r"[0-9a-f]{64}", signature):
        raise WebhookVerificationError("The Service-Signature header must be t=<seconds>,v1=<64 hexadecimal digits>.")
    now = time.time() if now_seconds is None else now_seconds
    age = round(now - int(sent))
    if abs(now - int(sent)) > SIGNATURE_TOLERANCE_SECONDS:
        raise WebhookVerificationError(
            f"The call was signed {abs(age)} seconds {'ago' if age > 0 else 'ahead'}; {SIGNATURE_TOLERANCE_SECONDS} are "
            "allowed. It is a replay, or the clock of this machine is wrong."
        )
    expected = hmac.new(secret.encode(), sent.encode() + b"." + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, signature):
        raise WebhookVerificationError(
            "The signature does not match. Check the signing secret and use the raw body."
            if secret.startswith("whsec_")
            else "The signature does not match. The signing secret begins with whsec_, unlike the one given."
        )
    return json.loads(body)


def _path(conversion_id: str) -> str:
    if not isinstance(conversion_id, str) or not conversion_id:
        got = '""' if conversion_id == "" else type(conversion_id).__name__
        raise TypeError(f'The id of a conversion must be a string, such as conversion["id"]; got {got}.')
    return f"/conversions/{urllib.parse.quote(conversion_id, safe='')}"


def _spec_for(to: Optional[str], spec: Optional[Json]) -> Json:
    output = dict((spec or {}).get("output") or {})
    if to is not None:
        output["dialect"] = to
    if "dialect" not in output:
        raise ValueError('convert needs `to`, the database to write for, such as "postgresql".')
    return {**(spec or {}), "output": output}


def _api_error(refused: urllib.error.HTTPError) -> ApiError:
    text = b""
    try:
        text = refused.read()
        error = json.loads(text).get("error") or {}
    except (OSError, http.client.HTTPException, ValueError, AttributeError):
        # The storage refuses an upload in XML, and a proxy responds with a page.
        reason = re.search("<Message>([^<]+)", text.decode("utf-8", "replace"))
        advice = ""
        if reason and "expired" in reason[1].lower():
            advice = ". Open a new conversion, whose upload.url is valid for one hour"
        error = {"message": f"The upload was refused with status {refused.code}: {reason[1]}{advice}"} if reason else {}
    return ApiError(refused.code, error, refused.headers)
