import type { Dialect, Spec } from '../../../src/contract/spec.ts'
import { dialectFacts } from './dialect-facts.ts'

/** A name as it will be written: within the dialect's length, unlike every other of its table. */
export function namer(spec: Spec): (wanted: string, fallback: string) => string {
  const taken = new Set<string>()
  return (wanted, fallback) => {
    const spelled = spelling(wanted, spec) || fallback
    let name = fitted(spelled, spec.output.dialect, '')
    for (let number = 2; taken.has(name.toLowerCase()); number++)
      name = fitted(spelled, spec.output.dialect, `_${number}`)
    taken.add(name.toLowerCase())
    return name
  }
}

function spelling(wanted: string, spec: Spec): string {
  const cleaned = withoutControls(wanted, spec.output.dialect)
  return spec.output.column_names === 'as_written' ? cleaned : snakeCase(cleaned)
}

/** No dialect can quote a NUL; Oracle cannot quote a double quote either. */
function withoutControls(text: string, dialect: Dialect): string {
  const clean = text
    .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .replaceAll(/[\ud800-\udfff]/gu, '')
    .trim()
  return dialect === 'oracle' ? clean.replaceAll('"', "'") : clean
}

/** `Order No.` → `order_no`, `firstName` → `first_name`. Letters of every script stay; accents stay too: they are letters. */
function snakeCase(text: string): string {
  // Most names are so already, and compiling the patterns below takes a millisecond.
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) return text
  return text
    .normalize('NFC')
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** Cut between characters so that name and suffix fit; a name that would begin with a digit is fine, as all are quoted. */
function fitted(name: string, dialect: Dialect, suffix: string): string {
  const { identifierMax, identifierUnit } = dialectFacts[dialect]
  const size = (text: string): number =>
    identifierUnit === 'bytes' ? new TextEncoder().encode(text).length : text.length
  if (size(name + suffix) <= identifierMax) return name + suffix
  let kept = ''
  for (const character of name) {
    if (size(kept + character + suffix) > identifierMax) break
    kept += character
  }
  return kept + suffix
}

/** The table's name where the spec gives none: the sheet's or the file's, without endings. */
export function tableName(spec: Spec, fileName: string, sourceName: string | null): string {
  const fromFile = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/(?:\.(?:csv|tsv|txt|json|ndjson|jsonl|xlsx|xlsm|xlsb|xls|ods|fods|sql|gz|zip))+$/i, '')
  const isPlainSheet =
    sourceName === null || /^(?:sheet|tabelle|feuil|hoja|foglio|blad|лист|シート)\s?\d*$/i.test(sourceName)
  const name = namer(spec)
  if (spec.output.table !== null)
    return fitted(withoutControls(spec.output.table, spec.output.dialect), spec.output.dialect, '')
  return name(isPlainSheet ? fromFile : (sourceName ?? fromFile), 'table_1')
}
