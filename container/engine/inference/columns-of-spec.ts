import type { Spec } from '../../../src/contract/spec.ts'
import { specMessages } from '../catalog/spec.ts'
import { dialectOf } from '../dialects/all.ts'
import { EngineFailure } from '../failure.ts'

/** Returns the columns in the spec by their index. An index beyond the table's width is an error. */
export function columnOverrides(spec: Spec, width: number): Map<number, Spec['columns'][number]> {
  const outside = spec.columns.filter((column) => column.index >= width)
  const problems = outside.map((column) => ({
    code: 'column_out_of_range' as const,
    message: specMessages.column_out_of_range(column.index, width, width - 1),
  }))
  const [first] = problems
  if (first !== undefined) throw new EngineFailure('invalid_spec', first.message, problems)
  return new Map(spec.columns.map((column) => [column.index, column]))
}

/** Refuses a table with more columns than the database allows. */
export function refuseTooManyColumns(spec: Spec, count: number): void {
  const { columnsMax } = dialectOf(spec)
  if (spec.output.format !== 'sql' || count <= columnsMax) return
  const message = specMessages.too_many_columns.file(count, spec.output.dialect, columnsMax)
  throw new EngineFailure('invalid_spec', message, [{ code: 'too_many_columns', message }])
}
