import type { SpecInput } from '../../contract/spec.ts'

/** For a shell's single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The three calls of an upload, ready for a shell that has the key in KEY. */
export function curlOf(base: string, file: { readonly name: string; readonly size: number }, spec: SpecInput): string {
  const body = JSON.stringify({ name: file.name, bytes: file.size, spec })
  return [
    `# open, upload, start; then read until the status is done`,
    `curl -s ${base}/conversions \\`,
    `  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(body)} > opened.json`,
    // Without -g curl takes brackets in a file's name for a range of names.
    `curl -s -g -X PUT -T ${quoted(file.name)} -H 'Content-Type: application/octet-stream' "$(jq -r .data.upload.url opened.json)"`,
    `ID=$(jq -r .data.id opened.json)`,
    `curl -s -X POST -H "Authorization: Bearer $KEY" ${base}/conversions/$ID/start`,
    `curl -s -H "Authorization: Bearer $KEY" ${base}/conversions/$ID`,
  ].join('\n')
}
