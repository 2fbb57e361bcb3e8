import { commandMessages } from './catalog/commands.ts'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { defaultBaseUrl, Rowmill } from '../../clients/javascript/rowmill.ts'
import { type Arguments, type Options, UsageError } from './command.ts'

export interface Credentials {
  readonly apiKey: string
  readonly baseUrl: string
}

/** The options of every command that uses the service. */
export const serviceOptions: Options = {
  'base-url': { type: 'string', value: 'URL', help: 'the URL of the API; also ROWMILL_BASE_URL' },
}

const configPath = (environment = process.env): string =>
  join(environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'rowmill', 'config.json')

/** Returns the credentials. The environment overrides the file that `rowmill login` wrote. */
async function credentialsOf(given: Arguments, environment = process.env): Promise<Credentials> {
  const saved = await readConfig(configPath(environment))
  const apiKey = environment['ROWMILL_API_KEY'] ?? saved.api_key
  if (apiKey === undefined || apiKey === '') throw new UsageError(commandMessages.service.noKey)
  const baseUrl = given.text('base-url') ?? environment['ROWMILL_BASE_URL'] ?? saved.base_url ?? defaultBaseUrl
  if (!URL.canParse(baseUrl)) throw new UsageError(commandMessages.service.baseUrl(baseUrl))
  return { apiKey, baseUrl }
}

export const clientOf = async (given: Arguments): Promise<Rowmill> => new Rowmill(await credentialsOf(given))

interface Config {
  readonly api_key?: string
  readonly base_url?: string
}

async function readConfig(path: string): Promise<Config> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Config
  } catch {
    return {}
  }
}

/** Saves the credentials in a file that only the user may read. */
export async function saveCredentials({ apiKey, baseUrl }: Credentials, environment = process.env): Promise<string> {
  const path = configPath(environment)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, `${JSON.stringify({ api_key: apiKey, base_url: baseUrl }, null, 2)}\n`, { mode: 0o600 })
  // Writing to an existing file keeps its mode.
  await chmod(path, 0o600)
  return path
}
