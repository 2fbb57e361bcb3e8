#!/bin/sh
# Converts one file through the service: open, upload, start, wait, download. Needs curl, and Node to write and read JSON.
#   KEY=rm_key_… BASE=http://127.0.0.1:8787/v1 sh examples/convert.sh FILE DIALECT > out.sql
set -eu
if [ $# -lt 1 ] || [ -z "${KEY-}" ] || [ -z "${BASE-}" ]; then
  echo "Usage: KEY=rm_key_… BASE=http://127.0.0.1:8787/v1 sh $0 FILE DIALECT > out.sql" >&2
  exit 2
fi
file=$1 dialect=${2:-postgresql}
api() { curl -sS --fail-with-body -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
# Prints one field of a response. Responses go through printf, because echo would interpret the backslashes in them.
text() { printf '%s' "$1" | node -e 'let s="";process.stdin.on("data",d=>s+=d).on("end",()=>{const v=process.argv[1].split(".").reduce((o,k)=>o?.[k],JSON.parse(s));process.stdout.write(typeof v==="object"?JSON.stringify(v):String(v))})' "$2"; }
refused() { printf '%s\n' "$1" >&2; exit 1; }

request=$(node -e 'const [name,bytes,dialect]=process.argv.slice(1);process.stdout.write(JSON.stringify({name,bytes:Number(bytes),spec:{output:{dialect}}}))' \
  -- "$(basename -- "$file")" "$(wc -c < "$file")" "$dialect")
opened=$(api "$BASE/conversions" -d "$request") || refused "$opened"
id=$(text "$opened" data.id)

# The upload must carry exactly the headers that the response names.
text "$opened" data.upload.headers | tr -d '{}"' | tr ',' '\n' | sed 's/:/: /' > "${TMPDIR:-/tmp}/rowmill-headers.$$"
curl -sS -g --fail-with-body -T "$file" -H "@${TMPDIR:-/tmp}/rowmill-headers.$$" "$(text "$opened" data.upload.url)"
rm -f "${TMPDIR:-/tmp}/rowmill-headers.$$"
started=$(api -X POST "$BASE/conversions/$id/start") || refused "$started"

while :; do
  conversion=$(api "$BASE/conversions/$id")
  status=$(text "$conversion" data.status)
  case $status in
    done) break ;;
    failed | canceled) refused "$conversion" ;;
  esac
  sleep 1
done
text "$conversion" data.report >&2
echo >&2
curl -sS --fail-with-body "$(text "$conversion" data.output.url)"
