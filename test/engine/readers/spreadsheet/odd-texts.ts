import fc from 'fast-check'

/** Raw strings of a workbook's XML: line ends, entities and escapes, some of them damaged. */
export const oddTexts = fc
  .array(
    fc.constantFrom(
      'a',
      'bc def',
      ' ',
      '\n',
      '\r',
      '\r\n',
      'é日',
      '&amp;',
      '&lt;&gt;',
      '&quot;',
      '&apos;',
      '&#65;',
      '&#x20;',
      '&bad;',
      '&',
      '_x000D_',
      '_x',
      '_',
      '__',
      'y'.repeat(40),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''))
