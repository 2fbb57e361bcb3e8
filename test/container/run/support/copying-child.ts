import { setTimeout as wait } from 'node:timers/promises'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import { serveRun } from '../../../../container/run/serve-run.ts'
import { say } from '../../../../src/contract/catalog/say.ts'

const hoard: Buffer[] = []

/**
 * A converting process that copies its input, so that the expected output of a test is known. The name of the file can
 * request misbehavior, to test its effects on the process and its parent.
 */
serveRun(async ({ name, source, sink, onProgress }) => {
  let bytesRead = 0
  for await (const chunk of source.stream()) {
    await sink.write(chunk.slice())
    bytesRead += chunk.length
    if (onProgress?.({ rows: bytesRead, pass: 1, bytesRead }) === 'stop') return { kind: 'stopped' }
    if (name.startsWith('unreadable')) onProgress?.({ rows: 0.5, pass: 1, bytesRead })
    if (name.startsWith('busy')) for (const end = Date.now() + 4000; Date.now() < end;);
    if (name.startsWith('slow')) await wait(30_000)
    if (name.startsWith('hungry')) for (;;) hoard.push(Buffer.alloc(8 << 20, 1))
    if (name.startsWith('dying')) process.kill(process.pid, 'SIGKILL')
    if (name.startsWith('buggy')) throw new TypeError('a bug')
    if (name.startsWith('refused')) {
      const { code, message, problems } = new EngineFailure('no_columns', say`There are no columns.`)
      return { kind: 'failed', failure: { code, message, problems } }
    }
  }
  return {
    kind: 'done',
    report: {
      table: 't',
      tables: [],
      columns: [],
      rows: { converted: bytesRead, rejected: 0 },
      fixes: [],
      problems: [],
      problems_summary: [],
      input: { format: 'csv', encoding: 'utf-8' },
      notes: [],
    },
  }
})
