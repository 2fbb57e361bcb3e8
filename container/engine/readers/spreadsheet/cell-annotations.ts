import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { CellAnnotation } from '../../table/sheet-layout.ts'
import type { TableRange } from './references.ts'

/** Annotations beyond this number are counted but not kept. */
const keptMax = 200_000
const keptCharactersMax = 32 << 20

/** The kinds of annotations that become columns. */
export interface AddedAnnotations {
  readonly hyperlinks: boolean
  readonly comments: boolean
}

const none: AddedAnnotations = { hyperlinks: false, comments: false }

/** The hyperlinks and comments of a sheet's cells. All are counted, but only those that become columns are kept. */
export class CellAnnotations {
  /** The URLs of a part's relations, by their ids. */
  targets: ReadonlyMap<string, string> = new Map()
  private readonly added: AddedAnnotations
  private readonly kept: CellAnnotation[] = []
  private characters = 0
  private links = 0
  /** The number of links whose URL is computed by a formula. */
  private computed = 0
  private comments = 0

  constructor(added = none) {
    this.added = added
  }

  /**
   * Adds a hyperlink of Open XML. Its URL is the target of a relation, optionally followed by a location inside that
   * target.
   */
  addRelated(range: TableRange, id: string, location: string): void {
    this.addLink(range, location === '' ? (this.targets.get(id) ?? '') : `${this.targets.get(id) ?? ''}#${location}`)
  }

  /** Adds a hyperlink. A URL with only a location, such as `#Orders!B4`, points into the workbook itself. */
  addLink(range: TableRange, url: string): void {
    if (url === '') return
    this.links++
    if (this.added.hyperlinks) this.keep(range, 'url', url)
  }

  /** Adds the link of a cell whose formula calls HYPERLINK. `url` is null if the formula computes it. */
  addFormulaLink(row: number, column: number, url: string | null): void {
    if (url === null) {
      this.links++
      this.computed++
    } else this.addLink({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column }, url)
  }

  /** The row counts from 1, and the column from 0. */
  addComment(row: number, column: number, text: string): void {
    this.comments++
    const range = { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column }
    if (this.added.comments && text !== '') this.keep(range, 'comment', text)
  }

  /** Returns the annotations read so far. Columns count from `left`. */
  from(left: number): CellAnnotation[] {
    return this.kept.map((one) => ({
      ...one,
      firstColumn: one.firstColumn - left,
      lastColumn: one.lastColumn - left,
    }))
  }

  note(reporter: Reporter): void {
    const { notes } = workbookMessages
    if (!this.added.hyperlinks && this.links > 0) reporter.note(notes.hyperlinks(this.links))
    if (!this.added.comments && this.comments > 0) reporter.note(notes.comments(this.comments))
    if (this.added.hyperlinks && this.computed > 0) reporter.note(notes.computedLinks(this.computed))
    if (this.isFull) reporter.note(notes.annotationsCut(this.kept.length))
  }

  private get isFull(): boolean {
    return this.kept.length >= keptMax || this.characters >= keptCharactersMax
  }

  private keep(range: TableRange, kind: CellAnnotation['kind'], text: string): void {
    if (this.isFull) return
    this.characters += text.length
    this.kept.push({ ...range, kind, text })
  }
}
