/** The HTML names of the characters 160 to 255. */
const latin1 = [
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr',
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest',
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml',
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig',
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml',
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
].join(' ')
const entities = new Map<string, number>([
  ...latin1.split(' ').map((name, at): [string, number] => [name, 160 + at]),
  ['amp', 38],
  ['lt', 60],
  ['gt', 62],
  ['quot', 34],
  ['apos', 39],
  ['euro', 0x20ac],
  ['trade', 0x2122],
  ['hellip', 0x2026],
  ['bull', 0x2022],
  ['ndash', 0x2013],
  ['mdash', 0x2014],
  ['lsquo', 0x2018],
  ['rsquo', 0x2019],
  ['sbquo', 0x201a],
  ['ldquo', 0x201c],
  ['rdquo', 0x201d],
  ['bdquo', 0x201e],
  ['permil', 0x2030],
  ['minus', 0x2212],
  ['ensp', 0x2002],
  ['emsp', 0x2003],
  ['thinsp', 0x2009],
  ['oelig', 0x0153],
  ['OElig', 0x0152],
  ['scaron', 0x0161],
  ['Scaron', 0x0160],
  ['Yuml', 0x0178],
  ['zwnj', 0x200c],
  ['zwj', 0x200d],
])

/** Converts text to the form that a page displays: references are resolved, and white space collapses to one space. */
function htmlText(raw: string): string {
  const spaced = raw.replace(/[ \t\r\n\f]+/g, ' ')
  if (!spaced.includes('&')) return spaced
  return spaced.replace(
    /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,6})|(\w{2,8}));?/g,
    (whole, decimal?: string, hex?: string, name = '') => {
      const point =
        decimal === undefined
          ? hex === undefined
            ? entities.get(String(name))
            : Number.parseInt(hex, 16)
          : Number(decimal)
      if (point === undefined) return whole
      return point > 0 && point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff)
        ? String.fromCodePoint(point)
        : '\uFFFD'
    },
  )
}

/**
 * Collects the text of a cell. The pieces are joined once at the end, because joining thousands of pieces one by one
 * would copy the text each time.
 */
export class CellText {
  length = 0
  private readonly pieces: string[] = []
  private last = ''
  private isBlank = true

  add(raw: string): void {
    const text = htmlText(raw)
    this.take(this.last.endsWith(' ') ? text.replace(/^ /, '') : text)
  }

  /** Starts a new line, unless the cell is still empty. */
  breakLine(): void {
    if (!this.isBlank) this.take('\n')
  }

  /** Joins the lines, without the spaces at their ends. */
  whole(): string {
    return this.pieces
      .join('')
      .replace(/ *\n */g, '\n')
      .replaceAll('\u00A0', ' ')
      .trim()
  }

  private take(text: string): void {
    if (text === '') return
    this.pieces.push(text)
    this.last = text
    this.length += text.length
    this.isBlank &&= text.trim() === ''
  }
}
