#!/bin/sh
# Converts one file through the service: open, upload, start, wait, download. Needs curl, and Node to read the answers.
#   KEY=rm_key_… BASE=http://127.0.0.1:8787/v1 sh examples/convert.sh FILE DIALECT > out.sql
set -eu
file=$1 dialect=${2:-postgresql}
api() { curl -sS --fail-with-body -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
text() { node -e 'let s="";process.stdin.on("data",d=>s+=d).on("end",()=>{const v=process.argv[1].split(".").reduce((o,k)=>o?.[k],JSON.parse(s));process.stdout.write(typeof v==="object"?JSON.stringify(v):String(v))})' "$1"; }

bytes=$(wc -c < "$file" | tr -d ' ')
opened=$(api "$BASE/conversions" -d "{\"name\":\"$(basename "$file")\",\"bytes\":$bytes,\"spec\":{\"output\":{\"dialect\":\"$dialect\"}}}")
id=$(echo "$opened" | text data.id)

# The upload must carry exactly the headers that the answer names.
echo "$opened" | text data.upload.headers | tr -d '{}"' | tr ',' '\n' | sed 's/:/: /' > "${TMPDIR:-/tmp}/rowmill-headers.$$"
curl -sS -g --fail-with-body -T "$file" -H "@${TMPDIR:-/tmp}/rowmill-headers.$$" "$(echo "$opened" | text data.upload.url)"
rm -f "${TMPDIR:-/tmp}/rowmill-headers.$$"
api -X POST "$BASE/conversions/$id/start" > /dev/null

while :; do
  conversion=$(api "$BASE/conversions/$id")
  case $(echo "$conversion" | text data.status) in
    done) break ;;
    failed | canceled) echo "$conversion" >&2; exit 1 ;;
  esac
  sleep 0.5
done
echo "$conversion" | text data.report >&2
echo >&2
curl -sS --fail-with-body "$(echo "$conversion" | text data.output.url)"
