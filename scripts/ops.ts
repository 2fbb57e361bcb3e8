import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ServiceFile } from './local/state-folder.ts'
import { readCommand, usage } from './ops/commands.ts'
import { forPeople } from './ops/show.ts'

/**
 * The operator's commands. Each is one request to `/ops`. A terminal gets a table. `--json`, a pipe and a script get
 * JSON. Exit code 1 means that the request was refused, and 2 that the command was not understood.
 */
const words: string[] = []
const flags: Record<string, string> = {}
/** These options take no value. */
const switches = new Set(['--json', '--yes'])
const args = process.argv.slice(2)
for (let at = 0; at < args.length; at++) {
  const word = args[at] ?? ''
  if (!word.startsWith('--')) {
    words.push(word)
    continue
  }
  if (switches.has(word)) {
    flags[word.slice(2)] = 'yes'
    continue
  }
  if (word === '--help') {
    console.log(usage())
    process.exit(0)
  }
  const equals = word.indexOf('=')
  const value = equals < 0 ? args[++at] : word.slice(equals + 1)
  if (value === undefined) leave(2, `${word} needs a value.\n${usage()}`)
  flags[word.slice(2, equals < 0 ? undefined : equals)] = value
}
const { 'base-url': baseUrl, token, json, yes, ...commandFlags } = flags

const reading = readCommand(words, commandFlags)
if (!reading.ok) leave(2, reading.sentence)
const needsConsent = !reading.confirmsAtTerminalOnly || process.stdin.isTTY
if (reading.question !== null && needsConsent && yes === undefined) leave(2, `${reading.question} Add --yes to do it.`)
const service = findService()
const { method, path, body } = reading.request
const response = await fetch(`${service.origin}/ops${path}`, {
  method,
  headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...accessHeaders() },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
}).catch((error: unknown) => leave(1, `${service.origin} cannot be reached: ${String(error)}`))
const text = await response.text()
if (!response.ok) leave(1, `${response.status} ${sentenceOf(text)}`)
const isForPeople = json === undefined && process.stdout.isTTY
console.log(isForPeople ? forPeople(JSON.parse(text)) : JSON.stringify(JSON.parse(text), null, 2))

function findService(): { readonly origin: string; readonly token: string } {
  if (baseUrl !== undefined && token !== undefined) return { origin: originOf(baseUrl), token }
  const file = join(resolve(process.env['ROWMILL_STATE'] ?? '.rowmill'), 'service.json')
  if (!existsSync(file))
    leave(1, `No service is running (${file} is missing). Start one, or give --base-url and --token.`)
  const announced = JSON.parse(readFileSync(file, 'utf8')) as ServiceFile
  return { origin: originOf(baseUrl ?? announced.base_url), token: token ?? announced.operator_token }
}

/** A service token gives the command line access to a deployment behind Cloudflare Access. */
function accessHeaders(): Record<string, string> {
  const [id, secret] = [process.env['CF_ACCESS_CLIENT_ID'], process.env['CF_ACCESS_CLIENT_SECRET']]
  return id === undefined || secret === undefined
    ? {}
    : { 'cf-access-client-id': id, 'cf-access-client-secret': secret }
}

function originOf(address: string): string {
  return URL.parse(address)?.origin ?? leave(2, `"${address}" is not a URL.`)
}

function sentenceOf(responseBody: string): string {
  try {
    const { error } = JSON.parse(responseBody) as { error?: unknown }
    return typeof error === 'string' ? error : responseBody
  } catch {
    return responseBody
  }
}

function leave(code: number, sentence: string): never {
  console.error(sentence)
  process.exit(code)
}
