import { readFileSync, writeFileSync } from 'node:fs'
import { leakedPasswords } from './passwords/leaked-passwords.ts'

// Writes the words of src/accounts/leaked-passwords.ts from the list in the package @zxcvbn-ts/language-common (MIT
// license).

const list = JSON.parse(
  readFileSync('node_modules/@zxcvbn-ts/language-common/src/passwords.json', 'utf8'),
) as readonly string[]
writeFileSync('src/accounts/leaked-passwords.ts', leakedPasswords(list))
