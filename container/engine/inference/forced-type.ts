import type { ForcedType } from '../../../src/contract/spec-values.ts'
import { nullMarker } from '../values/null-markers.ts'
import { AnyBooleanParser } from '../values/any-boolean.ts'
import { JsonParser } from '../values/json-value.ts'
import { IntegerParser } from '../values/numbers.ts'
import {
  type Candidate,
  type CandidateKind,
  candidatesFor,
  canonicalCandidate,
  type FormatFacts,
} from './candidates.ts'
import { bytesOf, type ColumnCells } from './column-cells.ts'
import { type LooseTrial, Trials } from './trial.ts'

/** The types whose values have formats. */
export type ReadType = Exclude<ForcedType, 'text' | 'json'>

/** The maximum number of values whose appearance suggests candidates. */
const valuesExaminedMax = 50

/** The parser of a type that does not depend on the appearance of values. */
export const jsonParser = new JsonParser()

type BestTrials = readonly [LooseTrial, ...LooseTrial[]]

/** Returns the trials in the formats in which most values of the column have a type. They read the same number of values. */
export function bestTrials(type: ReadType, cells: ColumnCells, facts: FormatFacts, name: string): BestTrials {
  const trials = new Trials(cells, false)
  let best: [LooseTrial, ...LooseTrial[]] | null = null
  for (const candidate of candidates(type, cells, facts, name)) {
    const found = trials.tryLoosely(candidate)
    if (best === null || found.reads > best[0].reads) best = [found]
    else if (found.reads === best[0].reads) best.push(found)
  }
  if (best === null) throw new Error(`No format is known for the type ${type}.`)
  return best
}

function* candidates(type: CandidateKind, cells: ColumnCells, facts: FormatFacts, name: string): Iterable<Candidate> {
  const check = type === 'timestamptz' ? 'timestamp_zoned' : type
  const canonical = canonicalCandidate(check, facts.spec)
  if (type === 'boolean') return yield { kind: type, parser: new AnyBooleanParser() }
  if (type === 'integer') {
    yield { kind: type, parser: new IntegerParser(null, true) }
    return yield { kind: type, parser: new IntegerParser(null, true, true) }
  }
  yield canonical
  const tested = new Set<string>()
  for (const shape of shapes(cells)) {
    if (tested.has(shape)) continue
    tested.add(shape)
    for (const candidate of candidatesFor(shape, facts, name)) if (candidate.kind === type) yield candidate
  }
}

function* shapes(cells: ColumnCells): Iterable<string> {
  const decoder = new TextDecoder()
  for (let index = 0; index < Math.min(valuesExaminedMax, cells.starts.length); index++) {
    const bytes = bytesOf(cells, index)
    const [start, end] = [cells.starts[index] as number, cells.ends[index] as number]
    if (nullMarker(bytes, start, end) === null) yield decoder.decode(bytes.subarray(start, Math.min(end, start + 100)))
  }
}
