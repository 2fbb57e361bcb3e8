import { indexOfWord, splitAtCommas } from '../text/token-reader.ts'
import { isWord, type Token } from '../text/tokens.ts'
import { arithmetic } from './arithmetic.ts'
import { difference, partFunctions, shifted, unitsOf } from './date-functions.ts'
import { callFunction } from './functions.ts'
import { trimmedOf } from './text-functions.ts'
import { bigintDigits, refuse, type Translated } from './translated.ts'

type Inside = (tokens: readonly Token[]) => Translated

const shifts: ReadonlyMap<string, '+' | '-'> = new Map([
  ['date_add', '+'],
  ['adddate', '+'],
  ['date_sub', '-'],
  ['subdate', '-'],
])

/** Translates functions with units, intervals or other words among their arguments. */
export function wordedCall(name: string, args: readonly Token[], inside: Inside): Translated | null {
  if (shifts.has(name)) return shiftCall(name, args, inside)
  if (name === 'extract') return extracted(args, inside)
  if (name === 'trim' && args.some((token) => isWord(token, 'FROM'))) return trimmed(args, inside)
  if (name !== 'timestampdiff') return null
  const [unit = [], from = [], to = []] = splitAtCommas(args)
  return difference(unit[0]?.text ?? '', inside(from), inside(to))
}

/** Translates `date_add(a, INTERVAL 1 DAY)` and `adddate(a, 1)`. */
function shiftCall(name: string, args: readonly Token[], inside: Inside): Translated {
  const sign = shifts.get(name) ?? refuse('another function')
  const [from = [], amount = []] = splitAtCommas(args)
  if (isWord(amount[0], 'INTERVAL'))
    return shifted(inside(from), sign, inside(amount.slice(1, -1)), amount.at(-1)?.text ?? '')
  return name.startsWith('date_') ? refuse('a missing interval') : shifted(inside(from), sign, inside(amount), 'DAY')
}

/** Translates `extract(YEAR FROM a)`, and `extract(YEAR_MONTH FROM a)` with two digits for each part. */
function extracted([unit, from, ...value]: readonly Token[], inside: Inside): Translated {
  if (!isWord(from, 'FROM')) return refuse('an incomplete part of a date')
  const date = inside(value)
  return unitsOf(unit?.text.toUpperCase() ?? '')
    .map((part) => callFunction(partFunctions.get(part) ?? refuse('a part of a date'), [date]))
    .reduce((joined, part) => arithmetic(arithmetic(joined, '*', numberLiteral('100')), '+', part))
}

/** Translates `trim(LEADING '0' FROM a)` and `trim('x' FROM a)`. */
function trimmed(args: readonly Token[], inside: Inside): Translated {
  const at = indexOfWord(args, 'FROM')
  const hasSide = isWord(args[0], 'LEADING', 'TRAILING', 'BOTH')
  const removed = args.slice(hasSide ? 1 : 0, at)
  return trimmedOf(
    hasSide ? (args[0]?.text.toUpperCase() ?? '') : 'BOTH',
    removed.length === 0 ? { sql: "' '", type: 'text', isImmutable: true } : inside(removed),
    inside(args.slice(at + 1)),
  )
}

/** Translates a number. With an exponent it is a float, and an integer beyond 64 bits is a decimal. */
export function numberLiteral(text: string): Translated {
  if (/e/i.test(text)) return { sql: `'${text}'::float8`, type: 'float', isImmutable: true }
  const [digits = '', fraction = ''] = text.split('.')
  const type = /^\d+$/.test(text) && digits.length < bigintDigits ? 'integer' : 'number'
  return {
    sql: text,
    type,
    isImmutable: true,
    isNatural: true,
    digits: { whole: digits.length, scale: fraction.length },
  }
}
