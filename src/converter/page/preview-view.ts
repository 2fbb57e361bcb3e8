import type { PreviewOutcome } from '../../../container/engine/preview.ts'
import type { Report, ReportColumn } from '../../contract/report.ts'
import { formatText, inputText } from '../../design/text.ts'
import { countText, make, part } from '../../design/page/dom.ts'
import type { ColumnChoice } from './spec-form.ts'

type TablePreview = Extract<PreviewOutcome, { kind: 'table' }>

/** Shows what the engine sees: facts, columns to change, first rows, first lines of the output. */
export class PreviewView {
  /** By the column's place in the file. Kept while settings change, forgotten with the file. */
  readonly choices = new Map<number, ColumnChoice>()
  private readonly changed: () => void

  constructor(changed: () => void) {
    this.changed = changed
  }

  show(preview: TablePreview): void {
    const { report, rows, output } = preview
    showCards('facts', 'columns', 'rows', 'output')
    part('facts', HTMLElement).replaceChildren(...facts(preview))
    part('warnings', HTMLElement).replaceChildren(...warnings(report))
    this.showColumns(report.columns)
    part('rows', HTMLTableElement).replaceChildren(...cells(report.columns, rows))
    part('output', HTMLElement).textContent = output
  }

  /** A dump has no sample to show. */
  showDump(): void {
    showCards('facts')
    part('facts', HTMLElement).replaceChildren(...fact('Format', 'MySQL or MariaDB dump'))
    part('warnings', HTMLElement).replaceChildren(
      make('li', {}, 'A dump becomes a PostgreSQL script. Its tables are told when it is converted.'),
    )
  }

  showNothing(): void {
    showCards()
  }

  private choose(index: number, change: Partial<ColumnChoice>): void {
    const before = this.choices.get(index) ?? { name: null, asText: false, isExcluded: false }
    this.choices.set(index, { ...before, ...change })
    this.changed()
  }

  /** Rows stay where they are while columns are the same, so that whoever types in one is not thrown out. */
  private showColumns(columns: readonly ReportColumn[]): void {
    const body = part('columns', HTMLElement)
    if (body.children.length !== columns.length)
      body.replaceChildren(...columns.map((column) => this.columnRow(column)))
    columns.forEach((column, at) => {
      const row = body.children[at]
      if (row !== undefined) fillRow(row, column, this.choices.get(column.index))
    })
  }

  private columnRow({ index, source_name }: ReportColumn): HTMLElement {
    const label = source_name === '' ? `column ${index + 1}` : source_name
    const keep = make('input', { type: 'checkbox', 'aria-label': `Keep ${label}` })
    keep.addEventListener('change', () => this.choose(index, { isExcluded: !keep.checked }))
    const name = make('input', {
      type: 'text',
      'aria-label': `Name of ${label}`,
      maxlength: '255',
      spellcheck: 'false',
      autocomplete: 'off',
    })
    name.addEventListener('input', () =>
      this.choose(index, { name: name.value.trim() === '' ? null : name.value.trim() }),
    )
    const type = make(
      'select',
      { 'aria-label': `Type of ${label}` },
      make('option', { value: '' }),
      make('option', { value: 'text' }, 'text'),
    )
    type.addEventListener('change', () => this.choose(index, { asText: type.value === 'text' }))
    const cell = (...content: readonly (string | Node)[]) => make('td', {}, ...content)
    return make('tr', {}, cell(keep), cell(name), cell(source_name), cell(type), cell(make('code', {})))
  }
}

const cards = ['facts', 'columns', 'rows', 'output'] as const

function showCards(...shown: readonly (typeof cards)[number][]): void {
  for (const card of cards) part(`${card}-card`, HTMLElement).hidden = !shown.includes(card)
}

function fillRow(row: Element, column: ReportColumn, choice: ColumnChoice | undefined): void {
  const [keep, name] = row.querySelectorAll('input')
  const type = row.querySelector('select')
  const code = row.querySelector('code')
  const source = row.children[2]
  const isExcluded = column.excluded === true
  row.classList.toggle('left-out', isExcluded)
  if (source instanceof HTMLElement) source.textContent = column.source_name
  if (keep !== undefined) keep.checked = !isExcluded
  if (name !== undefined) {
    name.placeholder = isExcluded ? '' : column.name
    name.disabled = isExcluded
    if (document.activeElement !== name) name.value = choice?.name ?? ''
  }
  if (type !== null) fillType(type, column, choice?.asText === true)
  if (code !== null) code.textContent = isExcluded ? '' : column.sql_type
}

function fillType(type: HTMLSelectElement, column: ReportColumn, asText: boolean): void {
  const [detected] = type.options
  if (detected !== undefined && (!asText || detected.text === '')) detected.text = asText ? 'as detected' : column.type
  const isTextAnyway = !asText && column.type === 'text'
  type.value = asText ? 'text' : ''
  type.disabled = column.excluded === true || isTextAnyway
}

const fact = (label: string, value: string): HTMLElement[] => [
  make('div', {}, make('dt', {}, label), make('dd', {}, value)),
]

function facts({ report, isWholeFile, sampleRows }: TablePreview): HTMLElement[] {
  const { input, rows } = report
  const shown: (readonly [string, string | number | null | undefined])[] = [
    ['Format', formatText(input.format)],
    ['Wrapped in', input.wrapping],
    ['Encoding', input.encoding],
    ['Delimiter', input.delimiter],
    ['Sheet', input.sheet],
    ['Header row', input.header_row],
    ['Dates', input.date_order],
    ['Decimal sign', input.decimal === '.' ? null : input.decimal],
    [isWholeFile ? 'Rows' : 'Rows of the sample', countText(isWholeFile ? rows.converted + rows.rejected : sampleRows)],
  ]
  return shown.flatMap(([label, value]) =>
    value === null || value === undefined ? [] : fact(label, inputText(String(value))),
  )
}

/** What was changed or could not be taken, and what was noticed, as far as the sample tells. */
export function warnings({ fixes, problems_summary, problems, notes }: Report): HTMLElement[] {
  const columnOf = (column: string | undefined) => (column === undefined ? '' : `${column}: `)
  return [
    ...problems_summary.map(({ code, column, count }) => {
      const example = problems.find((problem) => problem.code === code && problem.column === column)
      const where = example?.row === undefined ? '' : `, first in row ${countText(example.row)}`
      return make(
        'li',
        { class: 'is-bad' },
        `${columnOf(column)}${example?.message ?? code} (${countText(count)} rejected${where})`,
      )
    }),
    ...fixes.map(({ column, message, count, examples }) =>
      make(
        'li',
        {},
        `${columnOf(column)}${message} (${countText(count)})`,
        ...(examples ?? []).flatMap((example) => [' ', make('code', {}, example)]),
      ),
    ),
    ...notes.map((note) => make('li', {}, note)),
  ]
}

function cells(columns: readonly ReportColumn[], rows: TablePreview['rows']): HTMLElement[] {
  const head = make(
    'tr',
    {},
    make('th', { scope: 'col', class: 'number' }, 'Row'),
    ...columns.map((column) =>
      make('th', { scope: 'col' }, column.source_name === '' ? column.name : column.source_name),
    ),
  )
  const body = rows.map(({ number, cells: texts }) =>
    make(
      'tr',
      {},
      make('td', { class: 'number muted' }, countText(number)),
      ...columns.map(({ index }) => {
        const text = texts[index] ?? null
        return text === null
          ? make('td', { class: 'muted' }, '∅')
          : make('td', {}, text.length > 80 ? `${text.slice(0, 80)}…` : text)
      }),
    ),
  )
  return [make('thead', {}, head), make('tbody', {}, ...body)]
}
