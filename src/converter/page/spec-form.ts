import type { SpecInput } from '../../contract/spec.ts'

/** The changes that somebody makes to a column. */
export interface ColumnChoice {
  readonly name: string | null
  readonly asText: boolean
  readonly isExcluded: boolean
}

const numbers = new Set(['output.batch_rows', 'input.header_row', 'inference.sample_rows'])
/** These are on by default, so only `false` is written. */
const ticks = new Set(['output.create_table', 'inference.keep_leading_zeros'])

/** The form and the columns as the smallest spec with the same meaning: defaults are left out. */
export function readForm(form: HTMLFormElement, columns: ReadonlyMap<number, ColumnChoice>): SpecInput {
  const spec: Record<string, Record<string, unknown>> = {}
  const set = (name: string, value: unknown): void => {
    const [section = '', field = ''] = name.split('.')
    ;(spec[section] ??= {})[field] = value
  }
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue
    if (!/^(input|output|inference)\./.test(element.name)) continue
    if (element.type === 'radio' && element instanceof HTMLInputElement && !element.checked) continue
    if (ticks.has(element.name)) {
      if (element instanceof HTMLInputElement && !element.checked) set(element.name, false)
    } else {
      // The delimiter may be a space or a tab.
      const text = element.name === 'input.delimiter' ? element.value : element.value.trim()
      if (text !== '') set(element.name, numbers.has(element.name) ? Number(text) : text)
    }
  }
  const changed = [...columns]
    .filter(([, { name, asText, isExcluded }]) => name !== null || asText || isExcluded)
    .toSorted(([a], [b]) => a - b)
    .map(([index, { name, asText, isExcluded }]) => ({
      index,
      ...(name === null ? {} : { name }),
      ...(asText ? { as_text: true } : {}),
      ...(isExcluded ? { exclude: true } : {}),
    }))
  const whole = { ...spec, ...(changed.length === 0 ? {} : { columns: changed }) }
  return whole as unknown as SpecInput
}
