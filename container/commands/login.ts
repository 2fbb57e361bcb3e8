import { commandMessages } from './catalog/commands.ts'
import { defaultBaseUrl, Rowmill, RowmillError } from '../../clients/javascript/rowmill.ts'
import { type Arguments, type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { saveCredentials, serviceOptions } from './credentials.ts'

export const command: Command = {
  name: 'login',
  summary: 'Save an API key for the commands that use the service',
  usage: '[KEY] [options]',
  options: serviceOptions,
  examples: ['rowmill login', 'rowmill login < key.txt', 'rowmill login --base-url http://127.0.0.1:8787/v1'],
  run,
}

async function run(given: Arguments, terminal: Terminal): Promise<number> {
  const apiKey = (given.positionals[0] ?? (await askForKey())).trim()
  if (apiKey === '') throw new UsageError(commandMessages.service.nothingEntered)
  if (!apiKey.startsWith('rm_key_')) throw new UsageError(commandMessages.service.notKey)
  const baseUrl = given.text('base-url') ?? process.env['ROWMILL_BASE_URL'] ?? defaultBaseUrl
  try {
    await new Rowmill({ apiKey, baseUrl, retries: 1 }).getUsage()
  } catch (error) {
    if (!(error instanceof RowmillError)) throw error
    throw new CommandFailure({ code: 'not_logged_in', message: commandMessages.service.keyNotSaved(error.message) })
  }
  terminal.say(commandMessages.service.keySaved(await saveCredentials({ apiKey, baseUrl })))
  return 0
}

/** Reads the key from a pipe, or from the keyboard without showing it. */
async function askForKey(): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) {
    const chunks: Uint8Array[] = []
    for await (const chunk of stdin as AsyncIterable<Uint8Array>) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }
  const { createInterface } = await import('node:readline')
  const { Writable } = await import('node:stream')
  stderr.write('API key: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  const key = await new Promise<string>((done) => lines.once('line', done))
  lines.close()
  stderr.write('\n')
  return key
}
