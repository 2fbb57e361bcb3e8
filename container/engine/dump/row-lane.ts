import { type DumpKernel, type LaneColumn, task } from '../kernel/dump-kernel.ts'
import { arrayLiteral, type ColumnTypePlan } from './column-plan.ts'
import type { PlannedColumn } from './plan-types.ts'
import type { DumpText } from './tokens.ts'

const noHead = new Uint8Array(0)
const skipped: LaneColumn = { task: task.skip, size: 0, longest: 0, nullable: true, labels: [] }
/** After so many rows that were not for it in a row, the lane is tried again. */
const waitMax = 64
const anyLength = 0x7fff_ffff
/** So few characters without an exponent are within every range. */
const safeFloatLength = 30

/** The lane of rows that are as servers write them: taken many at once, or not at all. */
export class RowLane {
  private readonly kernel: DumpKernel | null
  private isOpen = false
  private misses = 0
  private waiting = 0

  constructor(kernel: DumpKernel | null) {
    this.kernel = kernel
  }

  /** Rows that come have these columns; null: they are not for the lane. */
  open(columns: readonly LaneColumn[] | null): void {
    this.isOpen = this.kernel !== null && columns !== null && this.kernel.describe(columns)
    this.misses = 0
    this.waiting = 0
  }

  /** What was written for the rows taken last. */
  get written(): Uint8Array {
    return this.kernel?.output ?? noHead
  }

  /** Takes the rows from the bracket here on that are plain; answers how many. */
  take(text: DumpText, head: Uint8Array, isWritten: boolean, rowsMax: number): number {
    const { kernel } = this
    if (kernel === null || !this.isOpen || !text.isAtHome || !text.backslashEscapes || text.hasLeads) return 0
    if (this.waiting > 0) {
      this.waiting--
      return 0
    }
    text.at = kernel.take({
      at: text.at,
      end: text.bytes.length,
      validUntil: text.validUntil,
      doubleQuotes: !text.ansiQuotes,
      isWritten,
      rowsMax,
      head: text.endsStatementsWithSemicolon ? head : noHead,
    })
    this.misses = kernel.rows > 0 ? 0 : this.misses + 1
    this.waiting = this.misses < 2 ? 0 : Math.min(waitMax, 1 << Math.min(this.misses, 10))
    return kernel.rows
  }
}

/** What a column's values have to be for the lane, which writes them as the resolvers do. */
export function laneOf(
  columns: readonly PlannedColumn[],
  sources: Int32Array,
  width: number,
): readonly LaneColumn[] | null {
  const isInOrder = sources.every((source, at) => at === 0 || source > (sources[at - 1] as number))
  if (columns.length === 0 || !isInOrder || columns.some(({ isCounted }) => isCounted)) return null
  const lane: LaneColumn[] = Array.from({ length: width }, () => skipped)
  for (const [at, { type, source, nullable }] of columns.entries()) {
    const labels = labelsOf(type, source.labels)
    const { what, size, longest } = taskOf(type, labels.length > 0)
    lane[sources[at] as number] = { task: what, size, longest, nullable, labels }
  }
  return lane
}

interface Task {
  readonly what: number
  readonly size: number
  readonly longest: number
}

function taskOf({ kind, size, width }: ColumnTypePlan, hasLabels: boolean): Task {
  const of = (what: number, sizeOfTask = 0, longest = 0): Task => ({ what, size: sizeOfTask, longest })
  switch (kind) {
    case 'integer':
      return of(task.integer, width)
    case 'decimal':
      return of(task.decimal, size, anyLength)
    case 'float':
      return of(task.decimal, safeFloatLength, safeFloatLength)
    case 'timestamp':
    case 'timestamptz':
      return of(task.timestamp)
    case 'boolean':
    case 'date':
    case 'time':
    case 'interval':
    case 'bytes':
    case 'uuid':
      return of(task[kind])
    case 'text':
    case 'json':
      return of(task.text, size)
    case 'enum':
    case 'set':
      return of(hasLabels ? task.label : task.plainCode)
    default:
      return of(task.plainCode)
  }
}

/** Of a set so small, every combination. */
const setLabelsMax = 6
const isPlainLabel = (label: string): boolean => label !== '' && /^[^\0-\u001f\\'",]*$/.test(label)

function labelsOf({ kind }: ColumnTypePlan, labels: readonly string[]): readonly (readonly [string, string])[] {
  if (kind === 'enum') return labels.filter(isPlainLabel).map((label) => [label, label])
  if (kind !== 'set' || labels.length > setLabelsMax || !labels.every(isPlainLabel)) return []
  return Array.from({ length: 1 << labels.length }, (_, combination) => {
    const chosen = labels.filter((_label, index) => (combination >> index) & 1)
    return [chosen.join(','), arrayLiteral(chosen)]
  })
}
