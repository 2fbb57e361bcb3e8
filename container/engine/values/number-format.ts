import { currencies } from './currencies.ts'
import type { SerialShape } from './excel-serial.ts'

/** The built-in formats that workbooks refer to by number, including the East Asian and Thai ones. */
const builtIn = new Map<number, SerialShape>([
  ...range(14, 17, 'date'),
  ...range(18, 21, 'time'),
  [22, 'timestamp'],
  ...range(27, 31, 'date'),
  ...range(32, 35, 'time'),
  [36, 'date'],
  [45, 'time'],
  [46, 'duration'],
  [47, 'time'],
  ...range(50, 58, 'date'),
  ...range(71, 74, 'date'),
  ...range(75, 76, 'time'),
  [77, 'timestamp'],
  [78, 'time'],
  [79, 'duration'],
  [80, 'time'],
  [81, 'date'],
])

function range(from: number, to: number, shape: SerialShape): [number, SerialShape][] {
  return Array.from({ length: to - from + 1 }, (_, at) => [from + at, shape])
}

/** Returns the kind of value that a format displays: a date, a time, both, a duration, or a number. */
export function shapeOfFormat(id: number, code: string | undefined): SerialShape {
  return code === undefined ? (builtIn.get(id) ?? 'number') : shapeOfCode(code)
}

function shapeOfCode(code: string): SerialShape {
  const [first = '', second = ''] = sectionsOf(code)
  const shape = shapeOfSection(first)
  // In `[=0]"-";dd/mm/yyyy`, the condition selects a few values, and the others are dates.
  return shape === 'number' && /\[[<>=]/.test(first) ? shapeOfSection(second) : shape
}

/** The name of the General format in other languages: `G/標準`, `G/通用格式`. Its letters do not mean days or seconds. */
const general = /general|standard|standaard|estándar|geral|g\/[^\0-\x7F]/i

function shapeOfSection(section: string): SerialShape {
  if (general.test(section)) return 'number'
  if (/\[(?:h+|m+|s+)\]/i.test(section)) return 'duration'
  const letters = section
    .replace(/\[[^\]]*\]/g, '')
    .replace(/AM\/PM|A\/P|上午\/下午/gi, 'h')
    .replace(/E[+-]/gi, '')
  if (/[#?@]/.test(letters) || /0/.test(letters.replace(/s[.,]0+/gi, 's'))) return 'number'
  const hasTime = /[hs]/i.test(letters)
  // Files should use English letters, but some programs write day and year as `j` and `a`, or as `t` and `j`.
  const isForeignDate = /j/i.test(letters) && /m/i.test(letters)
  const hasDate = /[ydegb]/i.test(letters) || isForeignDate || (/m/i.test(letters) && !hasTime)
  if (hasDate) return hasTime ? 'timestamp' : 'date'
  return hasTime ? 'time' : 'number'
}

/** A length limit. Excel allows formats of 255 characters. */
const codeMax = 1000

/** Returns the sections of a format without quoted text, escaped characters, padding and fill characters. */
function sectionsOf(code: string): string[] {
  const sections = ['']
  for (let at = 0; at < Math.min(code.length, codeMax); at++) {
    const char = code[at] as string
    if (char === '"') {
      const close = code.indexOf('"', at + 1)
      at = close < 0 ? code.length : close
    } else if (char === '\\' || char === '_' || char === '*') at++
    else if (char === ';') sections.push('')
    else sections[sections.length - 1] += char
  }
  return sections
}

const digitsMax = 15

/**
 * Returns the number of digits that a format such as `00000` pads to, or 0. It displays 501 as 00501, which is a code
 * and not a quantity.
 */
export function digitsFilled(code: string | undefined): number {
  const zeros = code === undefined ? null : /^0{2,}$/.exec((sectionsOf(code)[0] ?? '').trim())
  return zeros === null ? 0 : Math.min(zeros[0].length, digitsMax)
}

const shownCurrency = new RegExp(currencies)

/** Returns the currency that a format displays next to a number, as in `[$€-407]`, `"EUR"` and `$`, or null. */
export function currencyOfFormat(id: number, code: string | undefined): string | null {
  if (code === undefined || shapeOfFormat(id, code) !== 'number') return null
  const named = /\[\$([^\]-]+)(?:-[^\]]*)?\]/.exec(code)?.[1]?.trim()
  if (named !== undefined && named !== '') return named
  const shown = code
    .slice(0, codeMax)
    .replace(/\[[^\]]*\]/g, '')
    .replace(/["\\]/g, '')
  return shownCurrency.exec(shown)?.[0] ?? null
}
