/** A request to the operator's API that a command line describes. */
export interface OperatorRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

interface Command {
  readonly usage: string
  /** The names of the required arguments. */
  readonly arguments: readonly string[]
  readonly flags: readonly string[]
  readonly needs?: readonly string[]
  /** A confirmation question before an irreversible change. Without `--yes` nothing is done. */
  readonly question?: string
  /** Whether only a person at a terminal must confirm. Existing scripts run this command without `--yes`. */
  readonly confirmsAtTerminalOnly?: true
  readonly request: (given: readonly string[], flags: Readonly<Record<string, string>>) => OperatorRequest
}

export type CommandReading =
  | {
      readonly ok: true
      readonly request: OperatorRequest
      readonly question: string | null
      readonly confirmsAtTerminalOnly: boolean
    }
  | { readonly ok: false; readonly sentence: string }

const accountFlags = ['plan', 'allowance', 'billing-day']
const account = (id: string | undefined, rest = ''): string => `/accounts/${encodeURIComponent(id ?? '')}${rest}`

const commands: Readonly<Record<string, Command>> = {
  'account create': {
    usage: '--email E [--plan pro|free] [--allowance BYTES] [--billing-day N]',
    arguments: [],
    flags: ['email', ...accountFlags],
    needs: ['email'],
    request: (_, flags) => ({
      method: 'POST',
      path: '/accounts',
      body: accountFacts(flags),
    }),
  },
  'account list': {
    usage: '[--email E] [--near-quota PERCENT]',
    arguments: [],
    flags: ['email', 'near-quota'],
    request: (_, flags) => ({
      method: 'GET',
      path: `/accounts?${new URLSearchParams({
        ...(flags['email'] === undefined ? {} : { email: flags['email'] }),
        ...(flags['near-quota'] === undefined ? {} : { near_quota: flags['near-quota'] }),
      }).toString()}`,
    }),
  },
  'account show': {
    usage: 'ID',
    arguments: ['ID'],
    flags: [],
    request: ([id]) => ({ method: 'GET', path: account(id) }),
  },
  'account set': {
    usage: 'ID [--plan pro|free] [--allowance BYTES] [--billing-day N] [--email E]',
    arguments: ['ID'],
    flags: [...accountFlags, 'email'],
    request: ([id], flags) => ({ method: 'PATCH', path: account(id), body: accountFacts(flags) }),
  },
  'account suspend': {
    usage: 'ID [--reason TEXT]',
    arguments: ['ID'],
    flags: ['reason'],
    request: ([id], { reason }) => ({
      method: 'PATCH',
      path: account(id),
      body: { suspended: true, ...(reason === undefined ? {} : { reason }) },
    }),
  },
  'account resume': {
    usage: 'ID',
    arguments: ['ID'],
    flags: [],
    request: ([id]) => ({ method: 'PATCH', path: account(id), body: { suspended: false } }),
  },
  'account reset-password': {
    usage: 'ID --yes',
    arguments: ['ID'],
    flags: [],
    question: 'The password stops working and every session ends.',
    request: ([id]) => ({ method: 'POST', path: account(id, '/password') }),
  },
  'account sign-out': {
    usage: 'ID',
    arguments: ['ID'],
    flags: [],
    request: ([id]) => ({ method: 'DELETE', path: account(id, '/sessions') }),
  },
  'account turn-off-2fa': {
    usage: 'ID --yes',
    arguments: ['ID'],
    flags: [],
    question: 'The password alone will open the account. Make sure that its holder asked for this.',
    request: ([id]) => ({ method: 'DELETE', path: account(id, '/second-factor') }),
  },
  'account delete': {
    usage: 'ID --yes',
    arguments: ['ID'],
    flags: [],
    question: 'All files, reports, keys and sessions of the account are deleted at once.',
    request: ([id]) => ({ method: 'DELETE', path: account(id) }),
  },
  'account audit': {
    usage: 'ID',
    arguments: ['ID'],
    flags: [],
    request: ([id]) => ({ method: 'GET', path: account(id, '/audit') }),
  },
  'account restore': {
    usage: 'ID --to TIME | --bookmark BOOKMARK, with --yes',
    arguments: ['ID'],
    flags: ['to', 'bookmark'],
    question: 'Everything that happened to the account since then is undone.',
    request: ([id], flags) => ({ method: 'POST', path: account(id, '/restore'), body: flags }),
  },
  'key create': {
    usage: 'ID --name NAME',
    arguments: ['ID'],
    flags: ['name'],
    needs: ['name'],
    request: ([id], flags) => ({ method: 'POST', path: account(id, '/keys'), body: { name: flags['name'] } }),
  },
  'key revoke': {
    usage: 'ID KEY_ID',
    confirmsAtTerminalOnly: true,
    arguments: ['ID', 'KEY_ID'],
    flags: [],
    question: 'Programs that use the key stop working at once.',
    request: ([id, key]) => ({ method: 'DELETE', path: account(id, `/keys/${encodeURIComponent(key ?? '')}`) }),
  },
  'webhook set': {
    usage: 'ID URL',
    arguments: ['ID', 'URL'],
    flags: [],
    request: ([id, url]) => ({ method: 'PUT', path: account(id, '/webhook'), body: { url } }),
  },
  'webhook remove': {
    usage: 'ID',
    confirmsAtTerminalOnly: true,
    arguments: ['ID'],
    flags: [],
    question: 'The address, its secret and every event that waits are deleted.',
    request: ([id]) => ({ method: 'DELETE', path: account(id, '/webhook') }),
  },
  'webhook ping': {
    usage: 'ID',
    arguments: ['ID'],
    flags: [],
    request: ([id]) => ({ method: 'POST', path: account(id, '/webhook/ping') }),
  },
  'webhook deliveries': {
    usage: 'ID [--before EVENT_ID]',
    arguments: ['ID'],
    flags: ['before'],
    request: ([id], flags) => ({
      method: 'GET',
      path: account(id, `/webhook/deliveries${queryOf('before', flags['before'])}`),
    }),
  },
  'webhook delivery': {
    usage: 'ID EVENT_ID',
    arguments: ['ID', 'EVENT_ID'],
    flags: [],
    request: ([id, event]) => ({
      method: 'GET',
      path: account(id, `/webhook/deliveries/${encodeURIComponent(event ?? '')}`),
    }),
  },
  'webhook replay': {
    usage: 'ID EVENT_ID',
    arguments: ['ID', 'EVENT_ID'],
    flags: [],
    request: ([id, event]) => ({
      method: 'POST',
      path: account(id, `/webhook/deliveries/${encodeURIComponent(event ?? '')}/replay`),
    }),
  },
  find: {
    usage: 'CONVERSION_ID|EVENT_ID|REQUEST_ID [--after ACCOUNT_ID]',
    arguments: ['ID'],
    flags: ['after'],
    request: ([id], flags) => ({
      method: 'GET',
      path: `/find/${encodeURIComponent(id ?? '')}${queryOf('after', flags['after'])}`,
    }),
  },
  sweep: {
    usage: '',
    arguments: [],
    flags: [],
    request: () => ({ method: 'POST', path: '/sweep' }),
  },
  'case list': {
    usage: '[--status open|landed]',
    arguments: [],
    flags: ['status'],
    request: (_, flags) => ({
      method: 'GET',
      path: `/cases${queryOf('status', flags['status'])}`,
    }),
  },
  'case show': {
    usage: 'CASE_ID',
    arguments: ['CASE_ID'],
    flags: [],
    request: ([id]) => ({ method: 'GET', path: `/cases/${encodeURIComponent(id ?? '')}` }),
  },
  'case land': {
    usage: 'CASE_ID [--note TEXT]',
    arguments: ['CASE_ID'],
    flags: ['note'],
    request: ([id], flags) => ({
      method: 'POST',
      path: `/cases/${encodeURIComponent(id ?? '')}/land`,
      body: flags['note'] === undefined ? {} : { note: flags['note'] },
    }),
  },
  'dead-letter list': {
    usage: '',
    arguments: [],
    flags: [],
    request: () => ({ method: 'GET', path: '/dead-letters' }),
  },
  'dead-letter replay': {
    usage: 'LETTER_ID',
    arguments: ['LETTER_ID'],
    flags: [],
    request: ([id]) => ({ method: 'POST', path: `/dead-letters/${encodeURIComponent(id ?? '')}/replay` }),
  },
  'directory rebuild': {
    usage: '',
    arguments: [],
    flags: [],
    request: () => ({ method: 'POST', path: '/directory/rebuild' }),
  },
}

export const commandNames = Object.keys(commands)

export const usage = (): string =>
  [
    'Usage: npm run -s ops -- COMMAND [--json] [--base-url URL --token TOKEN]',
    'ID is an account id or its e-mail address. BYTES may have a unit: 5GB, 500MB, 5GiB.',
    ...Object.entries(commands).map(([name, command]) => `  ${name} ${command.usage}`.trimEnd()),
  ].join('\n')

/** Returns the request for a command line, or a sentence about the mistake in it. */
export function readCommand(words: readonly string[], flags: Readonly<Record<string, string>>): CommandReading {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => Object.hasOwn(commands, candidate))
  const command = name === undefined ? undefined : commands[name]
  if (name === undefined || command === undefined) return { ok: false, sentence: usage() }
  const given = words.slice(name.split(' ').length)
  const unknown = Object.keys(flags).find((flag) => !command.flags.includes(flag))
  const missing = (command.needs ?? []).find((flag) => flags[flag] === undefined)
  if (given.length !== command.arguments.length || unknown !== undefined || missing !== undefined)
    return { ok: false, sentence: `Usage: ${name} ${command.usage}` }
  const { question = null, confirmsAtTerminalOnly = false } = command
  return { ok: true, request: command.request(given, flags), question, confirmsAtTerminalOnly }
}

function accountFacts(flags: Readonly<Record<string, string>>): Record<string, unknown> {
  return {
    ...(flags['plan'] === undefined ? {} : { plan: flags['plan'] }),
    ...(flags['allowance'] === undefined ? {} : { allowance: bytesOf(flags['allowance']) }),
    ...(flags['billing-day'] === undefined ? {} : { billing_day: numberOf(flags['billing-day']) }),
    ...(flags['email'] === undefined ? {} : { email: flags['email'] }),
  }
}

const queryOf = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `?${name}=${encodeURIComponent(value)}`

const units: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 1024,
  MIB: 1024 ** 2,
  GIB: 1024 ** 3,
  TIB: 1024 ** 4,
}

/** Parses `5GB`, `1.5 GiB` or plain bytes. */
function bytesOf(text: string): number | string {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? []
  const size = units[unit.toUpperCase()]
  return amount === '' || size === undefined ? text : Math.round(Number(amount) * size)
}

/** Parses a number. Any other value is sent unchanged, so that the service can explain the mistake. */
const numberOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text)
