import { valueMessages } from '../catalog/values.ts'
import { Reading, type ValueParser } from './value-parser.ts'

/**
 * The parser of a column without a value in the sample. It accepts no value, so the first value after the sample
 * decides the type in another pass. Its check accepts no value either, so rows without one stay on the fast path.
 */
export const undecided: ValueParser = {
  canonical: { check: 'decimal', bounds: { wholeDigits: -1, fractionDigits: -1, significantDigits: -1 } },
  rewriting: { code: 'number_form', message: valueMessages.number_form.none },
  read: () => Reading.no,
}
