import fc from 'fast-check'

/** A part of a timestamp: valid spellings, and similar ones. */
interface Part {
  readonly sound: fc.Arbitrary<string>
  readonly odd: fc.Arbitrary<string>
}
const anyOf = (...values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values)

const daysOf = (
  years: fc.Arbitrary<string>,
  months: fc.Arbitrary<string>,
  days: fc.Arbitrary<string>,
  separators: fc.Arbitrary<string>,
): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('ymd', 'dmy', 'mdy'), years, months, days, separators)
    .map(([order, y, m, d, [one = '', two = '']]) => {
      const [first = '', second = '', third = ''] = { ymd: [y, m, d], dmy: [d, m, y], mdy: [m, d, y] }[order]
      return `${first}${one}${second}${two}${third}`
    })
const day: Part = {
  sound: daysOf(
    anyOf('2024', '2023', '1000', '9999'),
    anyOf('01', '1', '02', '12'),
    anyOf('01', '1', '28'),
    anyOf('--', '//', '..'),
  ),
  odd: daysOf(
    anyOf('2024', '2023', '1900', '2000', '0999', '0001', '0000', '24', '70', '20240', ''),
    anyOf('01', '2', '02', '4', '11', '13', '00', '012', ''),
    anyOf('01', '28', '29', '30', '31', '32', '00', '012', ''),
    anyOf('--', '--', '//', '-/', '.-', '  ', ',,', '::'),
  ),
}
const between: Part = { sound: anyOf('T', ' ', 't'), odd: anyOf('  ', 'T ', ', ', ',', 'TT', 'X', '-') }
const clock: Part = {
  sound: fc
    .tuple(anyOf('00', '0', '9', '10', '23'), anyOf('00', '05', '59'), anyOf('', ':00', ':59', ':07.5', ':12.123456'))
    .map(([hour, minute, second]) => `${hour}:${minute}${second}`),
  odd: fc
    .tuple(
      anyOf('00', '23', '24', '7', '007', ''),
      anyOf('00', '59', '60', '5', ''),
      fc.oneof(anyOf('', ':', ':60', ':5', ':00', '.5', ':005'), fc.stringMatching(/^:0[0-9]$/)),
      fc.oneof(
        anyOf('', ' am', ' PM', '.', ',5', '.0000000000', '.1234567890', '.5.5'),
        fc.stringMatching(/^\.[0-9]{0,11}$/),
      ),
    )
    .map(([hour, minute, second, rest]) => `${hour}:${minute}${second}${rest}`),
}
const zone: Part = {
  sound: anyOf('', 'Z', 'z', '+00:00', '-11:30', '+0530', '-08', '+15:59', '-00:00'),
  odd: fc.oneof(
    anyOf(' Z', 'UTC', ' GMT', 'ZZ', 'Zulu', '+', '+02:', '+02:5', '+2:00', '+16:00', '+023', '-02-30', '+02300', 'Z '),
    fc.stringMatching(/^[-+ ][01][0-9](?::?[0-7][0-9]?)?$/),
  ),
}

const parts = [day, between, clock, zone]
const timestamps = fc
  .integer({ min: -1, max: parts.length * 2 })
  .chain((odd) => fc.tuple(...parts.map((part, at) => (at === odd ? part.odd : part.sound))))
  .map((texts) => texts.join(''))

/** Dates and timestamps as in real files, and similar strings. */
export const nearTimestamps = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(day.sound, day.odd) },
  { weight: 6, arbitrary: timestamps },
  { weight: 1, arbitrary: fc.tuple(timestamps, anyOf(' ', 'x', '0', '\0')).map((texts) => texts.join('')) },
  { weight: 1, arbitrary: fc.tuple(timestamps, fc.nat(30)).map(([timestamp, length]) => timestamp.slice(0, length)) },
)
