import fc from 'fast-check'

const inAnyCase = (word: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) =>
      word.replaceAll(/[a-z]/g, (letter, at: number) => (upper[at] === true ? letter.toUpperCase() : letter)),
    )

const words = fc
  .constantFrom('true', 'false', 'yes', 'no', 'truee', 'fals', 'falsf', 'trve', 'ye', 'yep', 'n', 'not', 't')
  .chain(inAnyCase)
/** Characters with the bit that separates capitals from small letters, and others. */
const strange = fc.constantFrom('g', 'G', '@', '`', '-', 'é', ' ', '\u0014')
const uuids = fc
  .tuple(fc.uuid().chain(inAnyCase), fc.nat({ max: 40 }), strange)
  .map(([uuid, at, other]) => (at < uuid.length ? uuid.slice(0, at) + other + uuid.slice(at + 1) : uuid))

/** Words for true and false, UUIDs in any case, and strings that resemble them. */
export const nearWords = fc.oneof(words, fc.uuid().chain(inAnyCase), uuids)
