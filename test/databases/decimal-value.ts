/**
 * Normalizes decimal digits: no zeros at the end of a fraction, and no exponent. A database prints as many digits as
 * its column has.
 */
function decimalValue(text: string | null): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:E([-+]?\d+))?$/i.exec(text ?? '') ?? []
  if (whole === '') return text
  const point = whole.length + Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0')
  const at = Math.max(1, point)
  const rest = digits.slice(at).replace(/0+$/, '')
  return `${sign}${digits.slice(0, at)}${rest === '' ? '' : `.${rest}`}`
}

/** Normalizes the decimals in the given columns, whatever their scale. */
export const withDecimalValues = <Cell>(rows: readonly (readonly Cell[])[], columns: readonly number[]): Cell[][] =>
  rows.map((row) =>
    row.map((cell, column) =>
      columns.includes(column) && typeof cell === 'string' ? (decimalValue(cell) as Cell) : cell,
    ),
  )
