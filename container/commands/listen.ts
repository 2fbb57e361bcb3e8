import { commandMessages } from './catalog/commands.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { type Conversion, type Rowmill, RowmillApiError, RowmillError } from '../../clients/javascript/rowmill.ts'
import { type Arguments, type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { clientOf, serviceOptions } from './credentials.ts'
import { eventOf, fastRetrySeconds, forward, type Forwarding, makeSecret, retrySeconds } from './events.ts'

/** At thirty requests a minute, three quarters of a key's rate limit remain for its owner. */
const pollMs = 2000
const pageSize = 100

export const command: Command = {
  name: 'listen',
  summary: 'Forward the events of your account to a webhook on this machine',
  usage: '--forward URL [options]',
  options: {
    ...serviceOptions,
    forward: { type: 'string', value: 'URL', help: 'where to send the events, such as http://localhost:3000/hooks' },
    fast: { type: 'boolean', help: 'retry after 1, 2, 4, 8 and 16 seconds instead of minutes and hours' },
    secret: { type: 'string', value: 'WHSEC', help: 'sign with this secret instead of a new one' },
  },
  examples: [
    'rowmill listen --forward http://localhost:3000/hooks',
    'rowmill listen --forward http://localhost:3000/hooks --fast',
  ],
  run,
}

/** Returns the local URL for a host or a port without `http://`, or null if the argument is neither. */
function localUrlOf(given: string): string | null {
  const place = /^\d{2,5}(?=\/|$)/.test(given) ? `localhost:${given}` : given.replace(/^:(?=\d)/, 'localhost:')
  return /^[a-z0-9.-]+:\d{2,5}(?:\/|$)/i.test(place) ? `http://${place}` : null
}

export function forwardingOf(given: Arguments): Forwarding {
  const url = given.text('forward')
  if (url === undefined) {
    const placed = given.positionals.at(-1) ?? ''
    const meant = /^https?:\/\//i.test(placed) ? placed : localUrlOf(placed)
    throw new UsageError(commandMessages.webhook.noUrl(meant ?? 'http://localhost:3000/hooks'))
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError(commandMessages.webhook.url(url, localUrlOf(url)))
  return {
    url,
    secret: given.text('secret') ?? makeSecret(),
    retries: given.flag('fast') ? fastRetrySeconds : retrySeconds,
  }
}

async function run(given: Arguments, terminal: Terminal): Promise<number> {
  const to = forwardingOf(given)
  const client = await clientOf(given)
  terminal.out(
    `Events go to ${to.url}. Verify them with this secret, which lives as long as this session:\n${to.secret}`,
  )
  const watch = new Watch(client)
  await watch.start().catch(asFailure)
  terminal.out(commandMessages.done.listening)
  for (;;) {
    for (const ended of await watch.next().catch(asFailure)) {
      const sent = eventOf(ended)
      // Attempts of one event must not delay the others.
      if (sent !== null) void forward(sent, to, terminal)
    }
    await wait(pollMs)
  }
}

function asFailure(error: unknown): never {
  if (!(error instanceof RowmillError)) throw error
  throw new CommandFailure({ code: 'code' in error ? String(error.code) : 'unreachable', message: error.message })
}

const isEnded = ({ status }: Conversion): boolean => ['done', 'failed', 'canceled'].includes(status)

/** Finds the conversions of an account that end while the command is running. */
export class Watch {
  private readonly client: Rowmill
  /** Conversions that had already ended, or that `next` has returned. */
  private readonly known = new Set<string>()
  private readonly active = new Set<string>()

  constructor(client: Rowmill) {
    this.client = client
  }

  async start(): Promise<void> {
    for (const conversion of await this.newest()) this.note(conversion)
  }

  /** Returns the conversions that ended since the last call, oldest first. */
  async next(): Promise<Conversion[]> {
    const page = await this.newest()
    const onPage = new Set(page.map(({ id }) => id))
    const others = await Promise.all([...this.active].filter((id) => !onPage.has(id)).map((id) => this.read(id)))
    const ended = [...others.filter((one) => one !== null), ...page].filter((one) => this.note(one))
    // Each ended conversion is read again, because the webhook contains a longer download time than the list.
    const fresh = await Promise.all(ended.map(({ id }) => this.read(id)))
    return fresh.filter((one) => one !== null).toSorted(byEnd)
  }

  private async newest(): Promise<Conversion[]> {
    return (await this.client.listConversions({ limit: pageSize })).data
  }

  /** Returns null for a deleted conversion, which sends no event. */
  private async read(id: string): Promise<Conversion | null> {
    try {
      return await this.client.getConversion(id)
    } catch (error) {
      if (!(error instanceof RowmillApiError) || error.status !== 404) throw error
      this.active.delete(id)
      return null
    }
  }

  /** Tests whether the conversion has just ended. */
  private note(conversion: Conversion): boolean {
    const { id } = conversion
    if (!isEnded(conversion)) {
      this.active.add(id)
      return false
    }
    this.active.delete(id)
    if (this.known.has(id)) return false
    this.known.add(id)
    return true
  }
}

const byEnd = (a: Conversion, b: Conversion): number => (a.finished_at ?? '').localeCompare(b.finished_at ?? '')
