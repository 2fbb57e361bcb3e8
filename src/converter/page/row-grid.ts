import type { PreviewOutcome } from '../../../container/engine/preview.ts'
import type { Fix, ReportColumn } from '../../contract/report.ts'
import { type ForcedType, forcedTypes } from '../../contract/spec-values.ts'
import { countText, make, part } from '../../design/page/dom.ts'
import type { ColumnChoice } from './spec-form.ts'

export type TablePreview = Extract<PreviewOutcome, { kind: 'table' }>
type Row = TablePreview['rows'][number]

const shownCharacters = 80

/** The first rows, with a head in which columns are renamed, retyped and left out. */
export class RowGrid {
  /** The choices by the column's index in the file. They survive changed settings and end with the file. */
  readonly choices = new Map<number, ColumnChoice>()
  /** The name in the file of each column with a choice. */
  private readonly chosenNames = new Map<number, string>()
  private readonly changed: () => void
  /** The columns of the head, with their names in the file. */
  private shownColumns: string | null = null
  private readonly heads: HTMLTableRowElement
  private readonly body: HTMLTableSectionElement

  constructor(changed: () => void) {
    this.changed = changed
    this.heads = make('tr', {})
    this.body = make('tbody', {})
    part('rows', HTMLTableElement).replaceChildren(make('thead', {}, this.heads), this.body)
  }

  forget(): void {
    this.choices.clear()
    this.heads.replaceChildren()
    this.shownColumns = null
  }

  /**
   * Drops the choices for columns that are now others, such as after a change of the header row. Returns whether there
   * were any.
   */
  dropOthers({ report: { columns } }: TablePreview): boolean {
    const names = new Map(columns.map(({ index, source_name }) => [index, source_name]))
    const others = [...this.choices.keys()].filter((index) => names.get(index) !== this.chosenNames.get(index))
    for (const index of others) this.choices.delete(index)
    return others.length > 0
  }

  show({ report: { columns, fixes }, rows }: TablePreview): void {
    // The head stays where it is while the columns are the same, so that typing is not interrupted.
    const shown = JSON.stringify(columns.map(({ index, source_name }) => [index, source_name]))
    if (this.shownColumns !== shown)
      this.heads.replaceChildren(rowHead(), ...columns.map((column) => this.headOf(column)))
    this.shownColumns = shown
    columns.forEach((column, at) => {
      const head = this.heads.children[at + 1]
      if (head !== undefined) this.fillHead(head, column, evidenceOf(column, fixes, rows))
    })
    this.body.replaceChildren(...rows.map((row) => rowOf(columns, row)))
  }

  private choose({ index, source_name }: ReportColumn, change: Partial<ColumnChoice>): void {
    const before = this.choices.get(index) ?? { name: null, type: null, isExcluded: false }
    this.chosenNames.set(index, source_name)
    this.choices.set(index, { ...before, ...change })
    this.changed()
  }

  private headOf(column: ReportColumn): HTMLElement {
    const { index, source_name } = column
    const label = source_name === '' ? `column ${index + 1}` : source_name
    const keep = make('input', { type: 'checkbox', 'aria-label': `Keep ${label}` })
    keep.addEventListener('change', () => this.choose(column, { isExcluded: !keep.checked }))
    const source = make('span', { class: 'source', title: label }, label)
    const name = make('input', {
      type: 'text',
      'aria-label': `Name of ${label}`,
      maxlength: '255',
      spellcheck: 'false',
    })
    name.addEventListener('input', () =>
      this.choose(column, { name: name.value.trim() === '' ? null : name.value.trim() }),
    )
    const type = make(
      'select',
      { 'aria-label': `Type of ${label}`, class: 'type' },
      make('option', { value: '' }),
      ...forcedTypes.map((one) => make('option', { value: one }, one)),
    )
    type.addEventListener('change', () =>
      this.choose(column, { type: forcedTypes.find((one) => one === type.value) ?? null }),
    )
    const top = make('span', { class: 'column-top' }, keep, source)
    return make('th', { scope: 'col' }, top, name, type, make('span', { class: 'evidence' }))
  }

  private fillHead(head: Element, column: ReportColumn, evidence: string): void {
    const [keep, name] = head.querySelectorAll('input')
    const type = head.querySelector('select')
    const words = head.querySelector('.evidence')
    const choice = this.choices.get(column.index)
    // A preview that began before the latest click still shows the earlier state of the column.
    const isExcluded = choice?.isExcluded ?? column.excluded === true
    head.classList.toggle('left-out', isExcluded)
    if (keep !== undefined) keep.checked = !isExcluded
    if (name !== undefined) {
      name.placeholder = isExcluded ? 'left out' : column.name
      name.disabled = isExcluded
      if (document.activeElement !== name) name.value = choice?.name ?? ''
    }
    if (type !== null) fillType(type, column, choice?.type ?? null)
    if (words !== null) {
      words.textContent = isExcluded ? '' : evidence
      words.setAttribute('title', evidence)
    }
  }
}

const rowHead = (): HTMLElement => make('th', { scope: 'col', class: 'number' }, 'Row')

function fillType(type: HTMLSelectElement, column: ReportColumn, chosen: ForcedType | null): void {
  const [detected] = type.options
  if (detected !== undefined && (chosen === null || detected.text === ''))
    detected.text = chosen !== null ? 'detected' : column.sql_type === '' ? column.type : column.sql_type
  type.dataset['type'] = column.type
  type.value = chosen ?? ''
  type.disabled = column.excluded === true
}

/** Returns the reason for the type of a column in a few words. */
function evidenceOf(
  { index, name, type, nullable }: ReportColumn,
  fixes: readonly Fix[],
  rows: readonly Row[],
): string {
  const fix = fixes.find(({ column }) => column === name)
  const example = fix?.examples?.[0] ?? rows.map(({ cells }) => cells[index]).find((cell) => typeof cell === 'string')
  const words = [
    example === undefined || example === null ? '' : `like ${shortOf(example, 24)}`,
    type === 'text' && typeof example === 'string' && /^0\d+$/.test(example) ? 'zeros kept' : '',
    nullable ? 'can be empty' : '',
  ]
  return words.filter((word) => word !== '').join(', ')
}

const shortOf = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

function rowOf(columns: readonly ReportColumn[], { number, cells, written }: Row): HTMLElement {
  let at = 0
  const shown = columns.map(({ index, excluded }) => {
    const before = cells[index] ?? null
    if (excluded === true)
      return make('td', { class: 'left-out' }, before === null ? '' : shortOf(before, shownCharacters))
    return cellOf(before, written === null ? before : (written[at++] ?? null))
  })
  const head = make('td', { class: 'number muted' }, countText(number))
  const row = make('tr', written === null ? { class: 'rejected', title: 'This row is rejected.' } : {}, head, ...shown)
  return row
}

/** Returns a cell with its written value. If the file has another value, that is shown first. */
function cellOf(before: string | null, after: string | null): HTMLElement {
  const now = after === null ? make('span', { class: 'muted' }, 'NULL') : shortOf(after, shownCharacters)
  if (before === after || before === null) return make('td', {}, now)
  return make('td', { class: 'changed' }, make('del', {}, shortOf(before, shownCharacters)), ' ', make('ins', {}, now))
}
