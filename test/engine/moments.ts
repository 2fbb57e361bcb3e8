import fc from 'fast-check'

/** Parts that are what they should be, or next to it. */
const number = (...values: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.stringMatching(/^[0-9]{0,4}$/) },
  )
const days = fc
  .tuple(
    fc.constantFrom('ymd', 'dmy', 'mdy'),
    number('2024', '2023', '1900', '2000', '1000', '9999', '0999', '0001', '0000', '24', '70'),
    number('01', '1', '02', '2', '04', '12', '13', '00'),
    number('01', '1', '28', '29', '30', '31', '32', '00', '12'),
    fc.constantFrom('--', '--', '//', '//', '..', '-/', '  ', ',,'),
  )
  .map(([order, y, m, d, [one = '', two = '']]) => {
    const [first, second, third] = { ymd: [y, m, d], dmy: [d, m, y], mdy: [m, d, y] }[order] as [string, string, string]
    return `${first}${one}${second}${two}${third}`
  })
const clocks = fc
  .tuple(
    number('00', '0', '9', '10', '23', '24'),
    number('00', '05', '59', '60', '5'),
    fc.oneof({ weight: 3, arbitrary: number('00', '12', '59', '60').map((seconds) => `:${seconds}`) }, fc.constant('')),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      fc.stringMatching(/^[.,][0-9]{0,11}$/),
      fc.constantFrom('.123', '.000000', '.1234567890', ' am', ' PM'),
    ),
  )
  .map(([hours, minutes, seconds, fraction]) => `${hours}:${minutes}${seconds}${fraction}`)
const zones = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'Z',
    'z',
    ' Z',
    'UTC',
    'ZZ',
    'Zulu',
    '+',
    '-00:00',
    '+023',
    '-02-30',
    '+02300',
    '+02:',
    '+02:5',
    '+2:00',
    '+15:59',
    '+16:00',
  ),
  fc.stringMatching(/^[-+ ][01][0-9](:?[0-7][0-9]?)?$/),
)
const moments = fc
  .tuple(days, fc.constantFrom('T', 'T', ' ', ' ', 't', '  ', 'T ', ', ', ','), clocks, zones)
  .map((parts) => parts.join(''))
/** Days and moments as files have them, and what is nearly one. */
export const nearMoments = fc.oneof(
  days,
  moments,
  fc.tuple(moments, fc.constantFrom(' ', 'x', '0', '\0')).map(([moment, rest]) => `${moment}${rest}`),
  fc.tuple(moments, fc.nat(30)).map(([moment, length]) => moment.slice(0, length)),
)
