import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'

/** Compares our JSON output with the result of JSON.parse for the file. */
export async function readJson(file: string | Uint8Array, name = 't.json', spec: Partial<SpecInput> = {}) {
  const { script, report } = await converted(
    file,
    { ...spec, output: { dialect: 'postgresql', format: 'json', column_names: 'as_written' } },
    name,
  )
  return { rows: JSON.parse(script) as Record<string, unknown>[], script, report }
}
