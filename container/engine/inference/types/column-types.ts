import { specMessages } from '../../catalog/spec.ts'
import type { ForcedType } from '../../../../src/contract/spec-values.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { EngineFailure } from '../../failure.ts'
import { CellKind } from '../../table/row-batch.ts'
import type { ColumnType, TextLength } from '../../table/column-type.ts'
import { lengthOf, longer } from '../../table/text-length.ts'
import { dialectOf } from '../../dialects/all.ts'
import { namesEpoch } from '../../values/epoch.ts'
import { englishMonths, type LocaleFacts, localeFacts } from '../../values/locale.ts'
import { DecimalParser, IntegerParser } from '../../values/numbers.ts'
import { isTextFormula, textFormulas } from '../../values/text-formulas.ts'
import type { Canonical, DateOrder, ValueParser } from '../../values/value-parser.ts'
import { chooseOrder, onlyChoice, type OrderChoice, type OrderEvidence, orderOf } from './date-order.ts'
import { DateSpread } from './date-spread.ts'
import { bestTrials, jsonParser, type ReadType } from './forced-type.ts'
import { admits, type Trial, Trials } from './trial.ts'
import { candidatesFor, canonicalCandidate, type FormatFacts } from './candidates.ts'
import { bytesOf, type ColumnCells, type SampleColumn } from './column-cells.ts'
import type { ColumnSurvey } from '../sample/sample-survey.ts'
import { decideWithLater, valuesOf, withValues } from './later-decision.ts'
import type { LaterFacts, LaterShape, LaterValue } from './later-facts.ts'
import { areStray, mixedCommas, type MixedCommas } from './stray-comma.ts'
import { areGroupedCodes } from './grouped-codes.ts'
import { nullMarker } from '../../values/null-markers.ts'
import { integerBits, secondDigits } from '../../table/headroom.ts'
import { cardDigitsMin, onlyLooksTyped } from './look-alikes.ts'

/** The number of values to check first. Text columns hardly ever begin with so many values of another type. */
const refutingValues = 64

/** The digits of a group in `59,913`. */
const groupDigits = 3

/** The decision about a column: its type, and the parser that every value must pass. */
export interface ColumnDecision {
  readonly type: ColumnType
  /** Null means text that is kept as written. */
  readonly parser: ValueParser | null
  /** The kinds of cells that the column accepts. In a typed source, text cells never become numbers or JSON. */
  readonly kinds: 'any' | 'numbers' | 'booleans' | 'times' | 'json'
  /** The reading of dates whose day and month, or day and year, could not be distinguished. */
  readonly ambiguous: {
    readonly count: number
    readonly order: DateOrder
    readonly firstRow: number
    readonly mayBeYearFirst: boolean
  } | null
  readonly dateOrder: {
    readonly order: DateOrder
    readonly evidence: OrderEvidence
    readonly evidenceRow: number | null
  } | null
  readonly decimal: string | null
  /** Whether all numbers have groups and no fraction, or fractions as long as a group. */
  readonly fitsGroups: boolean
  /**
   * Whether a sampled value is written as NULL, because it means no value or may be a number that the database does not
   * support.
   */
  readonly hasNulls: boolean
  /** Whether the sample has no value for the column, so a later one decides. */
  readonly isUndecided: boolean
  /** The first value of a text column whose values may be numbers, but are probably telephone numbers or the like. */
  readonly groupedCode: string | null
  /** The numbers of a column whose commas may separate thousands or a fraction, if a few prove the decimal comma. */
  readonly mixedCommas: MixedCommas | null
}

export interface TypingFacts extends FormatFacts {
  readonly isWholeFile: boolean
  /** The delimiter of the file, or null if it has none. */
  readonly delimiter: string | null
  /** Whether spreadsheets and JSON mark cells as text. In delimited text, quotes do not indicate a type. */
  readonly typedSource: boolean
}

export function typingFacts(
  spec: Spec,
  isWholeFile: boolean,
  typedSource: boolean,
  delimiter: string | null = null,
): TypingFacts {
  const locale = spec.inference.locale === null ? null : knownLocale(spec.inference.locale)
  return {
    spec,
    locale,
    decimal: locale?.decimal ?? '.',
    months: [...englishMonths, ...(locale?.monthNames ?? [])],
    isWholeFile,
    typedSource,
    delimiter,
  }
}

/** Looks up a locale. An unknown one is an error, because it would silently have no effect. */
function knownLocale(tag: string): LocaleFacts {
  const facts = localeFacts(tag)
  if (facts !== null) return facts
  const message = specMessages.unknown_locale(tag)
  throw new EngineFailure('invalid_spec', message, [{ code: 'unknown_locale', message, value: tag }])
}

const text: Omit<ColumnDecision, 'type'> = {
  parser: null,
  kinds: 'any',
  ambiguous: null,
  dateOrder: null,
  decimal: null,
  fitsGroups: false,
  hasNulls: false,
  isUndecided: false,
  groupedCode: null,
  mixedCommas: null,
}

/** The spec's settings for a column. */
export interface ColumnOverride {
  readonly as_text?: boolean
  readonly type?: ForcedType | null
}

/** Decides a column whose type the spec sets. `later` are values that an earlier pass found after the sample. */
function forcedDecision(
  column: SampleColumn,
  type: ForcedType,
  given: TypingFacts,
  name: string,
  later: readonly LaterValue[],
): ColumnDecision {
  const cells = column.cells()
  const isWholeFile = given.isWholeFile && cells.starts.length > 0
  if (type === 'text') return decideByCells(cells, given, true, name)
  const hasNulls = hasMarkers(cells)
  if (type === 'json') return { ...text, type: { kind: 'json' }, parser: jsonParser, hasNulls }
  const { spec } = given
  // Digits with leading zeros are numbers if the spec says so.
  const inference = { ...spec.inference, keep_leading_zeros: false }
  const facts = { ...given, isWholeFile, spec: { ...spec, inference } }
  const decided = decision(forcedChoice(type, cells, facts, name, later), facts, name)
  return { ...decided, kinds: 'any', hasNulls: decided.hasNulls || hasNulls }
}

/** Chooses the format for a type from the spec. Values of another type do not contradict it. */
function forcedChoice(
  type: ReadType,
  cells: ColumnCells,
  facts: TypingFacts,
  name: string,
  later: readonly LaterValue[],
): OrderChoice {
  const trials = bestTrials(type, cells, facts, name, later)
  const { trial } = trials[0]
  const orders = trials.map((one) => one.trial).filter(({ candidate }) => candidate.isAmbiguousFormat === true)
  const isDate = trial.candidate.isAmbiguousFormat === true && trials[0].reads > 0
  return (isDate ? chooseOrder(orders, preferredOrder(facts)) : null) ?? onlyChoice(trial)
}

const hasMarkers = (cells: ColumnCells): boolean =>
  cells.starts.some((start, index) => nullMarker(bytesOf(cells, index), start, cells.ends[index] as number) !== null)

/** `name` is the column's name in the file. `later` are values that an earlier pass found after the sample. */
export function decideColumn(
  column: SampleColumn,
  facts: TypingFacts,
  override: ColumnOverride,
  name: string,
  later: LaterFacts | null = null,
): ColumnDecision {
  const asText = override.as_text === true || override.type === 'text'
  const shapes = later?.shapes(column.index) ?? []
  if (!asText && override.type != null) return forcedDecision(column, override.type, facts, name, valuesOf(shapes))
  if (!asText && !facts.isWholeFile && isEmpty(column)) {
    const byLater = decideByCells(withValues(column.cells(), valuesOf(shapes)), facts, asText, name)
    return { ...byLater, isUndecided: shapes.length === 0 }
  }
  const bySample = decideBySurvey(column, facts, asText, name) ?? decideSampled(column.cells(), facts, asText, name)
  const corrected = decideWithLater(bySample, shapes, later?.rowsReached ?? 0, (values) =>
    decideByCells(withValues(column.cells(), values), facts, asText, name),
  )
  return withLaterCommas(bySample, corrected, { column, facts, shapes })
}

/** Tests whether nothing but the values of a column has decided its decimal separator. */
const isDecidedByValues = ({ locale, typedSource, decimal }: TypingFacts): boolean =>
  locale === null && !typedSource && decimal === '.'

/** Tests whether too few values prove the decimal comma. With semicolons between the cells, they prove it. */
const proveNothing = (found: MixedCommas | null, { delimiter }: TypingFacts): boolean =>
  found !== null && areStray(found) && delimiter !== ';'

/** Decides by the sample. If a stray value alone proves the decimal comma, the column stays text. */
function decideSampled(cells: ColumnCells, facts: TypingFacts, asText: boolean, name: string): ColumnDecision {
  const decided = decideByCells(cells, facts, asText, name)
  if (decided.decimal !== ',' || !isDecidedByValues(facts)) return decided
  const found = mixedCommas(cells)
  return { ...(proveNothing(found, facts) ? decideByCells(cells, facts, true, name) : decided), mixedCommas: found }
}

interface LaterCommas {
  readonly column: SampleColumn
  readonly facts: TypingFacts
  readonly shapes: readonly LaterShape[]
}

/** Keeps thousands in the sample if only stray values after it prove the decimal comma. Their rows are rejected. */
function withLaterCommas(
  bySample: ColumnDecision,
  corrected: ColumnDecision,
  { column, facts, shapes }: LaterCommas,
): ColumnDecision {
  if (corrected.decimal !== ',') return corrected
  if (bySample.decimal !== '.') return { ...corrected, mixedCommas: bySample.mixedCommas }
  const found = mixedCommas(column.cells(), shapes)
  const isStray = isDecidedByValues(facts) && proveNothing(found, facts)
  return { ...(isStray ? bySample : corrected), mixedCommas: found }
}

const isEmpty = (column: SampleColumn): boolean => column.values === 0 && column.cells().blanks === 0

/** Decides by the survey of all values, which is enough for nearly every column. */
function decideBySurvey(
  column: SampleColumn,
  facts: TypingFacts,
  asText: boolean,
  name: string,
): ColumnDecision | null {
  const { survey } = column
  if (survey === null) return null
  const asTextDecision = {
    ...text,
    type: { kind: 'text', longest: facts.isWholeFile ? survey.longest : null },
  } as const
  if (asText || survey.values === survey.markers) return asTextDecision
  if (survey.kinds.every((kind) => kind === CellKind.json)) return { ...text, kinds: 'json', type: { kind: 'json' } }
  if (survey.check !== null) {
    const trial = surveyedTrial(survey.check, survey, facts, name)
    return trial === null ? null : decision(onlyChoice(trial), facts, name)
  }
  const cells = column.firstCells(refutingValues)
  const first = firstValue(cells)
  if (first === null) return null
  const trials = new Trials(cells, facts.typedSource)
  for (const candidate of candidatesFor(first, facts, name)) if (!trials.isRefuted(candidate)) return null
  return { ...asTextDecision, parser: textParser(cells, facts) }
}

/**
 * Returns the trial that checking each value would choose, if all values are canonical or null markers. Returns null if
 * it might not.
 */
function surveyedTrial(
  check: Canonical['check'],
  survey: ColumnSurvey,
  facts: TypingFacts,
  name: string,
): Trial | null {
  const candidate = canonicalCandidate(check, facts.spec)
  const { kinds, largest, min, max, fractionDigits } = survey
  if (!kinds.every((kind) => admits(candidate.kind, kind, facts.typedSource))) return null
  if (check === 'integer' && (namesEpoch(name) || survey.longest.bytes >= cardDigitsMin)) return null
  if (check === 'decimal' && (largest.fraction === 0 || facts.decimal === ',')) return null
  if (fractionDigits > dialectOf(facts.spec).fractionDigits) return null
  const hasNulls = survey.markers > 0
  return {
    candidate,
    largest,
    min,
    max,
    fractionDigits,
    hasNulls,
    undecided: 0,
    evidenceRow: null,
    spread: new DateSpread(),
    firstRow: 1,
  }
}

function decideByCells(cells: ColumnCells, facts: TypingFacts, asText: boolean, name: string): ColumnDecision {
  const asTextDecision = (): ColumnDecision => ({
    ...text,
    parser: asText ? null : textParser(cells, facts),
    type: { kind: 'text', longest: facts.isWholeFile ? longest(cells) : null },
  })
  if (asText || cells.starts.length === 0) return asTextDecision()
  if (cells.kinds.every((kind) => kind === CellKind.json)) return { ...text, kinds: 'json', type: { kind: 'json' } }
  const first = firstValue(cells)
  if (first === null || onlyLooksTyped(first, cells, facts, name)) return asTextDecision()
  // In a typed source, such values are text anyway.
  if (!facts.typedSource && areGroupedCodes(first, cells, facts, name))
    return { ...asTextDecision(), groupedCode: first }
  const fitting: Trial[] = []
  const trials = new Trials(cells, facts.typedSource)
  for (const candidate of candidatesFor(first, facts, name)) {
    // Once one order of day, month and year fits, only the others of the same kind still matter.
    const isOtherOrder = candidate.isAmbiguousFormat === true && candidate.kind === fitting[0]?.candidate.kind
    if (fitting.length > 0 && !isOtherOrder) break
    const trial = trials.try(candidate)
    if (trial !== null) fitting.push(trial)
  }
  const chosen = chooseOrder(fitting, preferredOrder(facts))
  if (chosen === null) return asTextDecision()
  const decided = decision(chosen, facts, name)
  return { ...decided, hasNulls: decided.hasNulls || cells.empties > 0 }
}

/** Returns the parser of a text column with formulas such as `="001"`, or null for other text. */
const textParser = (cells: ColumnCells, { typedSource }: TypingFacts): ValueParser | null => {
  const isFormula = (start: number, index: number): boolean =>
    isTextFormula(bytesOf(cells, index), start, cells.ends[index] as number)
  return !typedSource && cells.starts.slice(0, refutingValues).some(isFormula) ? textFormulas : null
}

/** Returns the order that the spec or the locale prefers if several fit, or null. */
function preferredOrder({ spec, locale }: FormatFacts): DateOrder | null {
  const wanted = spec.inference.date_order
  if (wanted === 'auto') return locale?.dateOrder ?? null
  return wanted === 'day_first' ? 'dmy' : wanted === 'month_first' ? 'mdy' : 'ymd'
}

function decision(choice: OrderChoice, facts: TypingFacts, name: string): ColumnDecision {
  const { trial, evidence, undecided, mayBeYearFirst } = choice
  const { kind, parser } = trial.candidate
  const order = orderOf(trial)
  const common = {
    parser,
    kinds:
      kind === 'integer' || kind === 'decimal' || kind === 'float'
        ? 'numbers'
        : kind === 'boolean'
          ? 'booleans'
          : 'times',
    ambiguous:
      evidence === null && undecided > 0 && order !== null
        ? { count: undecided, order, firstRow: trial.firstRow, mayBeYearFirst }
        : null,
    dateOrder:
      order === null || trial.candidate.isAmbiguousFormat !== true
        ? null
        : { order, evidence, evidenceRow: trial.evidenceRow },
    decimal: parser instanceof DecimalParser ? String.fromCharCode(parser.format.decimal) : null,
    fitsGroups: trial.largest.fraction === 0 || trial.largest.fraction === groupDigits,
    hasNulls: trial.hasNulls,
    isUndecided: false,
    groupedCode: null,
    mixedCommas: null,
  } as const
  const fractionDigits = secondDigits(trial.fractionDigits, facts.isWholeFile, dialectOf(facts.spec).fractionDigits)
  switch (kind) {
    case 'integer':
      return integerDecision(trial, common, facts, name)
    case 'decimal': {
      const type = dialectOf(facts.spec).decimalType(trial.largest)
      if (type === null) return { ...text, type: { kind: 'text', longest: null } }
      const bounds = dialectOf(facts.spec).decimalBounds(type)
      return { ...common, type, parser: (parser as DecimalParser).within(bounds) }
    }
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return { ...common, type: { kind, fractionDigits } }
    case 'boolean':
    case 'float':
    case 'date':
    case 'uuid':
      return { ...common, type: { kind } }
  }
}

function integerDecision(
  { candidate: { parser }, min, max, largest }: Trial,
  common: Omit<ColumnDecision, 'type'>,
  facts: TypingFacts,
  name: string,
): ColumnDecision {
  if (BigInt.asIntN(64, min) !== min || BigInt.asIntN(64, max) !== max) {
    const type = dialectOf(facts.spec).decimalType({ ...largest, fraction: 0 })
    if (type === null) return { ...text, type: { kind: 'text', longest: null } }
    const digitsMax = dialectOf(facts.spec).decimalBounds(type)?.wholeDigits
    return { ...common, type, parser: (parser as IntegerParser).within(null, digitsMax) }
  }
  const bits = integerBits(min, max, name, facts.isWholeFile)
  return { ...common, type: { kind: 'integer', bits }, parser: (parser as IntegerParser).within(64) }
}

function firstValue(cells: ColumnCells): string | null {
  for (let index = 0; index < cells.starts.length; index++) {
    const bytes = bytesOf(cells, index)
    const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
    if (nullMarker(bytes, start, end) === null)
      return new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + 100)))
  }
  return null
}

const longest = (cells: ColumnCells): TextLength =>
  cells.starts.reduce(
    (found, start, index) => longer(found, lengthOf(bytesOf(cells, index), start, cells.ends[index] as number)),
    cells.padded,
  )
