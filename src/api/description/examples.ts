import type { EventType } from '../../contract/delivery.ts'
import { specSchema } from '../../contract/spec.ts'
import { openByUpload } from './requests.ts'
import responses from './responses.json' with { type: 'json' }

/** The spec as the service stores it, with every default. */
const spec = specSchema.parse(openByUpload.spec)

/** Adds the spec to a recorded response. The recordings leave it out, because it is the same in all of them. */
const withSpec = <Response extends { id: string; status: string; name: string; bytes: number }>({
  id,
  status,
  name,
  bytes,
  ...more
}: Response) => ({ id, status, name, bytes, spec, ...more })

export const awaiting = withSpec(responses.awaiting)
export const queued = withSpec(responses.queued)
export const canceled = withSpec(responses.canceled)
export const done = withSpec(responses.done)
export const { usage, openedCase } = responses

const { events } = responses
export const eventExamples: Readonly<Record<EventType, object>> = {
  'conversion.done': { ...events['conversion.done'], data: withSpec(events['conversion.done'].data) },
  'conversion.failed': { ...events['conversion.failed'], data: withSpec(events['conversion.failed'].data) },
  'conversion.canceled': { ...events['conversion.canceled'], data: withSpec(events['conversion.canceled'].data) },
  ping: events.ping,
}
