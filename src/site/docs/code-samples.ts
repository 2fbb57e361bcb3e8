/** A request to show in three languages. The key comes from the environment, so that it is never pasted into a file. */
export interface SampleRequest {
  readonly base: string
  readonly method: string
  readonly path: string
  readonly body: unknown
}

const json = (body: unknown, indent = 2): string => JSON.stringify(body, null, indent)

export function curlSample({ base, method, path, body }: SampleRequest): string {
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`
  const lines = [`curl${verb} ${base}${path}`, `  -H "Authorization: Bearer $KEY"`]
  if (body !== undefined)
    lines.push(`  -H "Content-Type: application/json"`, `  -d '${json(body).replaceAll("'", `'\\''`)}'`)
  return lines.join(' \\\n')
}

export function nodeSample({ base, method, path, body }: SampleRequest): string {
  const options = [
    ...(method === 'get' ? [] : [`  method: '${method.toUpperCase()}',`]),
    body === undefined
      ? '  headers: { authorization: `Bearer ${process.env.KEY}` },'
      : "  headers: { authorization: `Bearer ${process.env.KEY}`, 'content-type': 'application/json' },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${json(body).replaceAll('\n', '\n  ')}),`]),
  ]
  const read =
    method === 'delete' ? 'console.log(response.status)' : 'console.log(response.status, await response.json())'
  return `const response = await fetch('${base}${path}', {\n${options.join('\n')}\n})\n${read}`
}

export function pythonSample({ base, method, path, body }: SampleRequest): string {
  const headers = ['    "Authorization": "Bearer " + os.environ["KEY"],']
  if (body !== undefined) headers.push('    "Content-Type": "application/json",')
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
  const literal = json(body, 4)?.replaceAll(
    /("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g,
    (whole, text?: string) => text ?? words[whole] ?? whole,
  )
  const data = body === undefined ? '' : `body = ${literal}\n`
  const read = method === 'delete' ? 'print(response.status)' : 'print(response.status, json.load(response))'
  return `import json, os, urllib.request

${data}request = urllib.request.Request(
    "${base}${path}",
${body === undefined ? '' : '    data=json.dumps(body).encode(),\n'}    method="${method.toUpperCase()}",
    headers={
${headers.map((line) => `    ${line}`).join('\n')}
    },
)
with urllib.request.urlopen(request) as response:
    ${read}`
}
