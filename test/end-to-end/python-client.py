"""Called by python-client.test.ts with a running service. Prints the results as JSON."""

import io
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../clients/python"))
from rowmill import ApiError, ConnectionLost, ConversionFailed, Rowmill

client = Rowmill(api_key=os.environ["ROWMILL_API_KEY"], base_url=os.environ["ROWMILL_BASE_URL"])
csv = "id,name\n1,Zoë\n".encode()
found = {}

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "people.csv")
    with open(path, "wb") as file:
        file.write(csv)
    done = client.convert(path, to="sqlite")
    done.save(os.path.join(folder, done.name))
    with open(os.path.join(folder, done.name), encoding="utf-8") as saved:
        found["saved"] = saved.read() == done.text()
    found["files"] = sorted(os.listdir(folder))

found["bytes"] = client.convert(csv, to="sqlite", name="people.csv").rows["converted"]
found["stream"] = client.convert(io.BytesIO(csv), to="sqlite", name="people.csv").rows["converted"]
with open("test/fixtures/encrypted/agile.xlsx", "rb") as workbook:
    spec = {"input": {"sheets": "all", "password": "Grüße 7"}}
    several = client.convert(workbook, to="sqlite", name="book.xlsx", spec=spec)
found["sheets"] = [[table["source_name"], table["rows"]["converted"]] for table in several.report["tables"]]
found["script"] = done.text()
packed = client.convert(csv, name="people.csv", spec={"output": {"dialect": "sqlite", "compression": "gzip"}})
found["unpacked"] = packed.text()
inline = client.create_conversion(
    content=csv.decode(), name="people.csv", spec={"output": {"dialect": "sqlite"}}, wait_seconds=30
)
found["inline"] = inline["status"]
found["listed"] = next(client.conversions(status="done", limit=1))["status"]
found["left"] = client.get_usage()["left"] > 0

try:
    client.convert(b"PK\x03\x04 and no more", to="sqlite", name="broken.xlsx")
except ConversionFailed as failed:
    found["failed"] = failed.code
try:
    client.create_conversion(name="a.csv", bytes=0, spec={"output": {"dialect": "mysql"}})
except ApiError as refused:
    found["refused"] = [refused.status, refused.code, sorted(refused.fields), (refused.request_id or "")[:4]]

opened = client.create_conversion(name="a.csv", bytes=3, spec={"output": {"dialect": "mysql"}})
found["canceled"] = client.cancel_conversion(opened["id"])["status"]
client.delete_conversion(opened["id"])
try:
    client.get_conversion(opened["id"])
except ApiError as gone:
    found["gone"] = gone.code
try:
    Rowmill(api_key="rm_key_x", base_url="http://127.0.0.1:9", retries=1).get_usage()
except ConnectionLost:
    found["lost"] = True
print(json.dumps(found))
