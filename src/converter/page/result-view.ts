import type { Report, ReportTable } from '../../contract/report.ts'
import { countText, make, part } from '../../design/page/dom.ts'
import { formatText, inputText, nounFor } from '../../design/text.ts'
import { highlighted, isolated } from './highlight.ts'
import { withLabels } from './setting-labels.ts'

const cards = ['rows', 'tables', 'output', 'changes'] as const
type Card = (typeof cards)[number]

export function showCards(...shown: readonly Card[]): void {
  for (const card of cards) part(`${card}-card`, HTMLElement).hidden = !shown.includes(card)
  // A refused file has nothing to do in code, and on a phone its settings are next to the error.
  part('elsewhere-card', HTMLElement).hidden = shown.length === 0
}

/** Shows the facts about a file on one line. */
export function showFacts({ input }: Report, rows: string): void {
  const facts = [
    formatText(input.format),
    input.wrapping,
    input.encoding,
    input.delimiter === undefined || input.delimiter === null ? null : inputText(input.delimiter),
    input.sheet === undefined || input.sheet === null ? null : `Sheet “${input.sheet}”`,
    input.header_row === undefined || input.header_row === null ? null : `Names in row ${input.header_row}`,
    input.date_order === undefined || input.date_order === null ? null : inputText(input.date_order),
    input.decimal === ',' ? 'Decimal comma' : null,
    rows,
  ]
  const shown = facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '')
  part('facts', HTMLElement).replaceChildren(...shown.map((fact) => make('li', {}, fact)))
}

const detectedSettings = [
  'input.sheet',
  'input.header_row',
  'input.delimiter',
  'input.encoding',
  'input.format',
  'inference.date_order',
  'inference.locale',
] as const
type Detected = Readonly<Record<(typeof detectedSettings)[number], string | number | null | undefined>>

/** Removes what was detected in the previous file. The next one may be unreadable. */
export function forgetDetected(): void {
  nameDetected({})
  for (const name of ['input.delimiter', 'input.encoding', 'input.header_row']) fieldOf(name).hidden = false
}

function nameDetected(detected: Partial<Detected>): void {
  for (const name of detectedSettings) {
    const select = part(`spec-${name}`, HTMLSelectElement)
    const [first] = select.options
    const value = detected[name]
    if (first === undefined || select.value !== '') continue
    first.text = value === null || value === undefined ? 'Detected' : `Detected: ${value}`
  }
}

/** Shows the detected value in each choice, so that leaving it alone is a choice too. */
export function showDetected({ input }: Report, sheets: readonly string[]): void {
  nameDetected({
    'input.sheet': input.sheet,
    'input.header_row': input.header_row === null || input.header_row === undefined ? null : `row ${input.header_row}`,
    'input.delimiter': input.delimiter === null || input.delimiter === undefined ? null : inputText(input.delimiter),
    'input.encoding': input.encoding,
    'input.format': formatText(input.format),
    'inference.date_order':
      input.date_order === null || input.date_order === undefined ? null : inputText(input.date_order),
    'inference.locale': input.decimal === ',' ? 'decimal comma' : null,
  })
  showSheets(sheets)
  showFields(input, sheets.length)
}

/** Shows the settings that this kind of file has. */
function showFields(input: Report['input'], sheets: number): void {
  const isText = typeof input.delimiter === 'string'
  for (const name of ['input.delimiter', 'input.encoding']) fieldOf(name).hidden = !isText
  const areSeveral = document.querySelector('[name="input.sheets"]:checked') !== null
  fieldOf('input.sheet').hidden = sheets < 2 || areSeveral
  const isNested = ['json', 'ndjson', 'xml'].includes(input.format)
  fieldOf('input.header_row').hidden = isNested
  for (const name of ['input.path', 'input.flatten']) fieldOf(name).hidden = !isNested
}

function fieldOf(name: string): HTMLElement {
  const field = part(`spec-${name}`, HTMLElement).parentElement
  if (field === null) throw new Error(`the page has no field for ${name}`)
  return field
}

function showSheets(sheets: readonly string[]): void {
  const select = part('spec-input.sheet', HTMLSelectElement)
  const known = [...select.options].slice(1).map(({ value }) => value)
  if (known.length === sheets.length && known.every((name, at) => name === sheets[at])) return
  const chosen = select.value
  const [first] = select.options
  select.replaceChildren(
    ...(first === undefined ? [] : [first]),
    ...sheets.map((name) => make('option', { value: name }, name)),
  )
  select.value = sheets.includes(chosen) ? chosen : ''
  offerSheets(sheets)
}

/**
 * Shows a checkbox for each sheet of a workbook with several. None is selected, because the page converts one sheet by
 * default.
 */
export function offerSheets(sheets: readonly string[]): void {
  const group = part('sheets', HTMLFieldSetElement)
  group.hidden = sheets.length < 2
  const boxes = sheets.map((name) =>
    make(
      'label',
      { class: 'choice' },
      make('input', { type: 'checkbox', name: 'input.sheets', value: name }),
      ` ${name}`,
    ),
  )
  const all = make('button', { type: 'button', class: 'button small' }, 'All sheets')
  all.addEventListener('click', () => {
    const inputs = [...group.querySelectorAll<HTMLInputElement>('input')]
    const isOn = inputs.some(({ checked }) => !checked)
    for (const input of inputs) input.checked = isOn
    inputs[0]?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  group.replaceChildren(
    ...[...group.children].filter(({ tagName }) => tagName === 'LEGEND'),
    ...(group.hidden ? [] : [all, ...boxes]),
  )
}

/** Shows the field for the password of a protected workbook. */
export function showPassword(isShown: boolean): void {
  const field = part('spec-input.password', HTMLInputElement)
  if (!isShown) field.value = ''
  fieldOf('input.password').hidden = !isShown
  if (isShown) field.focus()
}

export function showOutput(head: string, format: string): void {
  part('output-title', HTMLElement).textContent = format.toUpperCase()
  part('output', HTMLElement).replaceChildren(
    ...(format === 'sql' ? highlighted(head) : isolated(head, format === 'csv' ? 'csv' : 'json')),
  )
}

/** Shows the tables of a dump with their rows and the types of their columns. */
export function showTables(tables: readonly ReportTable[]): void {
  part('tables', HTMLElement).replaceChildren(...tables.map(tableOf))
}

const tableOf = ({ name, source_name: source, rows, columns, reason }: ReportTable): HTMLElement => {
  if (reason !== undefined) return make('p', {}, `Sheet “${source}” was not converted. `, reason)
  const rejected = rows.rejected === 0 ? '' : `, ${countText(rows.rejected)} rejected`
  return make(
    'details',
    { class: 'dump-table' },
    make(
      'summary',
      {},
      make('code', {}, name),
      make(
        'span',
        { class: 'muted small' },
        ` ${countText(rows.converted)} ${nounFor(rows.converted, 'row')}${rejected}, ${columns.length} ${nounFor(columns.length, 'column')}`,
      ),
    ),
    make(
      'ul',
      { class: 'type-list' },
      ...columns.map((column) =>
        make('li', {}, make('code', {}, column.name), ' ', make('span', { class: 'type-chip' }, column.sql_type)),
      ),
    ),
  )
}

/** Shows rejected rows first, then every change, then the notes. */
export function showChanges({ fixes, problems_summary, problems, notes }: Report): void {
  const columnOf = (table: string | undefined, column: string | undefined) => {
    const name = [table, column].filter((word) => word !== undefined).join('.')
    return name === '' ? '' : `${name}: `
  }
  const items = [
    ...problems_summary.map(({ code, table, column, count }) => {
      const example = problems.find(
        (problem) => problem.code === code && problem.table === table && problem.column === column,
      )
      const location = example?.row === undefined ? '' : `, first in row ${countText(example.row)}`
      return make(
        'li',
        { class: 'is-bad' },
        `${columnOf(table, column)}${withLabels(example?.message ?? code)} (${countText(count)} rejected${location})`,
        ...(example?.value === undefined || example.value === '' ? [] : [' ', make('code', {}, example.value)]),
      )
    }),
    ...fixes.map(({ table, column, message, count, examples }) =>
      make(
        'li',
        {},
        `${columnOf(table, column)}${withLabels(message)} (${countText(count)})`,
        ...(examples ?? []).flatMap((example) => [' ', make('code', {}, example)]),
      ),
    ),
    ...notes.map((note) => make('li', {}, withLabels(note))),
  ]
  const nothing = make('li', { class: 'muted' }, 'Nothing was changed and no row was rejected.')
  part('warnings', HTMLElement).replaceChildren(...(items.length === 0 ? [nothing] : items))
}
