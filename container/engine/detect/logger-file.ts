import { linesOf } from './lines.ts'

interface LoggerHeader {
  readonly kind: 'row'
  readonly row: number
  readonly rows: number
}

const station = /^"?(?<format>TOA5|TOACI1)"?(?<separator>[,;\t])/

/** Files of German accountants (DATEV) begin with a row about the file, of any width. The names follow. */
const datev = /^"?(?:EXTF|DTVF)"?;\d{3};\d+;/

/**
 * Recognizes files of Campbell Scientific's loggers. They begin with a row about the station, its program and its
 * table, which may have any width. Names follow, and then units and the kind of processing (LoggerNet's manual,
 * "Computer File Data Formats").
 */
export function loggerHeader(text: string): LoggerHeader | null {
  if (text.startsWith('LabVIEW Measurement')) return headerOfLabview(text)
  if (datev.test(text)) return { kind: 'row', row: 2, rows: 1 }
  const { format, separator = '' } = station.exec(text)?.groups ?? {}
  if (format === undefined) return null
  const [, names = ''] = linesOf(text)
  const isNamed = names
    .replaceAll(/"[^"]*"/g, '""')
    .split(separator)
    .every((name) => /^(?:[a-z_]|""|$)/i.test(name))
  return isNamed ? { kind: 'row', row: 2, rows: format === 'TOA5' ? 3 : 1 } : null
}

/**
 * Recognizes a LabVIEW file. This line ends the file header and then the header of its first measurements (LabVIEW's
 * "Specification for the LVM File Format").
 */
function headerOfLabview(text: string): LoggerHeader | null {
  const ends = linesOf(text).flatMap((line, at) => (line.startsWith('***End_of_Header***') ? [at] : []))
  const [, end] = ends
  return end === undefined ? null : { kind: 'row', row: end + 2, rows: 1 }
}
