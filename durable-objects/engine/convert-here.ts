import { runFailures } from '../../src/contract/catalog/run-failures.ts'
import { failureOf, type RunAccount, type RunOrder, type RunOutcome } from '../../src/contract/run.ts'
import { bounded, BoundedSink, Pace, sourceOf } from './isolate-limits.ts'

const fileIsGone = failureOf('not_uploaded', runFailures.not_uploaded)

/**
 * Converts a small upload in the isolate, with the same engine and without a container's start. An error of the isolate
 * is thrown, and the next attempt runs in a container.
 */
export async function convertHere(order: RunOrder, files: R2Bucket, account: RunAccount): Promise<RunOutcome | 'stop'> {
  const bytes = await read(order, files)
  if (bytes === null) return { kind: 'failed', failure: fileIsGone }
  // The engine is loaded with the first small file, so isolates that only serve requests do not need it.
  const { convert, nodeInflate, outputNameOf } = await import('../../container/isolate.mjs')
  const pace = new Pace()
  const [sink, rejects] = [new BoundedSink(pace), new BoundedSink(pace)]
  const outcome = await convert({
    name: order.name,
    source: sourceOf(bytes, pace),
    sink,
    rejects,
    spec: order.spec,
    inflate: bounded(nodeInflate, pace),
  })
  if (outcome.kind === 'stopped') return 'stop'
  if (outcome.kind === 'failed') return outcome
  const output = sink.bytes()
  const rows = outcome.report.rows.converted
  // This is the last check before the object exists: an attempt that lost its lease must not leave one behind.
  const progress = { rows, bytes_read: bytes.length, bytes_total: bytes.length }
  if ((await account.reportProgress(order, progress)) === 'stop') return 'stop'
  const rejected = rejects.bytes()
  if (rejected.length > 0) await files.put(order.rejectsKey, rejected)
  await files.put(order.outputKey, output)
  return {
    kind: 'done',
    report: outcome.report,
    outputBytes: output.length,
    outputName: outputNameOf(order.name, order.spec),
    ...(rejected.length === 0 ? {} : { rejectsBytes: rejected.length }),
  }
}

/** Returns the file that existed at the start, or null if it was deleted or replaced. */
async function read({ input }: RunOrder, files: R2Bucket): Promise<Uint8Array | null> {
  if (input.kind !== 'upload') throw new Error('Only uploads are converted in an isolate')
  const object = await files.get(input.objectKey, { onlyIf: { etagMatches: input.etag } })
  return object === null || !('body' in object) ? null : new Uint8Array(await object.arrayBuffer())
}
