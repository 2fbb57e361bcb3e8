import type { Message } from '../../../src/contract/catalog/message.ts'
import { tableMessages } from '../catalog/tables.ts'
import type { FixCode, LeftOutCode, ProblemCode } from '../../../src/contract/codes.ts'
import type { Fix, LeftOut, Problem } from '../../../src/contract/report.ts'

import type { RejectedRows } from './rejected-rows.ts'

/** A change to a value or a name of the file. */
export interface FixOccurrence {
  readonly code: FixCode
  readonly table?: string
  readonly column?: string
  readonly message: Message
  readonly row?: number
  readonly example?: string
  /** The number of values that were changed. The default is 1. */
  readonly count?: number
}

/** A row of the file that is not a row of the table. */
export interface LeftOutRow {
  /** The reason for leaving it out. */
  readonly code: LeftOutCode
  /** The row's number. It is absent if the number is unknown. */
  readonly row?: number
  readonly text?: string
  /** The number of rows in this entry. The default is 1. */
  readonly count?: number
}

export interface ProblemTotals {
  readonly code: ProblemCode
  readonly table?: string
  readonly column?: string
  count: number
}

/** After this many examples of a kind, further ones are only counted. */
export const examplesMax = 3
const problemsMax = 100
const leftOutShownMax = 20
const groupsMax = 10_000
const valueCharactersMax = 100

/** Collects fixes, problems and notes in limited memory: it groups them by kind and keeps the first rows of each. */
export class Reporter {
  /** Receives every rejected row, without a limit. */
  readonly rejects: RejectedRows | null
  rejectedByReader = 0
  /** The last row that its reader rejected or left out. */
  lastRowAside = 0
  /** The total number of examples. As long as it does not change, no kind has new ones. */
  examplesKept = 0
  /** The kinds of fixes, in order of first occurrence. */
  readonly fixes: Fix[] = []
  private readonly fixGroups = new Map<string, Fix>()
  private readonly problemGroups = new Map<string, ProblemTotals>()
  private readonly firstProblems: Problem[] = []
  private readonly noteLines = new Set<Message>()
  private readonly leftOutReasons = new Map<string, LeftOut['reasons'][number]>()

  /**
   * Returns the examples of a kind of fix, in the form that the report shows. Further occurrences of the same values
   * only need counting.
   */
  examplesOf(kind: Grouped): readonly string[] {
    return this.fixGroups.get(groupKey(kind))?.examples ?? []
  }

  /** Returns the kind that counts the fix, or null if there are too many kinds. */
  fix(occurrence: FixOccurrence): Fix | null {
    const key = groupKey(occurrence)
    const group = this.fixGroups.get(key)
    if (group === undefined) {
      if (this.fixGroups.size < groupsMax) return this.newKind(key, occurrence)
      this.note(tableMessages.notes.manyFixes(groupsMax))
      return null
    }
    group.count += occurrence.count ?? 1
    if (occurrence.example === undefined) return group
    const examples = (group.examples ??= [])
    const example = shorten(occurrence.example)
    if (examples.length < examplesMax && !examples.includes(example)) {
      examples.push(example)
      this.examplesKept++
    }
    return group
  }

  private newKind(key: string, occurrence: FixOccurrence): Fix {
    const group = firstOfItsKind(occurrence)
    this.fixGroups.set(key, group)
    this.fixes.push(group)
    if (occurrence.example !== undefined) this.examplesKept++
    return group
  }

  constructor(rejects: RejectedRows | null = null) {
    this.rejects = rejects
  }

  /** Adds a rejected row or another error of the file. The first hundred are kept, and all are counted. */
  problem(problem: Problem, cellsOf?: () => readonly (string | null)[]): void {
    if (this.rejects !== null && problem.row !== undefined)
      this.rejects.add(problem, cellsOf?.() ?? (problem.value === undefined ? [] : [problem.value]))
    const key = groupKey(groupOf(problem))
    const totals = this.problemGroups.get(key)
    if (totals !== undefined) totals.count++
    else if (this.problemGroups.size < groupsMax) this.problemGroups.set(key, { ...groupOf(problem), count: 1 })
    if (this.firstProblems.length >= problemsMax) return
    this.firstProblems.push(problem.value === undefined ? problem : { ...problem, value: shorten(problem.value) })
  }

  /** Adds a row that its reader could not read at all. */
  rejectRow(problem: Problem): void {
    this.rejectedByReader++
    this.lastRowAside = Math.max(this.lastRowAside, problem.row ?? 0)
    this.problem(problem)
  }

  /** Adds a row that does not belong to the table. All are counted, and the first ones of each reason are shown. */
  leaveOut({ code, row, text, count = 1 }: LeftOutRow): void {
    const first = row === undefined ? {} : { first_row: row }
    const reason: LeftOut['reasons'][number] = this.leftOutReasons.get(code) ?? { code, count: 0, ...first }
    reason.count += count
    this.leftOutReasons.set(code, reason)
    if (row === undefined) return
    reason.first_row = Math.min(reason.first_row ?? row, row)
    this.lastRowAside = Math.max(this.lastRowAside, row + count - 1)
    if (text === undefined) return
    const examples = (reason.examples ??= [])
    if (examples.length < leftOutShownMax) examples.push({ row, text: shorten(text) })
  }

  /** Returns the reasons, sorted by their first rows. */
  get leftOut(): LeftOut {
    const reasons = [...this.leftOutReasons.values()].toSorted(
      (a, b) =>
        (a.first_row ?? Number.POSITIVE_INFINITY) - (b.first_row ?? Number.POSITIVE_INFINITY) ||
        (a.code < b.code ? -1 : 1),
    )
    return { count: reasons.reduce((sum, { count }) => sum + count, 0), reasons }
  }

  note(line: Message): void {
    if (this.noteLines.size < 1000) this.noteLines.add(line)
  }

  get problems(): Problem[] {
    return this.firstProblems
  }

  get problemsSummary(): ProblemTotals[] {
    return [...this.problemGroups.values()]
  }

  get notes(): Message[] {
    return [...this.noteLines]
  }
}

interface Grouped<Code extends string = string> {
  readonly code: Code
  readonly table?: string | undefined
  readonly column?: string | undefined
  readonly message?: string | undefined
}

/**
 * Returns the group of a fix. Fixes of one code may differ within a column, for example by the token that became NULL,
 * so each forms its own group.
 */
const groupKey = (entry: Grouped): string =>
  `${entry.code}\0${entry.table ?? ''}\0${entry.column ?? ''}\0${entry.message ?? ''}`

function groupOf<Code extends string>(entry: Grouped<Code>): { code: Code; table?: string; column?: string } {
  return {
    code: entry.code,
    ...(entry.table === undefined ? {} : { table: entry.table }),
    ...(entry.column === undefined ? {} : { column: entry.column }),
  }
}

function firstOfItsKind(occurrence: FixOccurrence): Fix {
  return {
    ...groupOf(occurrence),
    count: occurrence.count ?? 1,
    message: occurrence.message,
    ...(occurrence.row === undefined ? {} : { first_row: occurrence.row }),
    ...(occurrence.example === undefined ? {} : { examples: [shorten(occurrence.example)] }),
  }
}

/** Shortens a long value between two characters, never inside a surrogate pair. */
export function shorten<Text extends string>(value: Text, charactersMax = valueCharactersMax): Text {
  if (value.length <= charactersMax) return value
  let end = charactersMax - 1
  const unit = value.charCodeAt(end - 1)
  if (unit >= 0xd800 && unit <= 0xdbff) end--
  return `${value.slice(0, end)}…` as Text
}
