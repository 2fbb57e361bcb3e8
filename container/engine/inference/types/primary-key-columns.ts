import type { Message } from '../../../../src/contract/catalog/message.ts'
import { specMessages } from '../../catalog/spec.ts'
import { suggestion } from '../../../../src/contract/messages.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { EngineFailure } from '../../failure.ts'
import type { ColumnType } from '../../table/column-type.ts'
import type { PlannedColumn } from '../../table/table-plan.ts'

const namesShownMax = 20
/** Types that some database does not allow in keys, or whose equal values may be written in several ways. */
const noKeys: readonly ColumnType['kind'][] = ['json', 'binary', 'float']

/** Returns the columns of the primary key by their output names. The spec may also use their names in the file. */
export function primaryKeyOf({ output }: Spec, columns: readonly PlannedColumn[]): string[] {
  if (output.format !== 'sql') return []
  const named = (output.primary_key ?? []).map((wanted) => columnNamed(wanted, columns))
  for (const { name, type } of named)
    if (noKeys.includes(type.kind)) throw refused(specMessages.primary_key.type(name, type.kind))
  return [...new Set(named.map(({ name }) => name))]
}

function columnNamed(wanted: string, columns: readonly PlannedColumn[]): PlannedColumn {
  const found =
    columns.find(({ name }) => name === wanted) ??
    columns.find(({ sourceName }) => sourceName.trim() === wanted.trim()) ??
    columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  const names = columns.map(({ name }) => name)
  const shown = names.slice(0, namesShownMax).join(', ')
  throw refused(specMessages.primary_key.unknown(wanted, suggestion(wanted, names) || '.', shown))
}

function refused(message: Message): EngineFailure {
  return new EngineFailure('invalid_spec', message, [{ code: 'primary_key', message }])
}
