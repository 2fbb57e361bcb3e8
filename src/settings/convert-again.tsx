import type { Conversion } from '../contract/conversion.ts'
import type { ConversionId } from '../contract/ids.ts'
import { readSpec, type SpecInput } from '../contract/spec.ts'
import { dialects, dialectTitles } from '../contract/spec-values.ts'
import { textOf, textsOf } from './form.ts'
import type { SettingsContext } from './guard.ts'
import { FormToken } from './layout.tsx'
import { operate } from './operate.ts'

/** The settings that the form offers, by their path in the spec. */
const fields = [
  'output.dialect',
  'output.format',
  'input.header_row',
  'input.delimiter',
  'input.encoding',
  'inference.date_order',
] as const

/** Returns the spec of an ended conversion with the changes of a form: settings, and a column that stays text. */
async function changedSpec(c: SettingsContext, { spec, report }: Conversion): Promise<unknown> {
  const changed = structuredClone(spec) as unknown as Record<string, Record<string, unknown>>
  for (const path of fields) {
    const [section = '', field = ''] = path.split('.')
    const given = await textOf(c, path)
    const part = changed[section]
    if (given === '' || part === undefined) continue
    part[field] = field === 'header_row' ? Number(given) : given === 'none' ? null : given
  }
  const input = changed['input'] ?? {}
  // A spec is kept without its password.
  const password = await textOf(c, 'input.password')
  if (password !== '') input['password'] = password
  // The button for a text column has no other fields, so the sheets stay as they were.
  if ((await textOf(c, 'output.dialect')) !== '')
    Object.assign(
      input,
      sheetsOf(await textsOf(c, 'input.sheets'), report?.input.sheets ?? [], await textOf(c, 'input.sheet')),
    )
  const asText = await textOf(c, 'as_text')
  return asText === '' ? changed : withTextColumn(changed as unknown as SpecInput, Number(asText))
}

/** The value of the box that stands for every sheet where the report does not name them. */
const everySheet = 'all'

/**
 * Returns the selected sheets of a workbook. If its sheets are unknown, the form has a box for all of them and a field
 * for one.
 */
function sheetsOf(
  ticked: readonly string[],
  known: readonly string[],
  named: string,
): Partial<Conversion['spec']['input']> {
  if (known.length === 0)
    return ticked.includes(everySheet)
      ? { sheets: 'all', sheet: null }
      : { sheets: null, ...(named === '' ? {} : { sheet: named }) }
  if (ticked.length < 2) return { sheets: null, sheet: ticked[0] ?? null }
  return { sheets: ticked.length === known.length ? 'all' : [...ticked], sheet: null }
}

function withTextColumn(spec: SpecInput, index: number): SpecInput {
  const columns = spec.columns ?? []
  const found = columns.find((column) => column.index === index)
  const others = columns.filter((column) => column !== found)
  return { ...spec, columns: [...others, { ...found, index, as_text: true }] }
}

/**
 * Starts a new conversion of the same file. Returns the id of the new one, or a sentence with the reason why it was not
 * started.
 */
export async function convertAgain(
  c: SettingsContext,
  conversion: Conversion,
): Promise<{ readonly id: string } | { readonly error: string }> {
  const reading = readSpec(await changedSpec(c, conversion))
  if (!reading.ok) return { error: reading.reasons.join('; ') }
  const operation = { kind: 'convert_again', id: conversion.id as ConversionId, spec: reading.spec } as const
  const started = await operate(c, operation)
  return started.ok ? { id: started.body.data.id } : { error: started.message }
}

/**
 * Tests whether the file of a conversion still exists. It expires, and a canceled conversion loses its file at once.
 */
export const canConvertAgain = ({ status, expires_at }: Conversion): boolean =>
  (status === 'done' || status === 'failed') && Date.parse(expires_at) > Date.now()

interface AgainProps {
  readonly c: SettingsContext
  readonly conversion: Conversion
}

/** Renders a button that converts again with one column as text. */
export const AgainAsText = ({ c, conversion, index, name }: AgainProps & { index: number; name: string }) => (
  <form method="post" action={`/settings/conversions/${conversion.id}/again`}>
    <FormToken c={c} />
    <input type="hidden" name="as_text" value={index} />
    <button class="button small" type="submit">
      Convert again with {name} as text
    </button>
  </form>
)

/** Returns whether a sheet was converted. A list may hold names, and numbers from 1. */
const isChosen = ({ spec, report }: Conversion, name: string, at: number): boolean => {
  const { sheets } = spec.input
  if (sheets === 'all') return true
  return Array.isArray(sheets) ? sheets.some((one) => one === name || one === at + 1) : report?.input.sheet === name
}

/** Lists the sheets of a workbook by the names in its report. */
const SheetChoice = ({ conversion }: { readonly conversion: Conversion }) => {
  const known = conversion.report?.input.sheets ?? []
  if (known.length > 0)
    return (
      <fieldset class="wide">
        <legend>Sheets, each to its own table</legend>
        {known.map((name, at) => (
          <label class="choice">
            <input type="checkbox" name="input.sheets" value={name} checked={isChosen(conversion, name, at)} /> {name}
          </label>
        ))}
      </fieldset>
    )
  const { sheet, sheets } = conversion.spec.input
  return (
    <>
      <AgainText label="Sheet" name="input.sheet" value={sheet} />
      <label class="choice">
        <input type="checkbox" name="input.sheets" value={everySheet} checked={sheets === 'all'} /> All sheets
      </label>
    </>
  )
}

const againId = (name: string): string => `again-${name}`

const AgainText = ({ label, name, value }: { label: string; name: string; value: string | number | null }) => (
  <div class="field">
    <label for={againId(name)}>{label}</label>
    <input id={againId(name)} name={name} value={value ?? ''} placeholder="Detected" autocomplete="off" />
  </div>
)

/** Renders the settings that only workbooks have. */
const WorkbookFields = ({ conversion }: { readonly conversion: Conversion }) => (
  <>
    <SheetChoice conversion={conversion} />
    <div class="field">
      <label for="again-input.password">Workbook password</label>
      <input
        id="again-input.password"
        name="input.password"
        type="password"
        placeholder="Only for a protected workbook"
        autocomplete="off"
      />
    </div>
  </>
)

/** Renders the settings that people change most. Everything else stays as it was. */
export const AgainForm = ({ c, conversion }: AgainProps) => {
  const { output, input, inference } = conversion.spec
  return (
    <details class="card" id="again">
      <summary>Convert again with other settings</summary>
      <form method="post" action={`/settings/conversions/${conversion.id}/again`}>
        <FormToken c={c} />
        <div class="again-fields">
          <div class="field">
            <label for={againId('output.dialect')}>Database</label>
            <select id={againId('output.dialect')} name="output.dialect">
              {dialects.map((dialect) => (
                <option value={dialect} selected={dialect === output.dialect}>
                  {dialectTitles[dialect]}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for={againId('output.format')}>Write as</label>
            <select id={againId('output.format')} name="output.format">
              {(['sql', 'csv', 'json'] as const).map((format) => (
                <option value={format} selected={format === output.format}>
                  {format.toUpperCase()}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for={againId('inference.date_order')}>Date order</label>
            <select id={againId('inference.date_order')} name="inference.date_order">
              {(
                [
                  ['auto', 'Detected'],
                  ['day_first', 'Day first'],
                  ['month_first', 'Month first'],
                  ['year_first', 'Year first'],
                ] as const
              ).map(([value, label]) => (
                <option value={value} selected={value === inference.date_order}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <WorkbookFields conversion={conversion} />
          <AgainText label="Header row" name="input.header_row" value={input.header_row} />
          <AgainText label="Delimiter" name="input.delimiter" value={input.delimiter} />
          <AgainText label="Encoding" name="input.encoding" value={input.encoding} />
        </div>
        <p class="hint">The file is still stored. The new conversion counts toward the allowance when it is done.</p>
        <button class="button primary" type="submit">
          Convert again
        </button>
      </form>
    </details>
  )
}
