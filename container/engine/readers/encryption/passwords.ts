import { EngineFailure } from '../../failure.ts'

/** Excel protects a workbook with this password where its user protects only its structure. */
const excelPassword = 'VelvetSweatshop'

/** The first key that a password opens: the user's, or the one that Excel sets by itself. */
export function openWith<Key>(given: string | null, keyOf: (password: string) => Key | null): Key {
  for (const password of given === null ? [excelPassword] : [given, excelPassword]) {
    const key = keyOf(password)
    if (key !== null) return key
  }
  throw passwordFailure(given)
}

export const passwordFailure = (given: string | null): EngineFailure =>
  new EngineFailure(
    'encrypted_file',
    given === null
      ? 'The file is protected with a password. Send it in input.password.'
      : 'The password in input.password does not open the file.',
  )

export const unknownEncryption = (what: string): EngineFailure =>
  new EngineFailure(
    'encrypted_file',
    `The file is encrypted in a way that is not supported (${what}). Save it without a password.`,
  )
