import type { ForcedType } from '../../../../src/contract/spec-values.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { nullMarker } from '../../values/null-markers.ts'
import { AnyBooleanParser } from '../../values/any-boolean.ts'
import { JsonParser } from '../../values/json-value.ts'
import { IntegerParser } from '../../values/numbers.ts'
import { Reading, type ValueParser } from '../../values/value-parser.ts'
import {
  type Candidate,
  type CandidateKind,
  candidatesFor,
  canonicalCandidate,
  type FormatFacts,
} from './candidates.ts'
import { bytesOf, type ColumnCells } from './column-cells.ts'
import { withValues } from './later-decision.ts'
import type { LaterValue } from './later-facts.ts'
import { type LooseTrial, Trials } from './trial.ts'

/** The types whose values have formats. */
export type ReadType = Exclude<ForcedType, 'text' | 'json'>

/** The maximum number of values whose appearance suggests candidates. */
const valuesExaminedMax = 50
const valueBytesMax = 100

/** The parser of a type that does not depend on the appearance of values. */
export const jsonParser = new JsonParser()

type BestTrials = readonly [LooseTrial, ...LooseTrial[]]

/**
 * Returns the trials in the formats in which most values of the column have a type. They read the same number of values.
 * Values after the sample decide between formats that are equally good for the sample.
 */
export function bestTrials(
  type: ReadType,
  cells: ColumnCells,
  facts: FormatFacts,
  name: string,
  later: readonly LaterValue[] = [],
): BestTrials {
  const known = later.length === 0 ? cells : withValues(cells, later)
  const [inSample, inAll] = [new Trials(cells, false), new Trials(known, false)]
  let best: [LooseTrial, ...LooseTrial[]] | null = null
  let sampleReads = 0
  for (const candidate of candidates(type, known, later.length, facts, name)) {
    const found = inAll.tryLoosely(candidate)
    const reads = later.length === 0 ? found.reads : inSample.tryLoosely(candidate).reads
    const more = best === null ? 1 : reads - sampleReads || found.reads - best[0].reads
    if (best === null || more > 0) [best, sampleReads] = [[found], reads]
    else if (more === 0) best.push(found)
  }
  if (best === null) throw new Error(`No format is known for the type ${type}.`)
  return best
}

function* candidates(
  type: CandidateKind,
  cells: ColumnCells,
  later: number,
  facts: FormatFacts,
  name: string,
): Iterable<Candidate> {
  const check = type === 'timestamptz' ? 'timestamp_zoned' : type
  const canonical = canonicalCandidate(check, facts.spec)
  if (type === 'boolean') return yield { kind: type, parser: new AnyBooleanParser() }
  if (type === 'integer') {
    yield { kind: type, parser: new IntegerParser(null, true) }
    return yield { kind: type, parser: new IntegerParser(null, true, true) }
  }
  yield canonical
  const tested = [canonical]
  for (const value of firstValues(cells, later)) {
    // A value in a known format suggests nothing new, and every candidate reads the whole sample.
    if (tested.some(({ parser }) => isRead(parser, value))) continue
    for (const candidate of candidatesFor(new TextDecoder().decode(value), facts, name)) {
      if (candidate.kind !== type) continue
      tested.push(candidate)
      yield candidate
    }
  }
}

const isRead = (parser: ValueParser, value: Uint8Array): boolean =>
  parser.read(value, 0, value.length, new GrowingBytes(64)) !== Reading.no

/** Returns the first values of the sample, and the first of the `later` values at the end of the cells. */
function* firstValues(cells: ColumnCells, later: number): Iterable<Uint8Array> {
  const sampled = cells.starts.length - later
  const first = (count: number, from: number): number[] =>
    Array.from({ length: Math.min(valuesExaminedMax, count) }, (_, at) => from + at)
  for (const index of [...first(sampled, 0), ...first(later, sampled)]) {
    const bytes = bytesOf(cells, index)
    const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
    if (nullMarker(bytes, start, end) === null) yield bytes.subarray(start, Math.min(end, start + valueBytesMax))
  }
}
