import { writeFileSync } from 'node:fs'
import { conversionPicture } from './picture/conversion-picture.ts'

/** npm run picture writes the picture of the README from a real conversion of the example. */
writeFileSync('docs/conversion.svg', conversionPicture())
