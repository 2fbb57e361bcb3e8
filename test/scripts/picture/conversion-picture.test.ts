import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conversionPicture } from '../../../scripts/picture/conversion-picture.ts'

test('the picture of the README shows the current output of the command line (npm run picture)', () => {
  const picture = conversionPicture()
  expect(picture).toContain('O&#39;&#39;Neil'.replaceAll('&#39;', "'"))
  expect(readFileSync('docs/conversion.svg', 'utf8')).toBe(picture)
})
