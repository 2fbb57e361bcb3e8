import type { SpecInput } from '../../contract/spec.ts'

/** Returns a string for a shell's single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

interface NamedFile {
  readonly name: string
  readonly size: number
}

/** Returns the three calls of an upload, for a shell that has the key in KEY. */
export function curlOf(base: string, file: NamedFile, spec: SpecInput): string {
  const body = JSON.stringify({ name: file.name, bytes: file.size, spec })
  return [
    `# Open, upload, start. Then read the conversion until its status is done.`,
    `curl -s ${base}/conversions \\`,
    `  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(body)} > opened.json`,
    // Without -g, curl reads brackets in a file name as a range of names.
    `curl -s -g -X PUT -T ${quoted(file.name)} -H 'Content-Type: application/octet-stream' "$(jq -r .data.upload.url opened.json)"`,
    `ID=$(jq -r .data.id opened.json)`,
    `curl -s -X POST -H "Authorization: Bearer $KEY" ${base}/conversions/$ID/start`,
    `curl -s -H "Authorization: Bearer $KEY" ${base}/conversions/$ID`,
  ].join('\n')
}

const indented = (json: string, spaces: number): string => json.replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** Returns a module for Node 20 or later, without packages. */
export function nodeOf(base: string, file: NamedFile, spec: SpecInput): string {
  return `import { readFile, writeFile } from 'node:fs/promises'

const base = ${JSON.stringify(base)}
const headers = { authorization: \`Bearer \${process.env.KEY}\`, 'content-type': 'application/json' }

async function call(method, path, body) {
  const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })
  const payload = await response.json()
  if (!response.ok) throw new Error(payload.error.message)
  return payload.data
}

const file = await readFile(${JSON.stringify(file.name)})
const spec = ${indented(JSON.stringify(spec, null, 2), 0)}
let conversion = await call('POST', '/conversions', { name: ${JSON.stringify(file.name)}, bytes: file.length, spec })
await fetch(conversion.upload.url, { method: 'PUT', headers: conversion.upload.headers, body: file })
await call('POST', \`/conversions/\${conversion.id}/start\`)
do {
  await new Promise((resolve) => setTimeout(resolve, 500))
  conversion = await call('GET', \`/conversions/\${conversion.id}\`)
} while (conversion.status === 'queued' || conversion.status === 'running')
if (conversion.status !== 'done') throw new Error(conversion.error.message)
await writeFile(${JSON.stringify(outputName(file, spec))}, await (await fetch(conversion.output.url)).text())
console.log(conversion.report.rows)`
}

/** Returns JSON in Python's spelling, which is the same except for three words. */
const pythonOf = (value: unknown): string =>
  JSON.stringify(value, null, 4).replaceAll(
    /("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g,
    (whole: string, text: string | undefined) =>
      text ?? (whole === 'null' ? 'None' : whole === 'true' ? 'True' : 'False'),
  )

/** Returns a script for Python 3, standard library only. */
export function pythonScriptOf(base: string, file: NamedFile, spec: SpecInput): string {
  return `import json, os, time, urllib.request

base = ${JSON.stringify(base)}
headers = {"Authorization": "Bearer " + os.environ["KEY"], "Content-Type": "application/json"}

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]

with open(${JSON.stringify(file.name)}, "rb") as source:
    content = source.read()
spec = ${pythonOf(spec)}
conversion = call("POST", "/conversions", {"name": ${JSON.stringify(file.name)}, "bytes": len(content), "spec": spec})
upload = conversion["upload"]
urllib.request.urlopen(urllib.request.Request(upload["url"], content, upload["headers"], method="PUT"))
call("POST", f"/conversions/{conversion['id']}/start")
while True:
    conversion = call("GET", f"/conversions/{conversion['id']}")
    if conversion["status"] not in ("queued", "running"):
        break
    time.sleep(0.5)
if conversion["status"] != "done":
    raise SystemExit(conversion["error"]["message"])
urllib.request.urlretrieve(conversion["output"]["url"], ${JSON.stringify(outputName(file, spec))})
print(conversion["report"]["rows"])`
}

const outputName = ({ name }: NamedFile, { output }: SpecInput): string => {
  const stem = name.replace(/\.[^.]*$/, '')
  const made = `${stem}.${output.format ?? 'sql'}`
  return made === name ? `${stem}-converted.${output.format ?? 'sql'}` : made
}

/** Returns the command for the user's own computer. Settings without a flag of their own go into a spec file. */
export function cliOf(file: NamedFile, spec: SpecInput): string {
  const { dialect, ...otherOutput } = spec.output
  const isPlain = Object.keys(otherOutput).length === 0 && Object.keys(spec).length === 1
  const output = quoted(outputName(file, spec))
  if (isPlain) return `npx rowmill convert ${quoted(file.name)} --to ${dialect} -o ${output}`
  return `cat > spec.json <<'SPEC'
${JSON.stringify(spec, null, 2)}
SPEC
npx rowmill convert ${quoted(file.name)} --spec spec.json -o ${output}`
}
