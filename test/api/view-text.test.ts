import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversionId } from '../../src/contract/ids.ts'
import { readSpec } from '../../src/contract/spec.ts'
import type { Report } from '../../src/contract/report.ts'
import { type ConversionRecord, noResult } from '../../src/conversions/record.ts'
import { conversionText, viewConversion } from '../../src/conversions/view.ts'
import { say } from '../../src/contract/catalog/say.ts'

const reading = readSpec({ output: { dialect: 'mysql' } })
if (!reading.ok) throw new Error('the spec is valid')
const { spec } = reading

/** Names and contents of any file, including the text that marks a placeholder. */
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"output":null,"upload":null,', '\\"', '$&$1'))

test('the text of a conversion is its view as JSON, with a new URL each time', () => {
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (name, note, url, isDone) => {
      const report: Report = {
        ...{ table: note, tables: [], columns: [], rows: { converted: 1, rejected: 0 }, fixes: [], problems: [] },
        ...{ problems_summary: [], input: { format: 'csv' }, notes: [say`${note}`, say`"output":null,"upload":null,`] },
      }
      const ended = {
        ...{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' as ConversionId, name, bytes: 3, spec },
        ...{ url: null, file: null, attempt: 1, unspent: 0, leaseUntilMs: null, deadlineMs: null, progress: null },
        ...{ createdMs: 1, startedMs: 2, finishedMs: 3, expiresMs: 4, filesGone: false },
      }
      const output = { key: 'outputs/a/b/1', bytes: 5, name }
      const record: ConversionRecord = isDone
        ? { ...ended, status: 'done', report, error: null, output }
        : { ...ended, ...noResult, status: 'failed', error: { code: 'corrupt_file', message: note, problems: [] } }
      const addresses = [
        null,
        { url, rejectsUrl: null, expiresMs: 5 },
        { url: `${url}2`, rejectsUrl: url, expiresMs: 6 },
        null,
      ]
      for (const at of addresses)
        expect(conversionText(record, at)).toBe(JSON.stringify(viewConversion(record, { upload: null, output: at })))
    }),
  )
})
