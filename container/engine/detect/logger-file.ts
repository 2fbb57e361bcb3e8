import { linesOf } from './lines.ts'

interface LoggerHeader {
  readonly kind: 'row'
  readonly row: number
  readonly rows: number
}

const station = /^"?(?<format>TOA5|TOACI1)"?(?<separator>[,;\t])/

/**
 * Files of Campbell Scientific's loggers begin with a row of the station, its program and its table, as wide as it happens to be; names stand
 * below, and units and the way of processing below these (LoggerNet's manual, "Computer File Data Formats").
 */
export function loggerHeader(text: string): LoggerHeader | null {
  if (text.startsWith('LabVIEW Measurement')) return headerOfLabview(text)
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
 * A LabVIEW file ends its file header, and then the header of its first measurements, with this line (LabVIEW's
 * "Specification for the LVM File Format").
 */
function headerOfLabview(text: string): LoggerHeader | null {
  const ends = linesOf(text).flatMap((line, at) => (line.startsWith('***End_of_Header***') ? [at] : []))
  const [, end] = ends
  return end === undefined ? null : { kind: 'row', row: end + 2, rows: 1 }
}
