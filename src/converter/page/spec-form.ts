import type { ForcedType } from '../../contract/spec-values.ts'
import type { SpecInput } from '../../contract/spec.ts'

/** The changes that a user makes to a column. */
export interface ColumnChoice {
  readonly name: string | null
  /** The type that the user chose. Null keeps the inferred type. */
  readonly type: ForcedType | null
  readonly isExcluded: boolean
}

const numbers = new Set(['output.batch_rows', 'input.header_row', 'input.flatten', 'inference.sample_rows'])
/** The default of each checkbox. Only other values are written. */
const ticks = new Map([
  ['output.create_table', true],
  ['output.transaction', true],
  ['inference.keep_leading_zeros', true],
  ['input.trim', false],
  ['dump.types.infer', true],
  ['dump.verify', false],
])
/** Fields with several values, which have commas between them. */
const lists = new Set(['output.primary_key', 'input.null_values', 'dump.tables.include', 'dump.tables.exclude'])

const widthsName = 'input.widths'

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Returns the chosen value, or null for the default. */
function valueOf(
  element: HTMLInputElement | HTMLSelectElement,
): string | number | boolean | string[] | number[] | null {
  const { name } = element
  if (ticks.has(name) && element instanceof HTMLInputElement)
    return element.checked === ticks.get(name) ? null : element.checked
  if (lists.has(name) || name === widthsName) {
    const values = listOf(element.value)
    if (values.length === 0) return null
    return name === widthsName ? values.map(Number) : values
  }
  // The delimiter may be a space or a tab, and a password may begin with one.
  const keepsSpaces = name === 'input.delimiter' || name === 'input.password'
  const text = keepsSpaces ? element.value : element.value.trim()
  if (text === '') return null
  return numbers.has(name) ? Number(text) : text
}

/** Returns the ticked sheets of a workbook, or null if none is ticked. */
function sheetsOf(form: HTMLFormElement): 'all' | string[] | null {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[name="input.sheets"]')]
  const ticked = boxes.filter(({ checked }) => checked).map(({ value }) => value)
  return ticked.length === 0 ? null : ticked.length === boxes.length ? 'all' : ticked
}

interface Section {
  [field: string]: unknown
}

/** Sets a field by its path, such as `dump.types.json`. */
function put(spec: Section, path: string, value: unknown): void {
  const fields = path.split('.')
  const last = fields.pop() ?? ''
  let section = spec
  for (const field of fields) section = (section[field] ??= {}) as Section
  section[last] = value
}

/**
 * Tests whether an element is an active setting. The settings for tables and those for dumps are in groups, and one of
 * the groups is disabled.
 */
export const isSetting = (element: HTMLInputElement | HTMLSelectElement): boolean =>
  /^(input|output|inference|dump)\./.test(element.name) && element.closest('fieldset:disabled') === null

/** Returns the smallest spec with the meaning of the form and the columns. Defaults are left out. */
export function readForm(form: HTMLFormElement, columns: ReadonlyMap<number, ColumnChoice>): SpecInput {
  const spec: Section = {}
  const sheets = sheetsOf(form)
  if (sheets !== null) put(spec, 'input.sheets', sheets)
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue
    if (!isSetting(element) || element.name === 'input.sheets') continue
    if (element.name === 'input.sheet' && sheets !== null) continue
    if (element.type === 'radio' && element instanceof HTMLInputElement && !element.checked) continue
    const value = valueOf(element)
    if (value !== null) put(spec, element.name, value)
  }
  const changed = [...columns]
    .filter(([, { name, type, isExcluded }]) => name !== null || type !== null || isExcluded)
    .toSorted(([a], [b]) => a - b)
    .map(([index, { name, type, isExcluded }]) => ({
      index,
      ...(name === null ? {} : { name }),
      ...(type === 'text' ? { as_text: true } : type === null ? {} : { type }),
      ...(isExcluded ? { exclude: true } : {}),
    }))
  const whole = { ...spec, ...(changed.length === 0 ? {} : { columns: changed }) }
  return whole as unknown as SpecInput
}
