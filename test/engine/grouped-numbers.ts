import fc from 'fast-check'

const group = fc.stringMatching(/^(?:[0-9]{3}){8}$|^[0-9]{1,4}$/).map((digits) => digits.slice(0, 3))
const separators = fc.constantFrom(',', '.', ' ', "'", '', '\u00a0', '\u202f', '\u2009')
const wholes = fc
  .tuple(fc.stringMatching(/^(?:0|[1-9][0-9]{0,3}|[0-9]{1,3})$/), fc.array(group, { maxLength: 3 }), separators)
  .map(([first, groups, separator]) => [first, ...groups].join(separator))

/** Numbers with the symbols of some language, and strings that resemble them. */
export const nearNumbers = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      '',
      '-',
      '+',
      '--',
      '$',
      '-$',
      '$-',
      '$ ',
      '$$',
      '-$-',
      'USD',
      'USD ',
      'U',
      '(',
      '−',
      '−$',
      '$−',
      '$\u00a0',
      'USD\u202f',
    ),
    wholes,
    fc.oneof(fc.constant(''), fc.stringMatching(/^[.,][0-9]{0,4}$/)),
    fc.constantFrom(
      '',
      '',
      '',
      '',
      ' ',
      '-',
      '%',
      ' %',
      '%%',
      '€',
      ' €',
      '  €',
      '\u00a0€',
      ' \u00a0\u2009€',
      '\u202f%',
      '-€',
      'net',
      ' net',
      'n',
      '0',
      '.',
      ',',
    ),
  )
  .map((parts) => parts.join(''))
