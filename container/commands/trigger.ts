import { commandMessages } from './catalog/commands.ts'
import type { Message } from '../../src/contract/catalog/message.ts'
import { type Arguments, type Command, type Terminal, UsageError } from './command.ts'
import { event, type SentEvent, forward } from './events.ts'
import { forwardingOf } from './listen.ts'
import { suggestion } from './nearest.ts'
import { nearestByWords } from '../../src/contract/messages.ts'
import { sampleConversion } from './sample-conversion.ts'

const samples: Readonly<Record<string, (now: string) => SentEvent>> = {
  'conversion.done': (now) => event('conversion.done', now, sampleConversion('done', now)),
  'conversion.failed': (now) => event('conversion.failed', now, sampleConversion('failed', now)),
  'conversion.canceled': (now) => event('conversion.canceled', now, sampleConversion('canceled', now)),
  ping: (now) => event('ping', now, { sent_at: now }),
}

/** The names of the same events in other services. */
const otherNames: Readonly<Record<string, string>> = {
  completed: 'conversion.done',
  complete: 'conversion.done',
  finished: 'conversion.done',
  succeeded: 'conversion.done',
  success: 'conversion.done',
  done: 'conversion.done',
  failed: 'conversion.failed',
  failure: 'conversion.failed',
  error: 'conversion.failed',
  errored: 'conversion.failed',
  canceled: 'conversion.canceled',
  cancelled: 'conversion.canceled',
  aborted: 'conversion.canceled',
  test: 'ping',
}

export const command: Command = {
  name: 'trigger',
  summary: 'Send a sample event to a webhook on this machine',
  words: Object.keys(samples),
  usage: `${Object.keys(samples).join('|')} --forward URL [options]`,
  options: {
    forward: { type: 'string', value: 'URL', help: 'where to send the event, such as http://localhost:3000/hooks' },
    secret: { type: 'string', value: 'WHSEC', help: 'sign with this secret instead of a new one' },
    fast: { type: 'boolean', help: 'retry after 1, 2, 4, 8 and 16 seconds instead of minutes and hours' },
  },
  examples: ['rowmill trigger conversion.done --forward http://localhost:3000/hooks'],
  run,
}

function unknownEvent(type: string): Message {
  const types = Object.keys(samples)
  const { noEvent, unknownEvent: unknown } = commandMessages.webhook
  if (type === '' || /[:/]|^\d+$/.test(type)) return noEvent(types.join(', '))
  const byWords = nearestByWords(type, types, otherNames)
  // All names begin with "conversion.", so only what comes after it is compared.
  const ending = type.slice(type.lastIndexOf('.') + 1)
  const meant = byWords ?? types.find((one) => suggestion(ending, [one.slice(one.lastIndexOf('.') + 1)]) !== '')
  return unknown(type, meant === undefined ? '' : ` Did you mean "${meant}"?`, types.join(', '))
}

async function run(given: Arguments, terminal: Terminal): Promise<number> {
  const type = given.positionals[0] ?? ''
  const sample = Object.hasOwn(samples, type) ? samples[type] : undefined
  if (sample === undefined) {
    throw new UsageError(unknownEvent(type))
  }
  const to = forwardingOf(given)
  if (given.text('secret') === undefined) terminal.out(`Signed with ${to.secret}`)
  return (await forward(sample(new Date().toISOString()), to, terminal)) ? 0 : 1
}
